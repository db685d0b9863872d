// What moves a Lightning invoice, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const lightningInvoiceTriggers = {
  invoicePaid: "the sats of the invoice are in",
  invoiceLapsed: "the time to pay the invoice has passed",
  pixPaid: "the PIX has settled",
  pixRefused: "the PIX definitely cannot be paid",
  pixUnknown: "nobody can say yet whether the PIX was paid",
  pixReversed: "the receiver's bank sent the PIX back, or part of it",
  refundAsked: "the operator wants the sats to go back",
  refundSent: "the sats have arrived at the refund address",
  refundRefused: "the sats definitely did not go back"
} as const
