// Payloads of the payout events (spec "PAYOUT_SUCCESSFUL data", "PAYOUT_FAILED data", "PAYOUT_REFUNDED data").
import { printBrl } from "../money/decimal.ts"
import { rateNumber } from "../money/rate.ts"
import { isoInstant } from "../time/instant.ts"
import type { Reversal } from "../movement/movement.ts"
import type { GivenBack } from "../pix-payment/pix-payment.ts"
import { type Payout, refundPlace } from "./payout.ts"
import { inWholeUnits, payoutFailedText, payoutReceipt, pixKeyOf } from "./payout-view.ts"
import { payoutStates } from "./payout.states.ts"

/** PAYOUT_SUCCESSFUL. `invoice` is the legacy alias of `txHash`; `assetAmount` is what the wallet paid, fee included. */
export const successfulData = (payout: Payout, receiptUrl: string | null) => ({
  success: true,
  transactionId: payout.id,
  externalId: payout.externalId,
  trackId: null,
  status: payoutStates.states.COMPLETED,
  asset: payout.asset,
  network: payout.network,
  valueInBrl: printBrl(payout.value),
  fee: printBrl(payout.fee),
  pixKey: pixKeyOf(payout),
  endToEndId: payout.endToEndId,
  txHash: payout.transactionHash,
  receipt: payoutReceipt(payout),
  receiptUrl: payout.paidAt === null ? null : receiptUrl,
  quote: {
    brlAmount: printBrl(payout.value),
    assetAmount: inWholeUnits(payout.asset, payout.units),
    fxRateAtTx: rateNumber(payout.rate)
  },
  invoice: payout.transactionHash
})

/** PAYOUT_FAILED: says nothing of who should have paid it, or why he did not. */
export const failedData = (payout: Payout) => ({
  success: false,
  invoice: payout.transactionHash,
  pixKey: pixKeyOf(payout),
  valueInBrl: printBrl(payout.value),
  errorCode: "PAYOUT_FAILED",
  errorDescription: payoutFailedText
})

const refunded = (payout: Payout) => ({
  success: true,
  pixKey: pixKeyOf(payout),
  valueInBrl: printBrl(payout.value),
  transactionId: payout.id
})

/** PAYOUT_REFUNDED of a reversed PIX. With no refund transaction, giving it back is pending manual review. */
export const reversedData = (
  payout: Payout,
  reversal: Pick<Reversal, "returnId" | "reason" | "value">,
  refundTransaction: string | null
) => ({
  ...refunded(payout),
  endToEndId: payout.endToEndId,
  returnedAmount: printBrl(reversal.value),
  originalTicketId: payout.id,
  reversalTicketId: reversal.returnId,
  reason: reversal.reason,
  refundTxId: refundTransaction,
  // Where manual refunds go elsewhere, no reversal is refunded but by hand (C55).
  refundAddress: refundTransaction === null ? null : refundPlace(payout, "refund").address
})

/** PAYOUT_REFUNDED of what the operator ordered, sent at an instant (Unix milliseconds). */
export const manualRefundData = (payout: Payout, refund: GivenBack, transactionHash: string | null, now: number) => {
  const { address, network } = refundPlace(payout, refund.purpose)
  return {
    ...refunded(payout),
    refundTxId: transactionHash,
    refundAddress: address,
    asset: payout.asset,
    network,
    stableAmount: inWholeUnits(payout.asset, refund.units),
    refundedAt: isoInstant(now)
  }
}
