// A proof of a company as it begins (C28): the document is ready, KYB has approved the company (in this order, C13), and what is handed in rests
// sealed until the provider has it. Shared by the endpoints and the hosted page.
import { Clock, Effect, Redacted } from "effect"
import { FormFieldRefused } from "../../base/errors/errors.ts"
import { Ids } from "../../engine/store/ids.ts"
import { insert } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { type DocumentOwner, attachWrites } from "./document.ts"
import { KycAttempts, newAttempt } from "./kyc-attempt.ts"
import { approvedCompany, providerReady, readyDocument } from "./attempt-request.ts"
import { SealedSubmissions, submissionPlace, submissionText } from "./sealed-submission.ts"
import type { KycSubmission } from "../../standards/identity/kyc-submission.ts"

/** What may be proved of a company. */
export type KybProof = Exclude<KycSubmission, { readonly _tag: "Form" }>

const kindOf = {
  ProofOfAddress: "PROOF_OF_ADDRESS",
  ProofOfFinancialCapacity: "PROOF_OF_FINANCIAL_CAPACITY"
} as const

/** A proof with what stores it and has it examined. */
export const newProof = Effect.fnUntraced(function*(by: DocumentOwner, subAccountId: string, proof: KybProof) {
  const handedIn = yield* readyDocument(by, subAccountId, proof.documentId)
  if (handedIn?.value.documentType !== "PROOF") {
    return yield* new FormFieldRefused({ field: "documentId", message: "InvalidFieldError: documentId is invalid" })
  }
  yield* approvedCompany(subAccountId)
  yield* providerReady
  const now = yield* Clock.currentTimeMillis
  const id = yield* Ids.use((ids) => ids.next("kyc", by.account.id))
  const owner = by.account.id
  const submitted = { kind: kindOf[proof._tag], source: "DOCUMENT", importLabel: null, expiresAt: null } as const
  const attempt = newAttempt({ id, owner, subAccountId, level: "FULL", taxId: null, submitted }, now)
  const secret = Redacted.make(submissionText(proof))
  const sealed = yield* Secrets.use((secrets) => secrets.seal(secret, submissionPlace(id)))
  return {
    attempt,
    writes: [
      insert(KycAttempts, attempt),
      ...(yield* attachWrites([handedIn], now)),
      insert(SealedSubmissions, { id, owner, sealed, createdAt: now, updatedAt: now })
    ]
  }
})
