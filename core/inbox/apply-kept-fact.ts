// Worker step: a fact that arrived early is applied as if it had just arrived, and its trace says what became of it in the
// commit that ends the job.
import { Clock, Effect, Option } from "effect"
import { reason } from "../base/reason/reason.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { type FactTrace, FactTraces } from "../engine/event/fact-trace.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../engine/store/job-queue.ts"
import { decodeFact } from "../ports/provider-fact.ts"
import { type Stored, get, replace } from "../engine/store/records.ts"
import { Store, changeSet } from "../engine/store/store.ts"
import { openReview, raiseReview } from "../engine/review/raise-review.ts"
import { solveReviews } from "../engine/review/solve-review.ts"
import { ReviewAfter } from "../ports/review-after.ts"
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
  if (applied === "Early") {
    yield* reviewWhenLong(before.value)
    return again(backOffMs(job.attempt), reason("paymentNotRequested"))
  }
  if (applied === "Unplaced") return yield* waitForPayment(job, before)
  // What an earlier try of this step booked is known to this one.
  const outcome = applied === "Alarmed" ? "review" as const : "applied" as const
  const updatedAt = yield* Clock.currentTimeMillis
  const write = replace(FactTraces, before, { ...before.value, outcome, fact: null, updatedAt })
  // It is found by the id that it is about, and the trace by its own: two commits (0170). What is lost between them is done again.
  yield* solveReviews(before.value.subject, "factKept", ({ factId }) => factId === before.value.id)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write], finished: finish(job) })))
  return finished
})

// It is tried again all the same: the payment that it reports may still be requested.
const reviewWhenLong = Effect.fnUntraced(function*({ createdAt, id, subject, type }: FactTrace) {
  const { keptMs } = yield* ReviewAfter
  if ((yield* Clock.currentTimeMillis) < createdAt + keptMs) return
  const about = { code: "factKept", factId: id, fact: type, since: createdAt } as const
  if (yield* openReview({ owner: operatorOwner, subject, reason: about })) {
    yield* Effect.logError("A report of a provider cannot be applied", { fact: id, about: subject })
  }
})

// When it was kept for long a person looks at it. The fact stays, so that a payment that comes even later finds it.
const waitForPayment = Effect.fnUntraced(function*(job: ClaimedJob, before: Stored<FactTrace>) {
  const now = yield* Clock.currentTimeMillis
  const left = before.value.createdAt + (yield* ReviewAfter).keptMs - now
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
