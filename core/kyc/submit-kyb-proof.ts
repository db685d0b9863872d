// POST /api/kyb/proof-of-address and /api/kyb/proof-of-financial-capacity (C28): a document about a company that KYB has
// approved. What it opens is written on the subaccount when it is approved; the attempt is polled like any other.
import { Clock, Effect, Redacted, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { FormFieldRefused } from "../errors/errors.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { parseDecimal } from "../money/decimal.ts"
import { Ids } from "../ports/ids.ts"
import { insert } from "../ports/records.ts"
import { Secrets } from "../ports/secrets.ts"
import { Store, changeSet } from "../ports/store.ts"
import { text } from "../text/text.ts"
import { KycAttempts, newAttempt } from "./kyc-attempt.ts"
import { advanceJob } from "./kyc-jobs.ts"
import { approvedCompany, providerReady, readyDocument, subaccountOfType } from "./kyc-standing.ts"
import { type KycSubmission, SealedSubmissions, submissionPlace, submissionText } from "./kyc-submission.ts"
import { type SubmittedAnswer, submittedAnswer } from "./kyc-view.ts"

const about = {
  subAccountId: text({ minimum: 1, maximum: 64 }).annotate({ description: "A COMPANY subaccount that KYB approved" }),
  documentId: text({ minimum: 1, maximum: 255 }).annotate({ description: "A PROOF document that is ready" })
}

const reais = Schema.String.check(
  Schema.makeFilter((value: string) => parseDecimal("BRL", value)._tag === "Success", { expected: "reais, as 3000.00" })
)

export const ProofOfAddressRequest = Schema.Struct(about).annotate({ identifier: "ProofOfAddressRequest" })

export const ProofOfFinancialCapacityRequest = Schema.Struct({
  ...about,
  annualRevenueInBrl: reais.annotate({ description: "Decimal string in reais" })
}).annotate({ identifier: "ProofOfFinancialCapacityRequest" })

/** What may be proved of a company. */
export type KybProof = Exclude<KycSubmission, { readonly _tag: "Form" }>

export interface SubmitKybProof {
  readonly caller: Caller
  readonly subAccountId: string
  readonly proof: KybProof
  readonly attempt?: Attempt<SubmittedAnswer> | undefined
}

/** Takes a proof of a company; what comes of it is read from the attempt. */
export const submitKybProof = ({ attempt, caller, proof, subAccountId }: SubmitKybProof) =>
  once(caller.account.id, attempt, (remember) => submitOnce(caller, subAccountId, proof, remember))

const kindOf = {
  ProofOfAddress: "PROOF_OF_ADDRESS",
  ProofOfFinancialCapacity: "PROOF_OF_FINANCIAL_CAPACITY"
} as const

const submitOnce = Effect.fnUntraced(
  function*(caller: Caller, subAccountId: string, proof: KybProof, remember: Remember<SubmittedAnswer>) {
    const { value: subaccount } = yield* subaccountOfType(caller, subAccountId, "COMPANY")
    yield* approvedCompany(subaccount.id)
    const handedIn = yield* readyDocument(caller, subaccount.id, proof.documentId)
    if (handedIn?.documentType !== "PROOF") {
      return yield* new FormFieldRefused({ field: "documentId", message: "InvalidFieldError: documentId is invalid" })
    }
    yield* providerReady
    const now = yield* Clock.currentTimeMillis
    const id = yield* Ids.use((ids) => ids.next("kyc"))
    const owner = caller.account.id
    const submitted = { kind: kindOf[proof._tag], source: "DOCUMENT", importLabel: null, expiresAt: null } as const
    const attempt = newAttempt(
      { id, owner, subAccountId: subaccount.id, level: "FULL", taxId: null, submitted },
      now
    )
    const answer = submittedAnswer(attempt)
    const secret = Redacted.make(submissionText(proof))
    const sealed = yield* Secrets.use((secrets) => secrets.seal(secret, submissionPlace(id)))
    const writes = [
      insert(KycAttempts, attempt),
      insert(SealedSubmissions, { id, owner, sealed, createdAt: now, updatedAt: now }),
      ...remember(answer, now)
    ]
    yield* Store.use((store) => store.commit(changeSet({ writes, jobs: [advanceJob(id, now)] })))
    return answered(answer)
  }
)
