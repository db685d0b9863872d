// What became of a delivery, as it is stored.
import { Schema } from "effect"
import { RefusalReason } from "../../core/base/reason/reason.ts"

export const Verdict = Schema.Union([
  Schema.TaggedStruct("Done", {
    txid: Schema.String,
    place: Schema.Struct({ height: Schema.BigInt, hash: Schema.String }),
    /** Smallest units of the network's coin. */
    cost: Schema.BigInt,
    /** Whether no reorganisation is expected to undo it any more. */
    isFinal: Schema.Boolean
  }),
  Schema.TaggedStruct("Refused", { reason: RefusalReason }),
  /** Withdrawn: nothing of it was ever signed, or its coins went back to us in a final block. */
  Schema.TaggedStruct("Released", {})
])
export type Verdict = typeof Verdict.Type
