// The mutants that were run before, kept in `known.json`: those that a test fails on, and those that none does, with why.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Of one file, by name. */
export interface KnownMutants {
  readonly killed: ReadonlyArray<string>
  /** Why it is no fault, or is not noticed; empty until that is written. */
  readonly survived: Readonly<Record<string, string>>
}

export type Known = Readonly<Record<string, KnownMutants>>

const place = join(import.meta.dirname, "known.json")

export const readKnown = (): Known => JSON.parse(readFileSync(place, "utf8")) as Known

export const writeKnown = (known: Known): void => {
  const sorted = Object.fromEntries(Object.entries(known).toSorted(([a], [b]) => a < b ? -1 : 1))
  writeFileSync(place, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Whether it need not be run again; one that survived is, until a sentence says why it may. */
export const isKnown = ({ killed, survived }: KnownMutants, name: string): boolean =>
  killed.includes(name) || (survived[name] ?? "") !== ""
