// The balances of a statement (spec "Account statement"): what all wallets of a subaccount hold together, one row for each
// asset and network.
import type { AssetCode } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"

interface AssetBalance {
  readonly asset: AssetCode
  readonly network: string
  /** Smallest units. */
  readonly units: bigint
}

/** The rows of what is held, in the order in which asset and network were first seen. */
export const balanceRows = (held: ReadonlyArray<AssetBalance>) =>
  [...Map.groupBy(held, ({ asset, network }) => `${asset} ${network}`).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const units = same.reduce((sum, each) => sum + each.units, 0n)
    return [{
      asset: first.asset,
      network: first.network,
      amount: printDecimal(first.asset, units as Units<AssetCode>)
    }]
  })
export type Balances = ReturnType<typeof balanceRows>
