// What changes a payout, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const payoutTriggers = {
  debited: "the asset has left the wallet",
  debitRefused: "the asset has not left the wallet and never will",
  doubted: "nobody can say yet whether the asset left the wallet, or whether the PIX was paid",
  pixSettled: "the PIX has settled",
  pixRefused: "the PIX was refused for good",
  reversed: "the receiver's bank has sent the PIX back, whole or in part",
  restored: "the whole asset of a payout is back in the wallet",
  restoreRefused: "the whole asset of a payout cannot be sent back",
  reversalRefunded: "what came back by a reversal is in the wallet",
  reversalRefundRefused: "what came back by a reversal cannot be sent to the wallet",
  refundOrdered: "the operator orders a refund",
  refundedByOperator: "what the operator ordered of a paid payout is in the wallet",
  operatorRefundRefused: "what the operator ordered of a paid payout cannot be sent"
} as const
