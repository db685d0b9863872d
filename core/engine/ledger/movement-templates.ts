// One named entry for what movements cost and what they keep reserved of a float (C51; 0183). Amounts are smallest units; every
// template balances in each asset it touches.
import type { Network } from "../../standards/address/network.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import type { Cents } from "../../base/money/units.ts"
import { type LedgerAccount, type Posting, move } from "./journal.ts"

/** Where a float is: the treasury of a network, what our Lightning node can pay with, or what the PIX provider holds of us. */
export type FloatPlace = Network | "pix"

/** The PIX provider took a fee for a payment or a return. */
export const railFeePaid = (value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, "network-fees", "pix-settlement")

/** Where what leaves by a movement comes from. */
const heldAt = (asset: AssetCode): LedgerAccount => asset === "BRL" ? "pix-settlement" : "treasury"

/** More moved than was ordered: an operator finds out whether it comes back. */
export const movedMore = (movement: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `suspense/${movement}`, heldAt(asset))

/** Less moved than was ordered: the rest is still here, and is not ours. */
export const movedLess = (movement: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, heldAt(asset), `suspense/${movement}`)

/** What moved beyond an order does not come back. */
export const excessLost = (movement: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, "losses", `suspense/${movement}`)

/** What was above the high mark of a treasury has left it for its sweep address. */
export const treasurySwept = (asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, "owner-drawings", "treasury")

/** A treasury was seen to hold more than it was known to. */
export const floatRaised = (place: FloatPlace, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-free/${place}`, `float-seen/${place}`)

/** A treasury was seen to hold less than it was known to. */
export const floatLowered = (place: FloatPlace, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-seen/${place}`, `float-free/${place}`)

/** A delivery is about to be sent: no one else may count on its units. */
export const floatReserved = (place: FloatPlace, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-reserved/${place}`, `float-free/${place}`)

/** It was not sent, and never will be. */
export const floatReleased = (place: FloatPlace, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-free/${place}`, `float-reserved/${place}`)

/** It has left the treasury. */
export const floatSpent = (place: FloatPlace, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `float-seen/${place}`, `float-reserved/${place}`)
