// What the interface shows of a Lightning invoice: the answer of creation, and the record by payment hash with the fields
// of a payout (spec "Lightning invoice", "Payout status record"; C4, C20, C44). Units and names are the wire's.
import { printBrl } from "../money/decimal.ts"
import { payoutFailedText, pixKeyOf, pixReceiptView, previewName, qrCodeOf } from "../pix-payment/pix-payment-view.ts"
import { isoInstant, isoInstantOrNull } from "../time/instant.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"
import { lightningInvoiceStates } from "./lightning-invoice.states.ts"

/** The answer of creation. It reads only what never changes, so a replay gives the same bytes. */
export const lightningInvoiceAnswer = (invoice: LightningInvoice) => ({
  success: true as const,
  invoice: invoice.bolt11,
  valueInSatoshis: Number(invoice.sats),
  pixKey: pixKeyOf(invoice),
  qrCode: qrCodeOf(invoice),
  valueInBrl: printBrl(invoice.value),
  fee: printBrl(invoice.fee),
  paymentHash: invoice.paymentHash
})
export type LightningInvoiceAnswer = ReturnType<typeof lightningInvoiceAnswer>

/** The record: where the invoice stands, and the fields of the payout that it funds. */
export const lightningInvoiceRecord = (invoice: LightningInvoice) => ({
  paymentHash: invoice.paymentHash,
  transactionId: invoice.paymentHash,
  status: lightningInvoiceStates.states[invoice.state],
  network: "lightning" as const,
  invoice: invoice.bolt11,
  valueInSatoshis: Number(invoice.sats),
  txHash: invoice.bolt11,
  endToEndId: invoice.endToEndId,
  valueInBrl: printBrl(invoice.value),
  fee: printBrl(invoice.fee),
  pixKey: pixKeyOf(invoice),
  qrCode: qrCodeOf(invoice),
  provider: "PIX",
  correlationID: null,
  failureReason: invoice.refusal === null ? null : payoutFailedText,
  refundAddress: invoice.refundAddress,
  refundInvoice: invoice.refundInvoice,
  refundTxId: invoice.refundTxId,
  refundedAt: isoInstantOrNull(invoice.refundedAt),
  receipt: pixReceiptView(invoice),
  expiresAt: isoInstant(invoice.expiresAt),
  createdAt: isoInstant(invoice.createdAt),
  updatedAt: isoInstant(invoice.updatedAt)
})

/** Names an invoice as it stands, and where its sats are to go: anything that changes of it changes the name. */
export const previewOf = (invoice: LightningInvoice, address: string | null): string =>
  previewName(`${address ?? ""}\n${LightningInvoices.encode(invoice)}`)
