// How far the comparison with the PIX provider's books has come: one record of the data store.
import { Schema } from "effect"
import { operatorOwner } from "../base/ids/ids.ts"
import { recordKind } from "../engine/store/records.ts"
import { noPersonalData } from "../engine/store/personal.ts"

const RailComparison = Schema.Struct({
  id: Schema.Literal("rail"),
  owner: Schema.Literal(operatorOwner),
  /** Up to where its movements were compared, in Unix milliseconds of its own time. */
  comparedTo: Schema.Int,
  /** By how many cents its balance was above ours when both agreed last, such as what was paid in by hand; null until it is known. */
  difference: Schema.NullOr(Schema.BigInt),
  /** The looks of the last day, the newest last: by how many cents the balance was above ours, and how many moved in our books since. */
  looks: Schema.Array(Schema.Struct({ difference: Schema.BigInt, moved: Schema.BigInt })),
  /** The place in the journal up to which its entries were compared. */
  journalTo: Schema.BigInt,
  /** Movements in the journal that no list has had yet. */
  unlisted: Schema.Array(Schema.Struct({
    name: Schema.String,
    owner: Schema.String,
    subject: Schema.String,
    /** Posted to `pix-settlement`: positive for a PIX received. */
    cents: Schema.BigInt,
    at: Schema.Int
  })),
  /** Movements of ours in a list whose entries were not read yet. */
  unbooked: Schema.Array(Schema.Struct({ name: Schema.String, at: Schema.Int }))
})
export type RailComparison = typeof RailComparison.Type

export const RailComparisons = recordKind({
  kind: "railComparison",
  schema: RailComparison,
  personal: noPersonalData("places in the books of the rail and in ours, and ids and amounts of PIX for a day")
})
