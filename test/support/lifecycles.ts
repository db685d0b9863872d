// Every lifecycle of the core with its table of what is owed, as the states files declare them.
import { globSync } from "node:fs"
import { join } from "node:path"
import type { AnyMachine } from "../../core/engine/machine/machine.ts"
import type { AnyOwedTable } from "../../core/engine/store/records.ts"

const root = join(import.meta.dirname, "../..")

export interface DeclaredLifecycle {
  /** The path of its file from the root, without its ending. */
  readonly path: string
  readonly machine: AnyMachine
  /** Undefined for one of which nothing is owed by its states. */
  readonly owed: AnyOwedTable | undefined
}

const files = globSync("core/*/*/*.states.ts", { cwd: root }).toSorted()

const read = async (file: string): Promise<ReadonlyArray<DeclaredLifecycle>> => {
  const declared = Object.entries(await import(join(root, file)) as Readonly<Record<string, unknown>>)
  const machine = declared.find(([, value]) => typeof value === "object" && value !== null && "otherwise" in value)?.[1]
  // What payouts and Lightning invoices share is no lifecycle of its own.
  if (machine === undefined) return []
  return [{
    path: file.replace(/\.ts$/, ""),
    machine: machine as AnyMachine,
    owed: declared.find(([name]) => name.endsWith("Owed"))?.[1] as AnyOwedTable | undefined
  }]
}

export const lifecycles: ReadonlyArray<DeclaredLifecycle> = (await Promise.all(files.map(read))).flat()
