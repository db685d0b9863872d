// What changes a Lightning invoice, in words: the one place for the table, the pages printed of it, and the English dashboard.
import { pixPaymentTriggers } from "../pix-payment/pix-payment.triggers.ts"

export const lightningInvoiceTriggers = {
  invoicePaid: "the sats of the invoice are in",
  invoiceExpired: "the time to pay the invoice has passed",
  refundPrepared: "the refund address has given an invoice",
  ...pixPaymentTriggers
} as const
