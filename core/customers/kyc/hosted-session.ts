// What stands before the hosted pages: the session that a page was opened with, its only credential (0145). Invariant: a
// session that is unknown or over is refused like a missing attempt.
import { Clock, Effect, Option, type Redacted } from "effect"
import { linksOpen } from "../access/links.ts"
import { countCall } from "../access/rate.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { type HostedSession, KycProvider } from "../../ports/kyc-provider.ts"
import { get } from "../../engine/store/records.ts"
import { type KycAttempt, KycAttempts } from "./kyc-attempt.ts"
import { providerUnavailable } from "./attempt-request.ts"

/** A session with the attempt that it is about. */
export interface OpenSession extends HostedSession {
  readonly attempt: KycAttempt
}

const missing = () => new NotFound({ resource: "Attempt" })

/** When pages of an attempt can be filled in no more. */
const closesAt = ({ createdAt, submitted }: KycAttempt): number =>
  submitted?.expiresAt ?? createdAt + limits.hostedAttemptMs

/** Whether a page still waits for its person. */
export const isFillable = ({ attempt }: OpenSession, now: number): boolean =>
  attempt.status === "PENDING" && now < closesAt(attempt)

/** Whether the company of a page may hand in proofs. */
export const takesProofs = ({ attempt, page }: OpenSession, now: number): boolean =>
  page === "Company" && attempt.status === "APPROVED" && attempt.approvedAt !== null &&
  now < attempt.approvedAt + limits.companyProofsMs

// How it ended can be read for as long as it could be filled in, which is also as long as a review takes.
const isReadable = (session: OpenSession, now: number): boolean =>
  now < closesAt(session.attempt) + limits.hostedAttemptMs || takesProofs(session, now)

/** Opens a session. */
export const openSession = Effect.fnUntraced(function*(session: Redacted.Redacted) {
  const { openHosted } = yield* KycProvider
  if (openHosted === undefined) return yield* missing()
  const outcome = yield* openHosted(session)
  if (outcome._tag === "Unknown") return yield* providerUnavailable()
  if (outcome._tag === "Refused") return yield* missing()
  const attempt = Option.getOrUndefined(yield* get(KycAttempts, outcome.value.attemptId))?.value
  if (attempt === undefined || !(yield* linksOpen(attempt))) return yield* missing()
  const opened: OpenSession = { ...outcome.value, attempt }
  return isReadable(opened, yield* Clock.currentTimeMillis) ? opened : yield* missing()
})

/** Opens the session of a page that still waits for its person. */
export const openPage = Effect.fnUntraced(function*(session: Redacted.Redacted, page: HostedSession["page"]) {
  const opened = yield* openSession(session)
  const isOpen = opened.page === page && !opened.isFilled && isFillable(opened, yield* Clock.currentTimeMillis)
  return isOpen ? opened : yield* missing()
})

const perHour = { calls: limits.hostedDocumentsPerHour, withinMs: 3_600_000 }

/** Counts what is begun with a session, a document or a proof: whoever has one fills no disk with it. */
export const oneMoreStep = ({ attempt }: OpenSession) => countCall(`hosted/${attempt.id}`, perHour)
