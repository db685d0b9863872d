// What may still happen to a deposit.
import { type Prospects, when } from "../../engine/resource/explanation.ts"
import type { Movement } from "../movement/movement.ts"
import type { MovementNews } from "../movement/news.ts"
import { canStillReport, partsOf } from "../movement/prospects.ts"
import { isLeftToOperator, restDelivery } from "./decide-deposit.ts"
import { type DepositPurpose, isOpenUnsent, lastOf, restOf } from "./deposit-effects.ts"
import type { DepositGuardFacts, DepositTrigger } from "./deposit.states.ts"
import type { Deposit } from "./deposit.ts"

export const depositProspects: Prospects<Deposit, DepositTrigger, DepositGuardFacts, Movement> = (
  deposit,
  movements,
  on
) => {
  const last = lastOf(movements)
  const known = { value: deposit.value, returnedBefore: deposit.refunded, withheld: deposit.withheld }
  const by = (purpose: DepositPurpose, news: MovementNews["on"]) =>
    when(canStillReport(movements, (each) => each === purpose, news), known)
  switch (on) {
    case "delivered":
      return by("deliver", "moved")
    case "deliveryRefused":
      return by("deliver", "refused")
    case "deliveryUnknown":
      return by("deliver", "doubted")
    case "returnRefused":
      return by("return", "refused")
    case "returnConfirmed":
      return deposit.endToEndId === null ? [] : partsOf(restOf(deposit)).map((returnedNow) => ({
        ...known,
        returnedNow,
        isDeliverySent: (last.deliver?.value.sentAt ?? null) !== null,
        isReturnUnsent: isOpenUnsent(last.return)
      }))
    case "returnOverdue":
      return when(deposit.returnDueAt !== null, known)
    case "restDeliveryOrdered":
    case "restReturnOrdered":
      return [{
        ...known,
        isWithOperator: isLeftToOperator(deposit, last),
        isRestDeliverable: restDelivery(deposit).units > 0n
      }]
    case "pixSettled":
    case "chargeExpired":
      return [known]
  }
}
