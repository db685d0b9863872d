// Payloads of the payout events (spec "PAYOUT_SUCCESSFUL data", "PAYOUT_FAILED data", "PAYOUT_REFUNDED data").
import type { Reversal } from "../movement/movement.ts"
import { refundedData, reversedData as reversed, settledData } from "../pix-payment/pix-payment-view.ts"
import type { GivenBack } from "../pix-payment/pix-payment.ts"
import { isoInstant } from "../time/instant.ts"
import { type Payout, refundPlace } from "./payout.ts"
import { inWholeUnits } from "./payout-view.ts"

/** PAYOUT_SUCCESSFUL. */
export const successfulData = (payout: Payout, receiptUrl: string | null) => {
  const { asset, externalId, id: transactionId, network, transactionHash: txHash, units } = payout
  const paidWith = { transactionId, externalId, asset, network, txHash, assetAmount: inWholeUnits(asset, units) }
  return settledData(payout, paidWith, receiptUrl)
}

/** PAYOUT_REFUNDED of a reversed PIX. With no refund transaction, giving it back is pending manual review. */
export const reversedData = (payout: Payout, reversal: Reversal, transaction: string | null) =>
  reversed(
    payout,
    payout.id,
    reversal,
    // Where manual refunds go elsewhere, no reversal is refunded but by hand (C55).
    transaction === null ? null : { transaction, address: refundPlace(payout, "refund").address }
  )

/** PAYOUT_REFUNDED of what the operator ordered, sent at an instant (Unix milliseconds). */
export const manualRefundData = (payout: Payout, refund: GivenBack, transactionHash: string | null, now: number) => {
  const { address, network } = refundPlace(payout, refund.purpose)
  return {
    ...refundedData(payout),
    transactionId: payout.id,
    refundTxId: transactionHash,
    refundAddress: address,
    asset: payout.asset,
    network,
    stableAmount: inWholeUnits(payout.asset, refund.units),
    refundedAt: isoInstant(now)
  }
}
