// Worker step: the time to fill in hosted pages has passed (spec "KYC attempt", row 4). The provider knows whether somebody
// did; what was filled in, or decided, meanwhile goes on.
import { Effect } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { type KycFact, factOf } from "./kyc-fact.ts"
import { kycFacts } from "./kyc-fact-commit.ts"

/** Expires the job's attempt when no one has filled in its pages. */
export const expireHostedAttempt = Effect.fnUntraced(function*(job: ClaimedJob) {
  const report = yield* KycProvider.use((provider) => provider.lookUp(job.subject))
  if (report._tag === "Unknown") return again(backOffMs(job.attempt), report.reason)
  const isLeft = report._tag !== "Done" || report.value.status === "STARTED"
  const fact: KycFact | undefined = isLeft ? { on: "hostedTimedOut" } : factOf(report.value)
  yield* kycFacts.book(job.subject, fact, { finished: finish(job) })
  return finished
})
