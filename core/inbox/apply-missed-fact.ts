// What the PIX provider's books have and nothing reported: treated as if it had been reported now. What cannot be placed is put
// before a person, and so is a received PIX of another amount than was reported (0184).
import { Clock, Effect, Option } from "effect"
import { printBrl } from "../base/money/decimal.ts"
import { PixReceipts } from "../payments/deposit/deposit.ts"
import { FactTraces, traceOf } from "../engine/event/fact-trace.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { Ids } from "../engine/store/ids.ts"
import type { FactOf, ProviderFact } from "../ports/provider-fact.ts"
import { get, insert } from "../engine/store/records.ts"
import { raiseReview } from "../engine/review/raise-review.ts"
import { settleByStatement } from "../payments/movement/settle-by-statement.ts"
import { subjects } from "../payments/resources.ts"
import { applyProviderFact } from "./take-provider-facts.ts"

const sender = "rail-books"

/**
 * Applies what the provider's books have, as if it had been reported now. What is known leaves no trace of its own: it has one from
 * when it was reported. True where it is a movement of ours.
 */
export const applyMissedFact = Effect.fnUntraced(function*(fact: ProviderFact) {
  if (fact._tag === "ChargePaid") yield* compareReceipt(fact)
  const id = yield* Ids.use((ids) => ids.next("fct", operatorOwner))
  const trace = traceOf(fact, { id, owner: "provider", sender, now: yield* Clock.currentTimeMillis })
  const applied = yield* applyProviderFact(undefined, [insert(FactTraces, trace)])(fact).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed("Alarmed" as const),
      PaymentNotAsked: () => Effect.succeed("NotAsked" as const),
      // A return of our own is on its way, and its outcome will tell.
      ReturnIsEarly: () => Effect.succeed("Known" as const)
    })
  )
  if (applied === "Booked") {
    yield* Effect.logWarning("A movement of the PIX provider had not been reported", { fact: fact._tag, trace: id })
  }
  // Another amount than was ordered: this list is a second source beside the look-up.
  if (applied === "Alarmed" && fact._tag === "PaymentSettled") {
    return yield* settleByStatement(subjects)(fact, [insert(FactTraces, trace)])
  }
  if (applied === "NotAsked") {
    yield* raiseReview({
      owner: operatorOwner,
      subject: trace.subject,
      reason: { code: "paidNeverSent", fact: fact._tag }
    })
  }
  return applied === "Booked" || applied === "Known"
})

const compareReceipt = Effect.fnUntraced(function*({ endToEndId, value }: FactOf<"ChargePaid">) {
  const receipt = Option.getOrUndefined(yield* get(PixReceipts, endToEndId.toUpperCase()))?.value
  if (receipt === undefined || value === null || receipt.value === value) return
  const reason = {
    code: "bookedAmountDiffers",
    endToEndId: receipt.endToEndId,
    value: printBrl(value),
    reported: printBrl(receipt.value)
  } as const
  yield* raiseReview({ owner: receipt.owner, subject: receipt.depositId, reason })
})
