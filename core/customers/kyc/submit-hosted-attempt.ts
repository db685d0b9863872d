// A hosted page was filled in: the session in its address is the only credential. What is decided then comes as for every
// attempt; here is only that somebody asks soon.
import { Clock, Effect, Option, type Redacted } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { get } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { KycAttempts } from "./kyc-attempt.ts"
import { submittedJob } from "./kyc-jobs.ts"
import { providerUnavailable } from "./attempt-request.ts"

/** Takes a page of a session; one that is unknown or over is not found. Answers where the person goes from there. */
export const submitHostedAttempt = Effect.fnUntraced(function*(session: Redacted.Redacted) {
  const outcome = yield* KycProvider.use((provider) => provider.submitHosted(session))
  if (outcome._tag === "Unknown") return yield* providerUnavailable()
  if (outcome._tag === "Refused") return yield* new NotFound({ resource: "Attempt" })
  const { attemptId, isComplete, redirectUrl } = outcome.value
  if (Option.isNone(yield* get(KycAttempts, attemptId))) return yield* new NotFound({ resource: "Attempt" })
  if (isComplete) {
    const jobs = [submittedJob(attemptId, yield* Clock.currentTimeMillis)]
    yield* Store.use((store) => store.commit(changeSet({ jobs })))
  }
  return { success: true as const, data: { isComplete, redirectUrl } }
})
