// Attempts of KYC with what belongs to them, as everybody else has to know them.
import { type Prospects, living, still, when } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { sealedOnce } from "../../engine/resource/sealed-texts.ts"
import { KycDocuments } from "./document.ts"
import { type KycAttempt, KycAttempts, isProof } from "./kyc-attempt.ts"
import { type KycGuardFacts, type KycTrigger, kycStates } from "./kyc-attempt.states.ts"
import { KycImports } from "./kyc-import.ts"
import { SealedSubmissions, submissionPlace } from "./sealed-submission.ts"

const prospects: Prospects<KycAttempt, KycTrigger, KycGuardFacts> = (attempt, _, on) => {
  const isPossible = on === "hostedTimedOut"
    ? (attempt.submitted?.expiresAt ?? null) !== null
    : attempt.submitted !== undefined
  return when(isPossible, { isProof: isProof(attempt) })
}

export const kycAttemptResource = resource(KycAttempts, {
  explanation: living(KycAttempts, kycStates, ({ status }) => status, prospects),
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})

export const kycDocumentResource = resource(KycDocuments, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: false
})

export const kycImportResource = resource(KycImports, {
  explanation: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: false
})

export const kycSubmissionResource = resource(SealedSubmissions, {
  explanation: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealedOnce(SealedSubmissions, ({ id }) => submissionPlace(id)),
  isAnnounced: false,
  isInner: false
})
