// One named entry for every business fact of deposits. Amounts are smallest units; every template balances in each
// asset it touches.
import type { AssetCode } from "../../base/money/assets.ts"
import type { Cents, Sats } from "../../base/money/units.ts"
import { type Posting, move } from "./journal.ts"

/** The PIX of a charge has settled: the money is at the provider and owed to the key owner's customer. */
export const depositReceived = (owner: string, value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, "pix-settlement", `deposit-owed/${owner}`)

/** The asset has left: what was owed, less the fee, was exchanged for it. */
export const depositDelivered = (
  owner: string,
  net: Cents,
  asset: AssetCode,
  units: bigint
): ReadonlyArray<Posting> => [
  ...move("BRL", net, `deposit-owed/${owner}`, "conversion"),
  ...move(asset, units, "conversion", "treasury")
]

/** The fee of a delivered deposit is ours. */
export const feeEarned = (owner: string, fee: Cents): ReadonlyArray<Posting> =>
  move("BRL", fee, `deposit-owed/${owner}`, "fee-income")

/** Money that was still owed went back to the payer. */
export const depositReturned = (owner: string, value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, `deposit-owed/${owner}`, "pix-settlement")

/** Money went back to the payer after the asset had left: what was returned is lost. */
export const returnedAfterDelivery = (value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, "losses", "pix-settlement")

/** The asset left although this much had been returned before: the loss fills up what is owed again (C42). */
export const lossRecognised = (owner: string, returned: Cents): ReadonlyArray<Posting> =>
  move("BRL", returned, "losses", `deposit-owed/${owner}`)

/** A PIX that no one requested came in on a paid charge (C41). */
export const surplusReceived = (owner: string, value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, "pix-settlement", `surplus-owed/${owner}`)

/** It went back to its payer. */
export const surplusReturned = (owner: string, value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, `surplus-owed/${owner}`, "pix-settlement")

/** The PIX provider took a fee for a PIX that came in. */
export const receivingFeePaid = (cost: Cents): ReadonlyArray<Posting> =>
  move("BRL", cost, "network-fees", "pix-settlement")

/** Nodes on the way took a fee for a delivery over Lightning. */
export const routingFeePaid = (fee: Sats): ReadonlyArray<Posting> => move("BTC", fee, "network-fees", "treasury")
