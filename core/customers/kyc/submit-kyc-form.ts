// POST /api/kyc with a form (spec "KycSubmitFormRequest"): stored first, with the data sealed, and handed to the provider
// by a job. The email becomes the subaccount's when it has none; another one than that on file is refused.
import { Clock, Effect, Redacted } from "effect"
import type { Caller } from "../access/caller.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { Ids } from "../../engine/store/ids.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { insert } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { isOvertaken } from "./document-usage.ts"
import { KycAttempts, newAttempt } from "./kyc-attempt.ts"
import { type KycForm, type KycFormRequest, checkKycForm } from "../../standards/identity/kyc-form.ts"
import { documentsFit, emailWrites, notYetApproved, providerReady, subaccountOfType } from "./attempt-request.ts"
import { SealedSubmissions, submissionPlace, submissionText } from "./sealed-submission.ts"
import { type SubmittedAnswer, submittedAnswer } from "./kyc-view.ts"

export interface SubmitKycForm {
  readonly caller: Caller
  readonly request: KycFormRequest
  readonly attempt?: Attempt<SubmittedAnswer> | undefined
}

/** Takes the form of a person; what comes of it is read from the attempt. */
export const submitKycForm = Effect.fnUntraced(function*({ attempt, caller, request }: SubmitKycForm) {
  const { formExtras } = yield* KycProvider
  const form = yield* checkKycForm(request, formExtras, yield* Clock.currentTimeMillis)
  return yield* once(
    caller.account.id,
    attempt,
    (remember) =>
      submitOnce(caller, request.subAccountId, form, remember).pipe(
        Effect.retry({ while: isOvertaken })
      )
  )
})

const submitOnce = Effect.fnUntraced(
  function*(caller: Caller, subAccountId: string, form: KycForm, remember: Remember<SubmittedAnswer>) {
    const subaccount = yield* subaccountOfType(caller, subAccountId, "INDIVIDUAL")
    yield* notYetApproved(subaccount.value.id)
    const email = yield* emailWrites(subaccount, form)
    const documents = yield* documentsFit(caller, subaccount.value.id, form)
    yield* providerReady
    const now = yield* Clock.currentTimeMillis
    const submitted = { kind: "KYC", source: "FORM", importLabel: null, expiresAt: null } as const
    const id = yield* Ids.use((ids) => ids.next("kyc", caller.account.id))
    const about = { id, owner: caller.account.id, subAccountId: subaccount.value.id }
    const attempt = newAttempt({ ...about, level: "FULL", taxId: form.taxIdNumber, submitted }, now)
    const answer = submittedAnswer(attempt)
    const writes = [
      insert(KycAttempts, attempt),
      yield* sealedForm(id, attempt.owner, form, now),
      ...email,
      ...documents,
      ...remember(answer, now)
    ]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return answered(answer)
  }
)

const sealedForm = (id: string, owner: string, form: KycForm, now: number) =>
  Secrets.use((secrets) => secrets.seal(Redacted.make(submissionText({ _tag: "Form", form })), submissionPlace(id)))
    .pipe(Effect.map((sealed) => insert(SealedSubmissions, { id, owner, sealed, createdAt: now, updatedAt: now })))
