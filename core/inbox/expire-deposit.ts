// Worker step: the time to pay a charge has passed (C7). The charge is looked up at the rail once, paid or not, because the report of
// any payment may have been lost (C47). While the rail does not answer the charge stays as it is.
import { Clock, Effect, Option } from "effect"
import { type Reason, reason } from "../base/reason/reason.ts"
import { reviewId } from "../base/reason/review-reason.ts"
import { type Deposit, Deposits } from "../payments/deposit/deposit.ts"
import { depositFacts } from "../payments/deposit/hear-deposit.ts"
import { reviewOf } from "../engine/event/book-fact.ts"
import { limits } from "../base/limits/limits.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../engine/store/job-queue.ts"
import { get } from "../engine/store/records.ts"
import { Store } from "../engine/store/store.ts"
import { raiseReview } from "../engine/review/raise-review.ts"
import { Reviews } from "../engine/review/review.ts"
import { solveReviews } from "../engine/review/solve-review.ts"
import { lookUpCharge } from "./look-up-charge.ts"

/** Applies the payments that were not reported, and expires the job's deposit when there is none that funds it. */
export const expireDeposit = Effect.fnUntraced(function*(job: ClaimedJob) {
  const deposit = Option.getOrThrow(yield* get(Deposits, job.subject)).value
  // Processes disagree about the time: the store's decides, so that no charge expires while it can still be paid.
  const left = deposit.expiresAt - (yield* Store.use((store) => store.now))
  if (left > 0) return again(left, reason("chargePayable"))
  const found = yield* lookUpCharge(deposit)
  if (found._tag === "Unknown") {
    yield* reviewWhenLong(deposit, found.reason)
    return again(backOffMs(job.attempt), found.reason)
  }
  if (left + limits.chargeUnknownMs <= 0) yield* solveReviews(deposit.id, "chargeUnknown")
  // Whoever made it has to know it: something is wrong there, and it may have been paid all the same.
  const { via: account } = deposit
  const at = yield* Clock.currentTimeMillis
  const writes = found._tag === "Absent" ? [reviewOf(deposit, { code: "chargeNotKnown", account }, at)] : []
  yield* depositFacts.book(job.subject, { on: "chargeExpired" }, { finished: finish(job), writes })
  return finished
})

// A person is asked once, and the charge is looked up all the same.
const reviewWhenLong = Effect.fnUntraced(function*({ expiresAt, id, owner }: Deposit, why: Reason) {
  const createdAt = yield* Clock.currentTimeMillis
  if (createdAt < expiresAt + limits.chargeUnknownMs) return
  const about = { owner, subject: id, reason: { code: "chargeUnknown", reason: why } } as const
  const raised = yield* get(Reviews, reviewId(id, about.reason))
  if (Option.isNone(raised) || raised.value.value.state === "SOLVED") yield* raiseReview(about)
})
