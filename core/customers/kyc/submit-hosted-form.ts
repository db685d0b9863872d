// A hosted page that was filled in with its form (0145): checked as the form of the interface is, and handed to the provider
// with the session. Nothing of it is kept here. What is decided then comes as for every attempt.
import { Clock, Effect, Option, type Redacted } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { type Stored, get } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Subaccount, Subaccounts } from "../subaccount/subaccount.ts"
import { isStateOf } from "../../standards/identity/countries.ts"
import type {
  HostedCompanyRequest,
  HostedForm,
  HostedPersonRequest,
  HostedRepresentativeRequest
} from "../../standards/identity/hosted-form.ts"
import { isOvertaken } from "./document-usage.ts"
import { type OpenSession, openPage } from "./hosted-session.ts"
import { submittedJob } from "./kyc-jobs.ts"
import { checkKycForm, refusedField } from "../../standards/identity/kyc-form.ts"
import { documentsFit, emailWrites, providerUnavailable } from "./attempt-request.ts"

/** What was typed on a page. */
export type TypedForm =
  | { readonly _tag: "Person"; readonly request: HostedPersonRequest }
  | { readonly _tag: "Company"; readonly request: HostedCompanyRequest }
  | { readonly _tag: "Representative"; readonly request: HostedRepresentativeRequest }

export interface SubmitHostedForm {
  readonly session: Redacted.Redacted
  readonly typed: TypedForm
}

/** Takes the form of a page; answers where the person goes from there. */
export const submitHostedForm = Effect.fnUntraced(function*({ session, typed }: SubmitHostedForm) {
  // A provider takes a page once: what may have to be tried again is behind us when it is asked.
  const form = yield* accepted(session, typed).pipe(
    Effect.retry({ while: isOvertaken })
  )
  const outcome = yield* KycProvider.use((provider) => provider.submitHosted(session, form))
  if (outcome._tag === "Unknown") return yield* providerUnavailable()
  if (outcome._tag === "Refused") return yield* new NotFound({ resource: "Attempt" })
  const { attemptId, isComplete, redirectUrl } = outcome.value
  if (isComplete) {
    const jobs = [submittedJob(attemptId, yield* Clock.currentTimeMillis)]
    yield* Store.use((store) => store.commit(changeSet({ jobs })))
  }
  return { success: true as const, data: { isComplete, redirectUrl } }
})

const accepted = Effect.fnUntraced(function*(session: Redacted.Redacted, typed: TypedForm) {
  const opened = yield* openPage(session, typed._tag)
  const subaccount = yield* subaccountOf(opened)
  // Whoever signs for a company has an email of his own.
  const email = typed._tag === "Representative" ? [] : yield* emailWrites(subaccount, typed.request)
  const { documents, form } = yield* checked(opened, typed)
  const writes = [...email, ...documents]
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return form
})

const subaccountOf = Effect.fnUntraced(function*({ attempt }: OpenSession) {
  const found: Stored<Subaccount> | undefined = Option.getOrUndefined(yield* get(Subaccounts, attempt.subAccountId))
  return found ?? (yield* new NotFound({ resource: "Attempt" }))
})

const checked = Effect.fnUntraced(function*({ attempt }: OpenSession, typed: TypedForm) {
  if (typed._tag === "Company") {
    const { country, state } = typed.request
    if (!isStateOf(country, state)) return yield* refusedField("state")
    return { form: { _tag: "Company", form: typed.request } satisfies HostedForm, documents: [] }
  }
  const { formExtras } = yield* KycProvider
  const now = yield* Clock.currentTimeMillis
  const { role, ...request } = typed._tag === "Representative" ? typed.request : { ...typed.request, role: "" }
  const form = yield* checkKycForm({ ...request, subAccountId: attempt.subAccountId }, formExtras, now)
  const documents = yield* documentsFit({ account: { id: attempt.owner } }, attempt.subAccountId, form)
  const filled: HostedForm = typed._tag === "Representative"
    ? { _tag: "Representative", form, role }
    : { _tag: "Person", form }
  return { form: filled, documents }
})
