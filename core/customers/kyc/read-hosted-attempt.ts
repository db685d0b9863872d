// How far a hosted page has come, for whoever opened it. Screening detail stays inside: a person learns that it was
// rejected, not why (spec "KYC", rejection labels).
import { Clock, Effect, type Redacted } from "effect"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { list } from "../../engine/store/records.ts"
import { type OpenSession, isFillable, openSession, takesProofs } from "./hosted-session.ts"
import { type KycAttempt, KycAttempts } from "./kyc-attempt.ts"

/** Where a page stands: OPEN waits for its person, WAITING for others or for the decision. */
export type HostedStatus = "OPEN" | "WAITING" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED"

/** What the service shows of a proof. */
export type ProofStatus = "NONE" | "WAITING" | "APPROVED" | "REJECTED"

const statusOf = (session: OpenSession, now: number): HostedStatus => {
  const { attempt: { status }, isFilled } = session
  if (status === "REVIEW" || (status === "PENDING" && isFilled)) return "WAITING"
  if (status !== "PENDING") return status
  return isFillable(session, now) ? "OPEN" : "EXPIRED"
}

const proofOf = (attempts: ReadonlyArray<KycAttempt>, kind: string): ProofStatus => {
  const status = attempts.find(({ submitted }) => submitted?.kind === kind)?.status
  if (status === undefined) return "NONE"
  if (status === "PENDING" || status === "REVIEW") return "WAITING"
  return status === "APPROVED" ? "APPROVED" : "REJECTED"
}

const newest = 50

/** What the page of a session shows. */
export const readHostedAttempt = Effect.fnUntraced(function*(token: Redacted.Redacted) {
  const session = yield* openSession(token)
  const { formExtras } = yield* KycProvider
  const now = yield* Clock.currentTimeMillis
  const proofs = takesProofs(session, now)
    ? (yield* list(KycAttempts, "proofs", session.attempt.subAccountId, { limit: newest })).map(({ value }) => value)
    : undefined
  return {
    success: true as const,
    data: {
      status: statusOf(session, now),
      redirectUrl: session.redirectUrl,
      /** Fields beyond the form that the provider understands. */
      extras: formExtras,
      proofs: proofs === undefined ? null : {
        address: proofOf(proofs, "PROOF_OF_ADDRESS"),
        financialCapacity: proofOf(proofs, "PROOF_OF_FINANCIAL_CAPACITY")
      }
    }
  }
})
