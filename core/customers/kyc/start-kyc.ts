// POST /api/kyc without a form (spec "KycCreateRequest"): a page of the provider on which the person goes on. The page is
// requested before the attempt is stored, because the answer names it; one that we could not store leads nowhere.
import { Clock, Effect, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { text } from "../../base/text/text.ts"
import { KycAttempts, newAttempt } from "./kyc-attempt.ts"
import { KycLevel } from "../../standards/identity/kyc-report.ts"
import { advanceJob, expireJob } from "./kyc-jobs.ts"
import { givenPages, notYetApproved, providerReady, subaccountOfType, subjectOf } from "./attempt-request.ts"
import { type HostedAnswer, hostedAnswer } from "./kyc-view.ts"
import { RedirectUrl } from "./redirect-url.ts"

export const KycCreateRequest = Schema.Struct({
  subAccountId: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({ description: "Who is examined; the key owner by default" })
  ),
  level: Schema.optionalKey(KycLevel.annotate({ description: "FULL by default" })),
  redirectUrl: Schema.optionalKey(RedirectUrl.annotate({ description: "Where the person goes afterwards" }))
}).annotate({ identifier: "KycCreateRequest" })
export type KycCreateRequest = typeof KycCreateRequest.Type

export interface StartKyc {
  readonly caller: Caller
  readonly request: KycCreateRequest
  /** Scheme and host that the caller asked: pages of this service begin with it. */
  readonly origin: string
  readonly attempt?: Attempt<HostedAnswer> | undefined
}

/** Begins a hosted attempt and answers with its page. */
export const startKyc = ({ attempt, caller, origin, request }: StartKyc) =>
  once(caller.account.id, attempt, (remember) => startOnce(caller, request, origin, remember))

const startOnce = Effect.fnUntraced(
  function*(caller: Caller, request: KycCreateRequest, origin: string, remember: Remember<HostedAnswer>) {
    const { value: subaccount } = yield* subaccountOfType(caller, request.subAccountId, "INDIVIDUAL")
    yield* notYetApproved(subaccount.id)
    yield* providerReady
    const now = yield* Clock.currentTimeMillis
    const id = yield* Ids.use((ids) => ids.next("kyc", caller.account.id))
    const level = request.level ?? "FULL"
    const expiresAt = now + limits.hostedAttemptMs
    const redirectUrl = request.redirectUrl ?? null
    const asked = { attemptId: id, subject: subjectOf(subaccount), level, origin, redirectUrl, expiresAt }
    const page = yield* Effect.flatMap(KycProvider.use((provider) => provider.startKyc(asked)), givenPages)
    const submitted = { kind: "KYC", source: "HOSTED", importLabel: null, expiresAt: page.expiresAt } as const
    const about = { id, owner: caller.account.id, subAccountId: subaccount.id, keyId: caller.keyId }
    const attempt = newAttempt({ ...about, level, taxId: null, submitted }, now)
    const answer = hostedAnswer(attempt, page.url)
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [insert(KycAttempts, attempt), ...remember(answer, now)],
        jobs: [advanceJob(id, now + limits.kycPollMs), expireJob(id, page.expiresAt ?? expiresAt)]
      }))
    )
    return answered(answer)
  }
)
