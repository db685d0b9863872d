// Payloads of the payout events of a Lightning invoice (spec "PAYOUT_SUCCESSFUL data" with the fields of Bitcoin-priced
// payouts, "PAYOUT_REFUNDED data"). The transaction id is the payment hash (C20).
import { printDecimal } from "../money/decimal.ts"
import { refundedData as refunded, settledData } from "../pix-payment/pix-payment-view.ts"
import type { GivenBack } from "../pix-payment/pix-payment.ts"
import { isoInstant } from "../time/instant.ts"
import type { LightningInvoice } from "./lightning-invoice.ts"

/** PAYOUT_SUCCESSFUL: the PIX has settled. */
export const successfulData = (invoice: LightningInvoice, receiptUrl: string | null) => {
  const satoshis = Number(invoice.sats)
  const assetAmount = printDecimal("BTC", invoice.sats)
  const paidWith = {
    transactionId: invoice.paymentHash,
    externalId: null,
    asset: "LIGHTNING",
    network: "lightning",
    txHash: invoice.bolt11,
    assetAmount
  }
  const settled = settledData(invoice, paidWith, receiptUrl)
  const quote = { ...settled.quote, btcAmount: Number(assetAmount), satoshis, btcToBrlRate: settled.quote.fxRateAtTx }
  return { ...settled, quote, valueInSatoshis: satoshis }
}

/** PAYOUT_REFUNDED, the case of sats that went back: automatically (C21) or by the operator. */
export const refundedData = (
  invoice: LightningInvoice,
  { address, invoice: refundInvoice, units }: GivenBack,
  refundTxId: string,
  now: number
) => ({
  ...refunded(invoice),
  invoice: invoice.bolt11,
  refundAddress: address,
  refundInvoice,
  refundTxId,
  valueInSatoshis: Number(units),
  refundedAt: isoInstant(now)
})
