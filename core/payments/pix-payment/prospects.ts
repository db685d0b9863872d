// What may still happen to a PIX payment: what payouts and Lightning invoices have in common.
import { when } from "../../engine/resource/explanation.ts"
import type { Stored } from "../../engine/store/records.ts"
import { subtract } from "../../base/money/units.ts"
import type { Movement, Purpose } from "../movement/movement.ts"
import type { MovementNews } from "../movement/news.ts"
import { canStillReport, partsOf } from "../movement/prospects.ts"
import type { PixPayment } from "./pix-payment.ts"
import type { PixPaymentGuardFacts } from "./pix-payment.states.ts"
import type { pixPaymentTriggers } from "./pix-payment.triggers.ts"

type KnownPayment = Partial<PixPaymentGuardFacts>

/** What is known of a payment whatever comes. */
export const knownOf = ({ endToEndId, refunded, refunding, returned }: PixPayment): KnownPayment => ({
  returnedBefore: returned,
  refunded,
  refunding,
  ...(endToEndId === null ? {} : { tellsId: false })
})

const isRestored = (purpose: Purpose): boolean => purpose === "restore" || purpose === "return"

/** What movements of a payment for a purpose can still report, as a way in which a trigger can come. */
export const reported =
  (payment: PixPayment, movements: ReadonlyArray<Stored<Movement>>) =>
  (isFor: (purpose: Purpose) => boolean, news: MovementNews["on"]): ReadonlyArray<KnownPayment> =>
    when(canStillReport(movements, isFor, news), knownOf(payment))

/** The ways in which a trigger that both kinds have can come. */
export const pixPaymentProspects = (
  payment: PixPayment,
  movements: ReadonlyArray<Stored<Movement>>,
  on: keyof typeof pixPaymentTriggers
): ReadonlyArray<KnownPayment> => {
  const by = reported(payment, movements)
  switch (on) {
    case "pixSettled":
      return by((purpose) => purpose === "pix", "moved")
    case "pixRefused":
      return by((purpose) => purpose === "pix", "refused")
    case "reversed":
      return canStillReport(movements, (purpose) => purpose === "pix", "reversed")
        ? partsOf(subtract(payment.value, payment.returned)).map((returnedNow) => ({
          ...knownOf(payment),
          returnedNow
        }))
        : []
    case "restored":
      return by(isRestored, "moved")
    case "restoreRefused":
      return by(isRestored, "refused")
    case "refundedByOperator":
      return by((purpose) => purpose === "refund", "moved")
    case "operatorRefundRefused":
      return by((purpose) => purpose === "refund", "refused")
    case "doubted":
      return by(() => true, "doubted")
    case "refundOrdered":
      return [knownOf(payment)]
  }
}
