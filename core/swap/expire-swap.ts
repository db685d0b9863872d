// Worker step: the time of a swap's authorization is over (spec "Limits": five minutes). One that was not used is void, and
// nothing of the swap has moved.
import { Clock, Effect } from "effect"
import { type ClaimedJob, again, finish, finished } from "../ports/job-queue.ts"
import { Store, changeSet } from "../ports/store.ts"
import { commitFact, readSwapWithAuthorization } from "./swap-commit.ts"

/** Ends the job's swap when its authorization is still there. */
export const expireSwap = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { authorization } = yield* readSwapWithAuthorization(job.subject)
  const now = yield* Clock.currentTimeMillis
  if (now < authorization.expiresAt) return again(authorization.expiresAt - now, "the authorization still holds")
  if (authorization.sealed !== null) yield* commitFact(job.subject, { on: "expired" })
  yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
  return finished
})
