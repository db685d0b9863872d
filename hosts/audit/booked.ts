// Whether the books hold exactly the entries that a record asks for: each once, under the id of its fact, and no others.
import type { Inspection } from "./invariant.ts"
import { listed } from "./invariant.ts"
import { type Moves, inWords, movedBy } from "./moves.ts"
import type { EntryRow } from "./plane.ts"

/** An entry that has to be there; `moves` is undefined where the record alone does not say how much. */
export interface Due {
  readonly id: string
  readonly moves: Moves | undefined
}

/** Compares the entries of some templates, all of one record, with those that are due. */
export const requireBooked = (
  inspection: Inspection,
  record: string,
  entries: ReadonlyArray<EntryRow>,
  templates: ReadonlyArray<string>,
  due: ReadonlyArray<Due>
): void => {
  const found = entries.filter(({ template }) => templates.includes(template))
  for (const { id, moves } of due) {
    const entry = found.find((each) => each.id === id)
    if (entry === undefined) {
      inspection.violation(record, "an entry that its facts ask for is not in the books", id, "none")
    } else if (moves !== undefined) {
      inspection.equal(`entry ${id}`, "it moves something else than its record says", inWords(moves), movedBy(entry))
    }
  }
  const known = new Set(due.map(({ id }) => id))
  const strange = found.map(({ id }) => id).filter((id) => !known.has(id))
  inspection.require(
    strange.length === 0,
    record,
    "the books hold entries for what did not happen",
    "none",
    listed(strange)
  )
}

/** An entry, or none when its fact did not happen. */
export const dueIf = (happened: boolean, id: string, moves: Moves | undefined): ReadonlyArray<Due> =>
  happened ? [{ id, moves }] : []

/** Whether there is an entry of a template. */
export const has = (entries: ReadonlyArray<EntryRow>, template: string): boolean =>
  entries.some((entry) => entry.template === template)
