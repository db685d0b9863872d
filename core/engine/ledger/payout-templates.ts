// One named entry for every business fact of payouts and of Lightning invoices that pay a PIX (C4, C9, C21). Amounts are
// smallest units; every template balances in each asset it touches.
import type { AssetCode } from "../../base/money/assets.ts"
import type { Cents } from "../../base/money/units.ts"
import { type Posting, move } from "./journal.ts"

/** The asset of a payout, or the sats of a Lightning invoice, came in: exchanged for the BRL that is owed, fee included. */
export const payoutDebited = (owner: string, gross: Cents, asset: AssetCode, units: bigint): ReadonlyArray<Posting> => [
  ...move(asset, units, "treasury", "conversion"),
  ...move("BRL", gross, "conversion", `payout-owed/${owner}`)
]

/** The PIX of a payout has settled. */
export const payoutSettled = (owner: string, value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, `payout-owed/${owner}`, "pix-settlement")

/** The fee of a payout that was paid is ours. */
export const payoutFeeEarned = (owner: string, fee: Cents): ReadonlyArray<Posting> =>
  move("BRL", fee, `payout-owed/${owner}`, "fee-income")

/** A payout that failed was given back whole, fee included: the exchange is undone. */
export const payoutRestored = (
  owner: string,
  gross: Cents,
  asset: AssetCode,
  units: bigint
): ReadonlyArray<Posting> => [
  ...move("BRL", gross, `payout-owed/${owner}`, "conversion"),
  ...move(asset, units, "conversion", "treasury")
]

/** The bank of the receiver sent a settled payout back, whole or in part. */
export const payoutReversed = (owner: string, returned: Cents): ReadonlyArray<Posting> =>
  move("BRL", returned, "pix-settlement", `reversal-owed/${owner}`)

/** What had come back by a reversal went to who had paid, as an asset. */
export const reversalRefunded = (
  owner: string,
  returned: Cents,
  asset: AssetCode,
  units: bigint
): ReadonlyArray<Posting> => [
  ...move("BRL", returned, `reversal-owed/${owner}`, "conversion"),
  ...move(asset, units, "conversion", "treasury")
]

/** The operator gave back a payout that had been paid: no one returned the PIX, so its worth is lost. */
export const paidPayoutRefunded = (value: Cents, asset: AssetCode, units: bigint): ReadonlyArray<Posting> => [
  ...move("BRL", value, "losses", "conversion"),
  ...move(asset, units, "conversion", "treasury")
]

/** A PIX turned out to have settled although its payout had been given back. */
export const settledAfterRestoring = (value: Cents): ReadonlyArray<Posting> =>
  move("BRL", value, "losses", "pix-settlement")

/** What was to be given back although its PIX had settled cannot be: the payout pays for the PIX, and keeps what came back. */
export const lossCovered = (owner: string, value: Cents, returned: Cents): ReadonlyArray<Posting> => [
  ...move("BRL", value, `payout-owed/${owner}`, "losses"),
  ...move("BRL", returned, "losses", `reversal-owed/${owner}`)
]

/** It was returned by the receiver's bank after all: what was lost is back. */
export const returnedAfterRestoring = (returned: Cents): ReadonlyArray<Posting> =>
  move("BRL", returned, "pix-settlement", "losses")

/** A payout that the operator had given back out of our own pocket came back by a reversal: the loss is made good. */
export const lossRecovered = (owner: string, returned: Cents): ReadonlyArray<Posting> =>
  move("BRL", returned, `reversal-owed/${owner}`, "losses")

/** A network took a fee for a movement that the service pays for. */
export const networkFeePaid = (asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, "network-fees", "treasury")
