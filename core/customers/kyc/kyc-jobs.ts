// The jobs of attempts: who hands in and asks, who ends hosted pages that no one filled in, who settles an import whose
// answer was lost. One job an attempt and purpose, whoever asks for it.
import { advanceId } from "./kyc-attempt.states.ts"
import { limits } from "../../base/limits/limits.ts"
import type { NewJob } from "../../engine/store/store.ts"

/** How soon a provider is asked for the first time. */
export const firstPollMs = 500

/** Pause before a provider is asked again: soon at first, then as often as people are told to poll. */
export const pollMs = (attempt: number): number =>
  Math.min(limits.kycPollMs, firstPollMs * 2 ** Math.max(0, Math.min(attempt, 20) - 2))

/** Hands an attempt in and asks until it is decided. */
export const advanceJob = (attemptId: string, runAt: number): NewJob => ({
  id: advanceId(attemptId),
  task: "advance-kyc-attempt",
  subject: attemptId,
  runAt
})

/** Asks soon, once somebody has filled in the hosted pages. */
export const submittedJob = (attemptId: string, now: number): NewJob => ({
  ...advanceJob(attemptId, now + firstPollMs),
  id: `${advanceId(attemptId)}/submitted`
})

/** Ends hosted pages that no one filled in. */
export const expireJob = (attemptId: string, runAt: number): NewJob => ({
  id: `expire-hosted/${attemptId}`,
  task: "expire-hosted-attempt",
  subject: attemptId,
  runAt
})

/** From when an import is asked about by its job: longer than any provider takes, so that the request has ended by then. */
export const importPatienceMs = 60_000
