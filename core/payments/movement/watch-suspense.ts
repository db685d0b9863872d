// Worker step: what moved otherwise than it was ordered, and is in suspense. It is in the review queue, at once and again each day where it was
// closed, until an operator has said what became of it (C71; 0263).
import { Clock, Effect, Option } from "effect"
import { printHeld } from "../../base/money/decimal.ts"
import { days, daysOf } from "../../base/time/instant.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { solveReviews } from "../../engine/review/solve-review.ts"
import { type ClaimedJob, again, finish, finished } from "../../engine/store/job-queue.ts"
import { get } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { Movements, orderedOf, suspenseOf } from "./movement.ts"

/** Reviews the job's movement, and ends the job once nothing of it is in suspense. */
export const watchSuspense = Effect.fnUntraced(function*(job: ClaimedJob) {
  const movement = Option.getOrThrow(yield* get(Movements, job.subject)).value
  const open = suspenseOf(movement)
  const ordered = orderedOf(movement)
  if (open === 0n || ordered === undefined) {
    yield* solveReviews(movement.subject, "inSuspense", ({ movementId }) => movementId === movement.id)
    yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    return finished
  }
  const { asset } = ordered
  const { id: movementId, owner, subject } = movement
  const amount = `${open < 0n ? "-" : ""}${printHeld(asset, open < 0n ? -open : open)}`
  const inDays = daysOf((yield* Clock.currentTimeMillis) - movement.updatedAt)
  yield* raiseReview({ owner, subject, reason: { code: "inSuspense", movementId, asset, amount, days: inDays } })
  return again(days(1))
})
