// The example receiver as a process, started by the command that its script names, and what it printed.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eventually } from "../support/host.ts"

const root = join(import.meta.dirname, "../..")

export interface Printed {
  readonly event: string
  readonly eventId: string
  readonly data: unknown
}

export interface ReceiverProcess {
  /** Where deliveries go. */
  readonly url: string
  /** What it printed as verified so far. */
  readonly verified: () => ReadonlyArray<Printed>
  /** Everything it printed so far. */
  readonly output: () => string
  /** Types a line into its terminal. */
  readonly paste: (line: string) => void
  readonly stop: () => Promise<void>
}

const printedOf = (line: string): ReadonlyArray<Printed> => {
  const [, name, eventId = "", body = ""] = /^verified (\S+) (\S+) (.+)$/.exec(line) ?? []
  if (name === undefined) return []
  const { data, event } = JSON.parse(body) as Omit<Printed, "eventId">
  // What it says that it verified is what was sent.
  if (event !== name) throw new Error(`printed ${name} of ${body}`)
  return [{ event, eventId, data }]
}

/** Starts the receiver on a free port. */
export const startReceiver = async (): Promise<ReceiverProcess> => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const [, entry = ""] = /^node (\S+)$/.exec(scripts["example:webhook-receiver"] ?? "") ?? []
  const { NODE_COMPILE_CACHE, PATH = "" } = process.env
  const child = spawn(process.execPath, [join(root, entry)], { env: { NODE_COMPILE_CACHE, PATH, PORT: "0" } })
  const closed = once(child, "close")
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output += chunk.toString())
  const waiting = /^waiting for events on (http\S+)\n/
  const [, base = ""] = waiting.exec(
    await eventually(() => Promise.resolve(output), (text) => waiting.test(text), 30_000)
  ) ?? []
  return {
    url: `${base}/hook`,
    // What follows the last end of a line is not a whole one yet.
    verified: () => output.split("\n").slice(0, -1).flatMap(printedOf),
    output: () => output,
    paste: (line) => void child.stdin.write(`${line}\n`),
    stop: async () => {
      child.kill("SIGTERM")
      await closed
    }
  }
}
