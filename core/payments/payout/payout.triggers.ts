// What changes a payout, in words: the one place for the table, the pages printed of it, and the English dashboard.
import { pixPaymentTriggers } from "../pix-payment/pix-payment.triggers.ts"

export const payoutTriggers = {
  debited: "the asset has left the wallet",
  debitRefused: "the asset has not left the wallet and never will",
  ...pixPaymentTriggers,
  doubted: "it is not known yet whether the asset left the wallet, or whether the PIX was paid",
  reversalRefunded: "what came back by a reversal is in the wallet",
  reversalRefundRefused: "what came back by a reversal cannot be sent to the wallet"
} as const
