// What moves a payout, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const payoutTriggers = {
  debited: "the asset has left the wallet for good",
  debitRefused: "the asset has not left the wallet and never will",
  debitUnknown: "nobody can say yet whether the asset left the wallet",
  pixSettled: "the PIX has settled",
  pixRefused: "the PIX was refused for good",
  pixUnknown: "nobody can say yet whether the PIX was paid",
  reversed: "the receiver's bank has sent the PIX back, whole or in part",
  restored: "the whole asset of an unpaid payout is back in the wallet",
  restoreRefused: "the asset of an unpaid payout cannot be sent back",
  reversalRefunded: "what came back by a reversal is in the wallet",
  reversalRefundRefused: "what came back by a reversal cannot be sent to the wallet",
  refundOrdered: "the operator orders that the payout is given back",
  refundedByOperator: "what the operator ordered is in the wallet",
  operatorRefundRefused: "what the operator ordered cannot be sent"
} as const
