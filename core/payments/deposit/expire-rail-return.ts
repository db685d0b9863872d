// Worker step: the rail has not reported in time the return that it makes by itself (C46). A deposit that was returned meanwhile
// is left as it is.
import { Effect } from "effect"
import { type ClaimedJob, finish, finished } from "../../engine/store/job-queue.ts"
import { depositFacts } from "./hear-deposit.ts"

/** Puts the job's deposit in the operator's review queue when its payment is still not returned. */
export const expireRailReturn = Effect.fnUntraced(function*(job: ClaimedJob) {
  yield* depositFacts.book(job.subject, { on: "returnOverdue" }, { finished: finish(job) })
  return finished
})
