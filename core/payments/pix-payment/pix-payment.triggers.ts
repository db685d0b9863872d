// What changes a PIX payment, in words: for the tables of payouts and Lightning invoices, the pages printed of them, and the
// English dashboard.

export const pixPaymentTriggers = {
  doubted: "it is not known yet whether the PIX was paid",
  pixSettled: "the PIX has settled",
  pixRefused: "the PIX was refused for good",
  reversed: "the receiver's bank has sent the PIX back, whole or in part",
  restored: "what could not be paid has gone back whole",
  restoreRefused: "what could not be paid cannot be sent back",
  refundOrdered: "the operator orders a refund",
  refundedByOperator: "what the operator ordered of a paid PIX has arrived",
  operatorRefundRefused: "what the operator ordered of a paid PIX cannot be sent"
} as const
