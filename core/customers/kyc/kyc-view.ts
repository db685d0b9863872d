// What the interface shows of attempts: the state of a subaccount, the attempt record, and the answers of those that begin
// one (spec "KYC"; C11). A replay gives the same bytes, so answers read only what never changes.
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import { type KycAttempt, rejectionSentence } from "./kyc-attempt.ts"
import type { KycLevel } from "../../standards/identity/kyc-report.ts"
import { kycStates } from "./kyc-attempt.states.ts"

/** The state of a subaccount; NONE, at the level that would be requested, when nothing was submitted. */
export const kycState = (attempt: KycAttempt | undefined) => ({
  status: attempt?.status ?? ("NONE" as const),
  level: attempt?.level ?? ("FULL" as const),
  lastAttemptId: attempt?.id ?? null,
  approvedAt: isoInstantOrNull(attempt?.approvedAt ?? null)
})

const levelNumber: Readonly<Record<KycLevel, number>> = { LIGHT: 1, FULL: 2 }

/** The attempt record. */
export const kycAttemptRecord = (attempt: KycAttempt) => ({
  attemptId: attempt.id,
  subAccountId: attempt.subAccountId,
  status: kycStates.states[attempt.status],
  level: attempt.submitted?.importLabel ?? levelNumber[attempt.level],
  rejectionReason: rejectionSentence(attempt),
  rejectionLabels: attempt.rejection?.labels ?? [],
  createdAt: isoInstant(attempt.createdAt),
  updatedAt: isoInstant(attempt.updatedAt)
})

/** What every attempt begins as. */
const pending = "PENDING" as const

/** The answer to a form or a proof. */
export const submittedAnswer = ({ createdAt, id }: KycAttempt) => ({
  success: true as const,
  data: { attemptId: id, status: pending, createdAt: isoInstant(createdAt) }
})
export type SubmittedAnswer = ReturnType<typeof submittedAnswer>

/** The answer to a hosted start. */
export const hostedAnswer = ({ id, submitted }: KycAttempt, url: string) => ({
  success: true as const,
  data: { attemptId: id, status: pending, url, expiresAt: isoInstantOrNull(submitted?.expiresAt ?? null) }
})
export type HostedAnswer = ReturnType<typeof hostedAnswer>

/** The answer to an import. */
export const importAnswer = ({ createdAt, id }: KycAttempt) => ({
  success: true as const,
  data: { attemptId: id, status: pending, source: "EXTERNAL_IMPORT" as const, createdAt: isoInstant(createdAt) }
})
export type ImportedAnswer = ReturnType<typeof importAnswer>

/** The answer to a KYB start. */
export const kybAnswer = (
  { createdAt, id }: KycAttempt,
  pages: { readonly basicCompanyDataUrl: string; readonly authorizedRepresentativeUrl: string }
) => ({
  success: true as const,
  data: {
    attemptId: id,
    status: pending,
    basicCompanyDataUrl: pages.basicCompanyDataUrl,
    authorizedRepresentativeUrl: pages.authorizedRepresentativeUrl,
    createdAt: isoInstant(createdAt)
  }
})
export type KybAnswer = ReturnType<typeof kybAnswer>
