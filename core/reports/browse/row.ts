// A row of the lists that people look through: one shape for every kind of operation, so that lists, search and plots read the
// same thing. What a kind has not is null. Amounts are decimal text in whole units.
import { printBrl } from "../../base/money/decimal.ts"
import { isoInstant } from "../../base/time/instant.ts"
import type { Browsable, BrowsedRow, ListPlace } from "../../engine/resource/browsable.ts"
import { none } from "../../engine/resource/none.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import type { Movement } from "../../payments/movement/movement.ts"
import { type KindsWith, everyResource } from "../../resources.ts"

/** The kinds of records that are looked through. */
export type Browsed = KindsWith<"browsable">

/** What a row says of an operation; instants in Unix milliseconds, and what plots add up in cents. */
export interface BrowsedOperation extends BrowsedRow {
  readonly kind: Browsed
}

/** What is known of a kind that is looked through. */
interface BrowsedKind extends Omit<Browsable<Movement, string>, "read"> {
  readonly read: (raw: RawRecord) => BrowsedOperation
}

const found = everyResource.flatMap(({ browsable, kind }): ReadonlyArray<readonly [Browsed, BrowsedKind]> => {
  if (browsable === none) return []
  const name = kind as Browsed
  return [[name, { ...browsable, read: ({ body }) => ({ ...browsable.read(body), kind: name }) }]]
})

/** Their names. */
export const browsed: ReadonlyArray<Browsed> = found.map(([kind]) => kind)

/** The kinds by name. */
export const browsedKinds = Object.fromEntries(found) as Readonly<Record<Browsed, BrowsedKind>>

/** Whether a kind is looked through. */
export const isBrowsed = (kind: string): kind is Browsed => (browsed as ReadonlyArray<string>).includes(kind)

/** The kinds that the store lists in one way, with that list. */
export const listedBy = <By extends ListPlace["by"]>(by: By) =>
  found.flatMap(([kind, { listed }]) => isBy(listed, by) ? [{ kind, listed }] : [])

const isBy = <By extends ListPlace["by"]>(
  listed: ListPlace,
  by: By
): listed is Extract<ListPlace, { readonly by: By }> => listed.by === by

/** A row as it is shown. */
export const rowView = ({ createdAt, end, fee, settled, updatedAt, value, ...row }: BrowsedOperation) => ({
  ...row,
  valueBrl: value === null ? null : printBrl(value),
  feeBrl: fee === null ? null : printBrl(fee),
  createdAt: isoInstant(createdAt),
  updatedAt: isoInstant(updatedAt)
})
