// Worker step: hands an attempt in, once, and asks the provider until it is decided. The first try hands in; any later one
// may follow a lost answer, so it looks our id up first (C10). No verdict yet is a normal answer.
import { Clock, Effect, Option, Redacted } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { type Stored, get } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type KycAttempt, KycAttempts, isOpen } from "./kyc-attempt.ts"
import { factOf } from "./kyc-fact.ts"
import { kycFacts } from "./kyc-fact-commit.ts"
import { firstPollMs, pollMs } from "./kyc-jobs.ts"
import { type SealedSubmission, SealedSubmissions, forget, submissionOf, submissionPlace } from "./sealed-submission.ts"

/** Takes the job's attempt one step further; the job ends with the decision. */
export const advanceKycAttempt = Effect.fnUntraced(function*(job: ClaimedJob) {
  const attempt = Option.getOrThrow(yield* get(KycAttempts, job.subject)).value
  const kept = Option.getOrUndefined(yield* get(SealedSubmissions, attempt.id))
  if (!isOpen(attempt)) return yield* ended(job, kept)
  const sealed = kept?.value.sealed ?? null
  return kept === undefined || sealed === null ? yield* ask(job, attempt) : yield* handIn(job, attempt, kept, sealed)
})

// It was decided without us: nothing that was handed in is kept any longer.
const ended = Effect.fnUntraced(function*(job: ClaimedJob, kept: Stored<SealedSubmission> | undefined) {
  const writes = kept === undefined ? [] : forget(kept, yield* Clock.currentTimeMillis)
  yield* Store.use((store) => store.commit(changeSet({ writes, finished: finish(job) })))
  return finished
})

const handIn = Effect.fnUntraced(function*(
  job: ClaimedJob,
  attempt: KycAttempt,
  kept: Stored<SealedSubmission>,
  sealed: string
) {
  const outcome = yield* submitted(job, attempt, sealed)
  const writes = forget(kept, yield* Clock.currentTimeMillis)
  switch (outcome._tag) {
    case "Done":
      yield* Store.use((store) => store.commit(changeSet({ writes })))
      return again(firstPollMs, reason("underExamination"))
    case "Refused":
      yield* Effect.logError("The identity provider refuses an attempt", { attempt: kept.value.id })
      yield* kycFacts.book(kept.value.id, { on: "failed" }, { writes, finished: finish(job) })
      return finished
    case "Unknown":
      return again(backOffMs(job.attempt), outcome.reason)
  }
})

const submitted = Effect.fnUntraced(function*(job: ClaimedJob, { id, subAccountId }: KycAttempt, sealed: string) {
  const provider = yield* KycProvider
  if (job.attempt > 1) {
    const found = yield* provider.lookUp(id)
    if (found._tag !== "Absent") return found
  }
  const { accountType, email, name } = Option.getOrThrow(yield* get(Subaccounts, subAccountId)).value
  const text = yield* Secrets.use((secrets) => secrets.open(sealed, submissionPlace(id)))
  return yield* provider.submit({
    attemptId: id,
    subject: { subAccountId, accountType, name, email },
    submission: submissionOf(Redacted.value(text))
  })
})

const ask = Effect.fnUntraced(function*(job: ClaimedJob, attempt: KycAttempt) {
  const report = yield* KycProvider.use((provider) => provider.lookUp(attempt.id))
  if (report._tag === "Unknown") return again(backOffMs(job.attempt), report.reason)
  const isLeft = report._tag !== "Done" || report.value.status === "STARTED"
  const fact = isLeft && (yield* isOver(attempt))
    ? { on: "hostedTimedOut" as const }
    : report._tag === "Done"
    ? factOf(report.value)
    : lost(attempt)
  if (fact === undefined) return again(pollMs(job.attempt), reason("underExamination"))
  if (fact.on !== "reviewed") {
    yield* kycFacts.book(attempt.id, fact, { finished: finish(job) })
    return finished
  }
  yield* kycFacts.book(attempt.id, fact)
  return again(pollMs(job.attempt), reason("underReview"))
})

// Hosted pages have a job that ends them in time; should it be gone, whoever asks ends them.
const isOver = ({ submitted }: KycAttempt) =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => submitted?.source === "HOSTED" && submitted.expiresAt !== null && now >= submitted.expiresAt
  )

// What was handed in cannot be handed in again, so an attempt that the provider does not have will never be decided. Pages
// that it does not have any more end at their own time.
const lost = ({ submitted }: KycAttempt) => submitted?.source === "HOSTED" ? undefined : { on: "failed" as const }
