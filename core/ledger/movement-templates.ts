// One named entry for what movements cost and what they keep reserved of a float (C51; 0183). Amounts are smallest units; every
// template balances in each asset it touches.
import type { Network } from "../address/network.ts"
import type { AssetCode } from "../money/assets.ts"
import type { Cents } from "../money/units.ts"
import { type Posting, move } from "./journal.ts"

/** The PIX provider took a fee for a payment or a return. */
export const railFeePaid = (value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, "network-fees", "pix-settlement")

/** A treasury was seen to hold more than it was known to. */
export const floatRaised = (network: Network, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-free/${network}`, `float-seen/${network}`)

/** A treasury was seen to hold less than it was known to. */
export const floatLowered = (network: Network, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-seen/${network}`, `float-free/${network}`)

/** A delivery is about to be sent: nobody else may count on its units. */
export const floatReserved = (network: Network, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-reserved/${network}`, `float-free/${network}`)

/** It was not sent, and never will be. */
export const floatReleased = (network: Network, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-free/${network}`, `float-reserved/${network}`)

/** It has left the treasury. */
export const floatSpent = (network: Network, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-seen/${network}`, `float-reserved/${network}`)
