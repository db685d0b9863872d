// How little and how much a float should hold, as the operator set it: below the low mark somebody has to fill it, above the high one what is
// too much may be taken to one address (C51).
import { Context } from "effect"
import type { Network } from "../standards/address/network.ts"
import type { AssetCode } from "../base/money/assets.ts"
import type { NativeCoin } from "../base/money/coins.ts"

/** The marks of a treasury, or of the coins that pay for a network's fees. Smallest units. */
export interface FloatMark {
  readonly network: Network
  readonly what: AssetCode | NativeCoin
  readonly low?: bigint
  readonly high?: bigint
  /** Where an operator may send what is above the high mark; a treasury without it is only reported. */
  readonly sweepTo?: string
}

/** The marks of all floats. */
export class FloatMarks extends Context.Service<FloatMarks, ReadonlyArray<FloatMark>>()(
  "pontepay/core/ports/FloatMarks"
) {
  /** Nothing is watched, and nothing can be swept. */
  static readonly none: ReadonlyArray<FloatMark> = []
}
