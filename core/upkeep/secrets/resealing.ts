// How far the texts of an older key are sealed again under the one of now (0203).
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const Resealing = Schema.Struct({
  /** The id of the key whose texts are sealed again under the current one. */
  id: Schema.String,
  owner: Schema.String,
  /** By list of records: the place up to which they were looked at, and how many. */
  places: Schema.Record(Schema.String, Schema.Struct({ after: Schema.String, seen: Schema.Int })),
  /** When nothing was found any more; null while there is work. */
  endedAt: Schema.NullOr(Schema.Int)
})
export type Resealing = typeof Resealing.Type

/** How far the texts of an older key are sealed again. */
export const Resealings = recordKind({
  kind: "resealing",
  schema: Resealing,
  personal: noPersonalData("places in lists")
})

/** A resealing as it begins. */
export const newResealing = (keyId: string): Resealing => ({
  id: keyId,
  owner: operatorOwner,
  places: {},
  endedAt: null
})
