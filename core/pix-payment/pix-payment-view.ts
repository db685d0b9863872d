// What the interface shows of every PIX that we pay, whatever came in for it (spec "Payout status record", "PAYOUT_FAILED data",
// "Receipt object"; C44). Providers have no name here.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { printBrl } from "../money/decimal.ts"
import { rateNumber } from "../money/rate.ts"
import type { Reversal } from "../movement/movement.ts"
import { receiptOf } from "../pix/receipt.ts"
import type { PixPayment } from "./pix-payment.ts"

/** The text that customers see of a PIX that could not be paid; what the provider said stays inside. */
export const payoutFailedText = "The PIX could not be paid."

/** The PIX key that was asked for, in its normal form; null where a BR Code was. */
export const pixKeyOf = ({ destination }: PixPayment): string | null =>
  destination.by === "key" ? destination.key : null

/** The BR Code that was asked for; null where a key was. */
export const qrCodeOf = ({ destination }: PixPayment): string | null =>
  destination.by === "brCode" ? destination.brCode : null

/** The receipt of a PIX that has settled; null before. */
export const pixReceiptView = (payment: PixPayment) =>
  payment.paidAt === null ? null : receiptOf({ ...payment, pixKey: pixKeyOf(payment) })

/** What came in, as PAYOUT_SUCCESSFUL tells it; `assetAmount` is in whole units, fee included. */
interface PaidWith {
  readonly transactionId: string
  readonly externalId: string | null
  readonly asset: string
  readonly network: string
  readonly txHash: string | null
  readonly assetAmount: string
}

/** PAYOUT_SUCCESSFUL, but for what its kind adds. */
export const settledData = (
  payment: PixPayment,
  { asset, assetAmount, externalId, network, transactionId, txHash }: PaidWith,
  receiptUrl: string | null
) => ({
  success: true,
  transactionId,
  externalId,
  trackId: null,
  status: "COMPLETED",
  asset,
  network,
  valueInBrl: printBrl(payment.value),
  fee: printBrl(payment.fee),
  pixKey: pixKeyOf(payment),
  endToEndId: payment.endToEndId,
  txHash,
  receipt: pixReceiptView(payment),
  receiptUrl: payment.paidAt === null ? null : receiptUrl,
  quote: { brlAmount: printBrl(payment.value), assetAmount, fxRateAtTx: rateNumber(payment.rate) },
  // The legacy alias of `txHash`.
  invoice: txHash
})

/** PAYOUT_FAILED: says nothing of who should have paid it, why he did not, and what went back. `invoice` is what came in by. */
export const failedData = (payment: PixPayment, invoice: string | null) => ({
  success: false,
  invoice,
  pixKey: pixKeyOf(payment),
  valueInBrl: printBrl(payment.value),
  errorCode: "PAYOUT_FAILED",
  errorDescription: payoutFailedText
})

/** PAYOUT_REFUNDED, but for what went back. */
export const refundedData = (payment: PixPayment) => ({
  success: true,
  pixKey: pixKeyOf(payment),
  valueInBrl: printBrl(payment.value)
})

/** PAYOUT_REFUNDED of a PIX that its bank returned; with no refund transaction, giving it back is left to a person (0097). */
export const reversedData = (
  payment: PixPayment,
  ticketId: string,
  { reason, returnId, value }: Pick<Reversal, "reason" | "returnId" | "value">,
  refund: { readonly transaction: string; readonly address: string } | null = null
) => ({
  ...refundedData(payment),
  transactionId: ticketId,
  endToEndId: payment.endToEndId,
  returnedAmount: printBrl(value),
  originalTicketId: ticketId,
  reversalTicketId: returnId,
  reason,
  refundTxId: refund?.transaction ?? null,
  refundAddress: refund?.address ?? null
})

/** Names a record as it stands, and what is wanted of it: anything that changes of either changes the name. */
export const previewName = (body: string): string => bytesToHex(sha256(utf8ToBytes(body))).slice(0, 32)
