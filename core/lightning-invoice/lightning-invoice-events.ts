// Payloads of the payout events of a Lightning invoice (spec "PAYOUT_SUCCESSFUL data" with the fields of Bitcoin-priced
// payouts, "PAYOUT_FAILED data", "PAYOUT_REFUNDED data"). The transaction id is the payment hash (C20).
import { printBrl, printDecimal } from "../money/decimal.ts"
import { rateNumber } from "../money/rate.ts"
import type { Sats } from "../money/units.ts"
import type { Reversal } from "../movement/movement.ts"
import type { GivenBack } from "../pix-payment/pix-payment.ts"
import { isoInstant } from "../time/instant.ts"
import type { LightningInvoice } from "./lightning-invoice.ts"
import { payoutFailedText, pixKeyOf, receiptView } from "./lightning-invoice-view.ts"

/** PAYOUT_SUCCESSFUL: the PIX has settled. */
export const successfulData = (invoice: LightningInvoice, receiptUrl: string | null) => ({
  success: true,
  transactionId: invoice.paymentHash,
  externalId: null,
  trackId: null,
  status: "COMPLETED",
  asset: "LIGHTNING",
  network: "lightning",
  valueInBrl: printBrl(invoice.value),
  fee: printBrl(invoice.fee),
  pixKey: pixKeyOf(invoice),
  endToEndId: invoice.endToEndId,
  txHash: invoice.bolt11,
  receipt: receiptView(invoice),
  receiptUrl: invoice.paidAt === null ? null : receiptUrl,
  quote: {
    brlAmount: printBrl(invoice.value),
    assetAmount: bitcoins(invoice.sats),
    fxRateAtTx: rateNumber(invoice.rate),
    btcAmount: Number(bitcoins(invoice.sats)),
    satoshis: Number(invoice.sats),
    btcToBrlRate: rateNumber(invoice.rate)
  },
  invoice: invoice.bolt11,
  valueInSatoshis: Number(invoice.sats)
})

const bitcoins = (sats: Sats): string => printDecimal("BTC", sats)

/** PAYOUT_FAILED: the PIX is impossible. It does not say that the sats went back. */
export const failedData = (invoice: LightningInvoice) => ({
  success: false,
  invoice: invoice.bolt11,
  pixKey: pixKeyOf(invoice),
  valueInBrl: printBrl(invoice.value),
  errorCode: "PAYOUT_FAILED",
  errorDescription: payoutFailedText
})

/** PAYOUT_REFUNDED, the case of sats that went back: automatically (C21) or by the operator. */
export const refundedData = (
  invoice: LightningInvoice,
  { address, invoice: refundInvoice, units }: GivenBack,
  refundTxId: string,
  now: number
) => ({
  success: true,
  pixKey: pixKeyOf(invoice),
  valueInBrl: printBrl(invoice.value),
  invoice: invoice.bolt11,
  refundAddress: address,
  refundInvoice,
  refundTxId,
  valueInSatoshis: Number(units),
  refundedAt: isoInstant(now)
})

/** PAYOUT_REFUNDED, the case of a reversed PIX: nothing went back by itself, so refund id and address are null (0097). */
export const reversedData = (
  invoice: LightningInvoice,
  reversal: Pick<Reversal, "reason" | "returnId" | "value">
) => ({
  success: true,
  pixKey: pixKeyOf(invoice),
  valueInBrl: printBrl(invoice.value),
  transactionId: invoice.paymentHash,
  endToEndId: invoice.endToEndId,
  returnedAmount: printBrl(reversal.value),
  originalTicketId: invoice.paymentHash,
  reversalTicketId: reversal.returnId,
  reason: reversal.reason,
  refundTxId: null,
  refundAddress: null
})
