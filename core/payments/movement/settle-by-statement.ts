// The second source of a greater amount than was ordered: the provider's statement lists a payment with the amount that the look-up of it
// names. Two that agree are believed: the payment is done, and the difference is in suspense until an operator has said what became of it
// (C71; 0263).
import { Clock, Effect, Option } from "effect"
import { printHeld } from "../../base/money/decimal.ts"
import { find } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { amountSaid, lookUp } from "./asked.ts"
import { Movements } from "./movement.ts"
import type { Subjects } from "./news.ts"
import { bookMovement } from "./perform-movement.ts"

/** Books what the statement and the look-up of a payment both say, with `trace` in the same commit; whether it did. */
export const settleByStatement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(
    function*({ endToEndId, paymentId, value }: FactOf<"PaymentSettled">, trace: ReadonlyArray<Write>) {
      const movement = Option.getOrUndefined(yield* find(Movements, "payment", paymentId))?.value
      if (movement?.state !== "SENDING" || movement.order.kind !== "pixPayment") return false
      // Of less than was ordered the rest is still to be paid, which an operator decides.
      if (endToEndId === null || value === undefined || value < movement.order.value) return false
      if (amountSaid(yield* lookUp(movement)) !== printHeld("BRL", value)) return false
      const paidAt = yield* Clock.currentTimeMillis
      const receipt = { kind: "pixPayment", endToEndId, paidAt, payerIspb: null, receiver: null } as const
      const booked = yield* bookMovement(subjects, movement.id, { on: "done", receipt, moved: value }, {
        writes: trace
      })
      return booked === "Booked"
    }
  )
