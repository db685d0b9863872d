// POST /api/kyb (spec "KYB request"): two pages of the provider, one for the company's data and one for who signs for it.
// Asked for before the attempt is stored, as a hosted KYC is.
import { Clock, Effect, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { invalidField } from "../../base/errors/errors.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { text } from "../../base/text/text.ts"
import { KycAttempts, newAttempt } from "./kyc-attempt.ts"
import { advanceJob, expireJob } from "./kyc-jobs.ts"
import { givenPages, notYetApproved, providerReady, subaccountOfType, subjectOf } from "./attempt-request.ts"
import { type KybAnswer, kybAnswer } from "./kyc-view.ts"
import { RedirectUrl } from "./redirect-url.ts"

export const KybRequest = Schema.Struct({
  subAccountId: text({ minimum: 1, maximum: 64 }).annotate({ description: "A COMPANY subaccount with an email" }),
  redirectUrl: Schema.optionalKey(RedirectUrl.annotate({ description: "Where people go after each page" }))
}).annotate({ identifier: "KybRequest" })
export type KybRequest = typeof KybRequest.Type

export interface StartKyb {
  readonly caller: Caller
  readonly request: KybRequest
  /** Scheme and host that the caller asked: pages of this service begin with it. */
  readonly origin: string
  readonly attempt?: Attempt<KybAnswer> | undefined
}

/** Begins the examination of a company and answers with its pages. */
export const startKyb = ({ attempt, caller, origin, request }: StartKyb) =>
  once(caller.account.id, attempt, (remember) => startOnce(caller, request, origin, remember))

const startOnce = Effect.fnUntraced(
  function*(caller: Caller, request: KybRequest, origin: string, remember: Remember<KybAnswer>) {
    const { value: subaccount } = yield* subaccountOfType(caller, request.subAccountId, "COMPANY")
    // The provider resolves a company by the email of its subaccount (spec "Subaccount").
    if (subaccount.email === null) return yield* invalidField("subAccountId", "has no email, which KYB needs")
    yield* notYetApproved(subaccount.id)
    yield* providerReady
    const now = yield* Clock.currentTimeMillis
    const id = yield* Ids.use((ids) => ids.next("kyc", caller.account.id))
    const expiresAt = now + limits.hostedAttemptMs
    const redirectUrl = request.redirectUrl ?? null
    const asked = { attemptId: id, subject: subjectOf(subaccount), origin, redirectUrl, expiresAt }
    const pages = yield* Effect.flatMap(KycProvider.use((provider) => provider.startKyb(asked)), givenPages)
    const submitted = { kind: "KYB", source: "HOSTED", importLabel: null, expiresAt: pages.expiresAt } as const
    const about = { id, owner: caller.account.id, subAccountId: subaccount.id, keyId: caller.keyId }
    const attempt = newAttempt({ ...about, level: "FULL", taxId: null, submitted }, now)
    const answer = kybAnswer(attempt, pages)
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [insert(KycAttempts, attempt), ...remember(answer, now)],
        jobs: [advanceJob(id, now + limits.kycPollMs), expireJob(id, pages.expiresAt ?? expiresAt)]
      }))
    )
    return answered(answer)
  }
)
