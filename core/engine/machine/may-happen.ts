// Which rows of a lifecycle can still be taken, judged with what is known of the facts. A guard that looks at something
// no one knows yet may hold; one that can be answered is.
import type { AnyMachine, TransitionRow } from "./machine.ts"

/** What is known of what guards will look at; whatever is left out is not known yet. */
export type Known = Readonly<Record<string, unknown>>

/** A row whose types have been forgotten. */
export type AnyRow = TransitionRow<string, string, string, string, string, string>

/** A lifecycle of which only the rows are read, whatever its guards look at. */
export type Lifecycle = Pick<AnyMachine, "guards" | "rows" | "triggers">

class NotKnown extends Error {}

/** Whether a guard holds; undefined while that depends on what is not known. */
const holds = (guard: ((facts: never) => boolean) | undefined, known: Known): boolean | undefined => {
  if (guard === undefined) return true
  const facts = new Proxy(known, {
    get: (values, name) => {
      if (typeof name === "string" && name in values) return values[name]
      throw new NotKnown()
    }
  })
  try {
    return guard(facts as never)
  } catch (problem) {
    if (problem instanceof NotKnown) return undefined
    throw problem
  }
}

/** The rows from a state that a trigger may take: those behind a row that surely holds are never reached. */
const reachable = (rows: ReadonlyArray<AnyRow>, guards: Lifecycle["guards"], known: Known): ReadonlyArray<AnyRow> => {
  const found: Array<AnyRow> = []
  for (const row of rows) {
    const held = holds(row.when === undefined ? undefined : guards[row.when], known)
    if (held !== false) found.push(row)
    if (held === true) break
  }
  return found
}

/**
 * The rows that can still be taken from a state, in the order of the table. `prospects` names, for a trigger, what would be
 * known if it came: one entry for each way in which it can come, none where it cannot come any more.
 */
export const mayHappen = (
  { guards, rows, triggers }: Lifecycle,
  state: string,
  prospects: (trigger: string) => ReadonlyArray<Known>
): ReadonlyArray<AnyRow> => {
  const fromHere = rows.filter(({ from }) => from.includes(state))
  const found = new Set(
    Object.keys(triggers).flatMap((trigger) => {
      const ofTrigger = fromHere.filter(({ on }) => on === trigger)
      return ofTrigger.length === 0 ? [] : prospects(trigger).flatMap((known) => reachable(ofTrigger, guards, known))
    })
  )
  return fromHere.filter((row) => found.has(row))
}
