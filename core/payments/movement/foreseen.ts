// What an order would move and book, were it given now. The table of its record decides it, as if the movement were ordered and
// had arrived, so a preview cannot say anything else than what would happen.
import type { Decided } from "../../engine/event/book-fact.ts"
import type { Entry } from "../../engine/ledger/journal.ts"
import type { Stored } from "../../engine/store/records.ts"
import { type Movement, Movements } from "./movement.ts"

/** The movement of an order and the entries up to its arrival; undefined where the order would be refused. */
export const foreseen = <A, F>(
  before: Stored<A>,
  decide: (before: Stored<A>, fact: F) => Decided<A>,
  order: F,
  arrived: (movement: Movement) => F | undefined
): { readonly movement: Movement; readonly entries: ReadonlyArray<Entry> } | undefined => {
  const ordered = decide(before, order)
  if (ordered._tag !== "Changed") return undefined
  const write = ordered.changes.writes.find(({ kind }) => kind === Movements.kind)
  if (write === undefined) return undefined
  const movement = Movements.decode(write.body)
  const fact = arrived(movement)
  const after = fact && decide({ value: ordered.record, version: before.version + 1 }, fact)
  const entries = [...ordered.changes.entries, ...after?._tag === "Changed" ? after.changes.entries : []]
  return { movement, entries: entries.filter(({ postings }) => postings.length > 0) }
}
