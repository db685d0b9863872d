// How far the comparison with the PIX provider's books has come: one record of the data store.
import { Schema } from "effect"
import { recordKind } from "../ports/records.ts"

const RailComparison = Schema.Struct({
  id: Schema.Literal("rail"),
  owner: Schema.Literal("operator"),
  /** Up to where its movements were compared, in Unix milliseconds of its own time. */
  comparedTo: Schema.Int,
  /** By how many cents its balance was above ours when both agreed last, such as what was paid in by hand. */
  difference: Schema.BigInt,
  /** The difference of the last look, which counts once it is seen twice; null while it is the one above. */
  seen: Schema.NullOr(Schema.BigInt)
})
export type RailComparison = typeof RailComparison.Type

export const RailComparisons = recordKind({ kind: "railComparison", schema: RailComparison })
