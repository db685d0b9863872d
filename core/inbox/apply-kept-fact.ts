// Worker step: a fact that arrived early is applied as if it had just arrived, and its trace says what became of it in the
// commit that ends the job.
import { Clock, Effect, Option } from "effect"
import { reason } from "../base/reason/reason.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { type FactTrace, FactTraces } from "../engine/event/fact-trace.ts"
import { limits } from "../base/limits/limits.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../engine/store/job-queue.ts"
import { decodeFact } from "../ports/provider-fact.ts"
import { type Stored, get, replace } from "../engine/store/records.ts"
import { Store, changeSet } from "../engine/store/store.ts"
import { raiseReview } from "../engine/review/raise-review.ts"
import { applyProviderFact } from "./take-provider-facts.ts"

/** Applies the job's fact; one about a record that is unknown was raised for review and is done. */
export const applyKeptFact = Effect.fnUntraced(function*(job: ClaimedJob) {
  const before = Option.getOrThrow(yield* get(FactTraces, job.subject))
  const { fact } = before.value
  if (fact === null) {
    yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    return finished
  }
  const applied = yield* applyProviderFact(undefined)(decodeFact(fact)).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed("Alarmed" as const),
      PaymentNotAsked: () => Effect.succeed("Early" as const),
      ReturnIsEarly: () => Effect.succeed("Unplaced" as const)
    })
  )
  if (applied === "Early") return again(backOffMs(job.attempt), reason("paymentNotRequested"))
  if (applied === "Unplaced") return yield* waitForPayment(job, before)
  // What an earlier try of this step booked is known to this one.
  const outcome = applied === "Alarmed" ? "review" as const : "applied" as const
  const updatedAt = yield* Clock.currentTimeMillis
  const write = replace(FactTraces, before, { ...before.value, outcome, fact: null, updatedAt })
  yield* Store.use((store) => store.commit(changeSet({ writes: [write], finished: finish(job) })))
  return finished
})

// After a day without its payment a person looks at it. The fact stays, so that a payment that comes even later finds it.
const waitForPayment = Effect.fnUntraced(function*(job: ClaimedJob, before: Stored<FactTrace>) {
  const now = yield* Clock.currentTimeMillis
  const left = before.value.createdAt + limits.earlyReturnMs - now
  if (left > 0) return again(Math.min(left, backOffMs(job.attempt)), reason("paymentUnknown"))
  yield* raiseReview({
    owner: operatorOwner,
    subject: before.value.subject,
    reason: { code: "returnOfUnknownPix", factId: before.value.id, eventId: before.value.eventId }
  })
  const write = replace(FactTraces, before, { ...before.value, outcome: "review" as const, updatedAt: now })
  yield* Store.use((store) => store.commit(changeSet({ writes: [write], finished: finish(job) })))
  return finished
})
