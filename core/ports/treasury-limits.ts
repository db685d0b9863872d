// How much may leave a treasury, as the operator set it: by movement, hour and day. What is above waits for an operator (C51).
import { Context } from "effect"
import type { AssetCode } from "../base/money/assets.ts"

/** Smallest units of the asset; what is left out is not limited. */
export interface TreasuryLimit {
  readonly perMovement?: bigint
  /** Within a clock hour. */
  readonly perHour?: bigint
  /** Within this clock hour and the 23 before it. */
  readonly perDay?: bigint
}

export interface LimitsOfTreasuries {
  /** The limit of an asset at a place, which is a network or `pix`; undefined where there is none. */
  readonly of: (asset: AssetCode, place: string) => TreasuryLimit | undefined
}

/** The limits of the treasuries. */
export class TreasuryLimits extends Context.Service<TreasuryLimits, LimitsOfTreasuries>()(
  "pontepay/core/ports/TreasuryLimits"
) {
  static readonly none: LimitsOfTreasuries = { of: () => undefined }
}
