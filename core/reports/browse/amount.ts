// An amount as pages are sent it: decimal text in whole units, with its asset.
import type { AssetCode } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"

export interface AmountView {
  readonly value: string
  readonly asset: AssetCode
}

/** The amount of smallest units of an asset. */
export const amountOf = (asset: AssetCode, units: bigint): AmountView => ({
  value: printDecimal(asset, units as Units<AssetCode>),
  asset
})
