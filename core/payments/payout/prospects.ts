// What may still happen to a payout.
import type { Prospects } from "../../engine/resource/explanation.ts"
import type { Movement } from "../movement/movement.ts"
import type { PixPaymentGuardFacts } from "../pix-payment/pix-payment.states.ts"
import { pixPaymentProspects, reported } from "../pix-payment/prospects.ts"
import type { PayoutTrigger } from "./payout.states.ts"
import type { Payout } from "./payout.ts"

export const payoutProspects: Prospects<Payout, PayoutTrigger, PixPaymentGuardFacts, Movement> = (
  payout,
  movements,
  on
) => {
  const by = reported(payout, movements)
  switch (on) {
    case "debited":
      return by((purpose) => purpose === "debit", "moved")
    case "debitRefused":
      return by((purpose) => purpose === "debit", "refused")
    case "reversalRefunded":
      return by((purpose) => purpose === "reversal", "moved")
    case "reversalRefundRefused":
      return by((purpose) => purpose === "reversal", "refused")
    case "doubted":
    case "operatorRefundRefused":
    case "pixRefused":
    case "pixSettled":
    case "refundOrdered":
    case "refundedByOperator":
    case "restoreRefused":
    case "restored":
    case "reversed":
      return pixPaymentProspects(payout, movements, on)
  }
}
