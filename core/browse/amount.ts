// An amount as pages are sent it: decimal text in whole units, with its asset.
import type { AssetCode } from "../money/assets.ts"
import { printDecimal } from "../money/decimal.ts"
import type { Units } from "../money/units.ts"

export interface AmountView {
  readonly value: string
  readonly asset: AssetCode
}

/** The amount of smallest units of an asset. */
export const amountOf = (asset: AssetCode, units: bigint): AmountView => ({
  value: printDecimal(asset, units as Units<AssetCode>),
  asset
})
