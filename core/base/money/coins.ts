// The coins in which networks take their fees. They are what movements cost and no asset of the interface: no one is paid in them
// here, so the ledger does not count them.
import { Schema } from "effect"

/** Decimals of each coin: one whole coin is 10^decimals smallest units. */
export const coinDecimals = { POL: 18, ETH: 18, XDAI: 18, SOL: 9, TRX: 6, BTC: 8, LBTC: 8 } as const

export type NativeCoin = keyof typeof coinDecimals

export const NativeCoin = Schema.Literals(Object.keys(coinDecimals) as ReadonlyArray<NativeCoin>)
