// Worker step: the time to pay a charge has passed (C7). A charge that was paid meanwhile is left as it is.
import { Effect } from "effect"
import { type ClaimedJob, finish, finished } from "../ports/job-queue.ts"
import { commitFact } from "./fact-commit.ts"

/** Expires the job's deposit when it is still unpaid. */
export const lapseDeposit = Effect.fnUntraced(function*(job: ClaimedJob) {
  yield* commitFact(job.subject, () => Effect.succeed({ on: "chargeLapsed" }), { finished: finish(job) })
  return finished
})
