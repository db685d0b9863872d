// Worker step: the time of a swap's authorization is over (spec "Limits": five minutes). One that was not used is void, and
// nothing of the swap has moved.
import { Clock, Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { type ClaimedJob, again, finish, finished } from "../../engine/store/job-queue.ts"
import { get } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { mayBeOld } from "../movement/outside.ts"
import { swapFacts } from "./decide-swap.ts"
import { SwapAuthorizations, Swaps } from "./swap.ts"

/** Ends the job's swap when its authorization is still there. */
export const expireSwap = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { expiresAt } = Option.getOrThrow(yield* get(SwapAuthorizations, job.subject)).value
  const now = yield* Clock.currentTimeMillis
  if (now < expiresAt) return again(expiresAt - now, reason("authorizationHolds"))
  // It may have moved all the same: the job that advances it leaves it to a person.
  const swap = Option.getOrThrow(yield* get(Swaps, job.subject)).value
  if (yield* mayBeOld(swap)) {
    yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    return finished
  }
  yield* swapFacts.book(job.subject, { on: "expired" }, { finished: finish(job) })
  return finished
})
