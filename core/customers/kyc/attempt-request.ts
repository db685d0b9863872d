// What stands before an examination: the subaccount in scope and of the right kind, nothing approved yet, and a provider
// that can be asked (C13). Shared by every way to begin an attempt.
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../access/caller.ts"
import { type UpstreamUnavailable, type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { KycProvider, type KycSubject } from "../../ports/kyc-provider.ts"
import type { Outcome } from "../../ports/outcome.ts"
import { type Stored, get, replace } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { type AccountType, type Subaccount, Subaccounts, inScope } from "../subaccount/subaccount.ts"
import { type DocumentOwner, type KycDocument, attachWrites, documentInScope, isLiveness, isReady } from "./document.ts"
import { latestAttempt, requireApproved, requireUnapproved } from "./kyc-attempt.ts"
import { type KycForm, refusedField } from "../../standards/identity/kyc-form.ts"

/** The provider cannot be asked at the moment. */
export const providerUnavailable = (): UpstreamUnavailable => upstreamAway("The identity provider")

/** The subaccount that a request names, the main one when it names none, with its version; only of the type told. */
export const subaccountOfType = Effect.fnUntraced(
  function*(caller: Caller, subAccountId: string | undefined, accountType: AccountType) {
    const found = Option.getOrUndefined(yield* get(Subaccounts, subAccountId ?? caller.account.mainSubAccountId))
    const value = yield* inScope(caller, found?.value)
    if (value.accountType !== accountType) return yield* invalidField("subAccountId", wrongType[value.accountType])
    return { value, version: found?.version ?? 0 }
  }
)

const wrongType: Readonly<Record<AccountType, string>> = {
  INDIVIDUAL: "is an INDIVIDUAL subaccount; this is for a COMPANY",
  COMPANY: "is a COMPANY subaccount; use POST /api/kyb"
}

/** Refuses a subaccount that is approved already. */
export const notYetApproved = (subAccountId: string) =>
  Effect.flatMap(latestAttempt(subAccountId), (attempt) => requireUnapproved(attempt, subAccountId))

/** Refuses proofs of a company that is not approved. */
export const approvedCompany = (subAccountId: string) =>
  Effect.flatMap(latestAttempt(subAccountId), (attempt) => requireApproved(attempt, subAccountId))

/** A document of the subaccount that is ready; undefined for any other, whatever is wrong with it. */
export const readyDocument = (caller: DocumentOwner, subAccountId: string, documentId: string) =>
  documentInScope(caller, subAccountId, documentId).pipe(
    Effect.map((found) => isReady(found.value) ? found : undefined),
    Effect.catchTag("NotFound", () => Effect.undefined)
  )

/** Who is examined, for the provider. */
export const subjectOf = ({ accountType, email, id, name }: Subaccount): KycSubject => ({
  subAccountId: id,
  accountType,
  name,
  email
})

/** Refuses everything while no provider can be asked. */
export const providerReady = KycProvider.use(({ ready }) => ready).pipe(
  Effect.tapError(({ reason }) => Effect.logWarning("The identity provider cannot be asked", { reason })),
  Effect.mapError(providerUnavailable)
)

/** The pages that the provider gave. Its refusal is about the subaccount; its own words stay inside. */
export const givenPages = <A>(outcome: Outcome<A>): Effect.Effect<A, UpstreamUnavailable | ValidationFailed> => {
  switch (outcome._tag) {
    case "Done":
      return Effect.succeed(outcome.value)
    case "Refused":
      return Effect.andThen(
        Effect.logWarning("The identity provider refused to start a check", { reason: outcome.reason }),
        Effect.fail(invalidField("subAccountId", "The identity provider refused to start a check of this subaccount."))
      )
    case "Unknown":
      return Effect.fail(providerUnavailable())
  }
}

/** Gives a subaccount without an email the one of its form; another one than that on file is refused. */
export const emailWrites = (
  subaccount: Stored<Subaccount>,
  { email }: { readonly email: string }
): Effect.Effect<ReadonlyArray<Write>, ReturnType<typeof refusedField>> => {
  const onFile = subaccount.value.email
  if (onFile === null) return Effect.succeed([replace(Subaccounts, subaccount, { ...subaccount.value, email })])
  return onFile.toLowerCase() === email.toLowerCase() ? Effect.succeed([]) : Effect.fail(refusedField("email"))
}

const identityDocuments: ReadonlyArray<KycDocument["documentType"]> = ["ID", "DRIVERS-LICENSE", "PASSPORT"]

/** Refuses a form whose documents are not ready, or not of the right kind; gives the writes that attach them. */
export const documentsFit = Effect.fnUntraced(function*(caller: DocumentOwner, subAccountId: string, form: KycForm) {
  const selfie = yield* readyDocument(caller, subAccountId, form.selfieId)
  if (selfie === undefined || !isLiveness(selfie.value)) return yield* refusedField("uploadedSelfieId")
  const identity = yield* readyDocument(caller, subAccountId, form.documentId)
  if (identity === undefined || !identityDocuments.includes(identity.value.documentType)) {
    return yield* refusedField("uploadedDocumentId")
  }
  const now = yield* Clock.currentTimeMillis
  return yield* attachWrites([selfie, identity], now)
})
