// How each float with a mark was when it was looked at last: one record of the data store, so that every process that is asked says the
// same.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Network } from "../../standards/address/network.ts"
import { assetCodes } from "../../base/money/assets.ts"
import { NativeCoin } from "../../base/money/coins.ts"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

export const FloatLevelNow = Schema.Struct({
  network: Network,
  /** An asset, or the coin in which the network takes its fees. */
  what: Schema.Literals([...assetCodes, ...NativeCoin.literals]),
  /** Smallest units that could be spent. */
  units: Schema.BigInt,
  level: Schema.Literals(["low", "enough", "high"]),
  /** Unix milliseconds: since when it is at this level. */
  since: Schema.Int,
  /** Since it is high, a person was asked to sweep it. */
  isForSweep: Schema.optionalKey(Schema.Literal(true))
})
export type FloatLevelNow = typeof FloatLevelNow.Type

const FloatWatch = Schema.Struct({
  id: Schema.Literal("floats"),
  owner: Schema.Literal(operatorOwner),
  floats: Schema.Array(FloatLevelNow)
})
export type FloatWatch = typeof FloatWatch.Type

export const FloatWatches = recordKind({ kind: "floatWatch", schema: FloatWatch, personal: noPersonalData("amounts") })
