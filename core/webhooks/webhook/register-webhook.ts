// POST /admin/accounts/{accountId}/webhooks (spec "Registration"; C24): the endpoint is sent a signed WEBHOOK_TEST, and is
// saved only if it answers 2xx, and, where it wants KYC events, only if the provider tells us of its decisions.
import { Clock, Effect, Option, Redacted } from "effect"
import { accountOf } from "../../customers/account/find-account.ts"
import { reason } from "../../base/reason/reason.ts"
import { StateConflict, WebhookTestFailed, WebhookUrlNotAllowed } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { Notifier } from "../../ports/notifier.ts"
import { find, insert, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { isoInstant, worldTimeMillis } from "../../base/time/instant.ts"
import {
  type Webhook,
  Webhooks,
  endpointsOf,
  secretBytes,
  secretPlace,
  signedHeaders,
  urlKey,
  wantsKyc
} from "./webhook.ts"
import { type WebhookRequest, actionOf } from "./webhook-request.ts"
import { activateKyc } from "./find-webhook.ts"
import { webhookView } from "./webhook-view.ts"

/** Registers an endpoint of an account; `secret` signs its deliveries. */
export const registerWebhook = Effect.fnUntraced(
  function*(operator: Actor, accountId: string, request: WebhookRequest) {
    const ids = yield* Ids
    yield* accountOf(accountId)
    const before = yield* earlier(accountId, request.url)
    // An address that comes back after it was removed is the same endpoint with its log; its secret is another.
    const id = before?.value.id ?? (yield* ids.next("whk", accountId))
    const secret = Redacted.make(yield* ids.secret(secretBytes))
    yield* test(request, id, secret)
    const events = request.events ?? null
    if (wantsKyc(events)) yield* activateKyc
    const now = yield* Clock.currentTimeMillis
    const declaredDigest = before?.value.declaredDigest
    const webhook: Webhook = {
      id,
      owner: accountId,
      url: request.url,
      sealedSecret: yield* Secrets.use((secrets) => secrets.seal(secret, secretPlace(id))),
      // The bootstrap file that declared it before says nothing new.
      ...(declaredDigest === undefined ? {} : { declaredDigest }),
      events,
      headers: request.headers ?? {},
      retry: request.retry ?? false,
      createdAt: before?.value.createdAt ?? now,
      updatedAt: now
    }
    const action = {
      action: "webhook.register",
      owner: accountId,
      subject: id,
      version: before?.version ?? 0,
      detail: actionOf(request),
      at: now
    }
    const write = before === undefined ? insert(Webhooks, webhook) : replace(Webhooks, before, webhook)
    yield* Store.use((store) => store.commit(changeSet({ writes: [write, actOf(operator, action)] }))).pipe(
      Effect.catchIf(isTwin, () => Effect.fail(taken))
    )
    return { ...webhookView(webhook, now), secret }
  }
)

const taken = new StateConflict({ resource: "webhook", state: "registered" })

/** The removed endpoint of the same address; refuses an address that is in use, and one endpoint too many. */
const earlier = Effect.fnUntraced(function*(owner: string, url: string) {
  const before = Option.getOrUndefined(yield* find(Webhooks, "url", urlKey(owner, url)))
  if (before !== undefined) return before.value.removedAt === undefined ? yield* taken : before
  const { endpoints } = limits.webhooks
  return (yield* endpointsOf(owner)).length < endpoints
    ? undefined
    : yield* new StateConflict({ resource: "key owner", state: `at the limit of ${endpoints} webhooks` })
})

const test = Effect.fnUntraced(function*(request: WebhookRequest, webhookId: string, secret: Redacted.Redacted) {
  const now = yield* worldTimeMillis
  const body = JSON.stringify({ event: "WEBHOOK_TEST", data: { webhookId, sentAt: isoInstant(now) } })
  const sent = { eventId: yield* Ids.use((ids) => ids.next("evt", webhookId)), body, now }
  const headers = signedHeaders(request.headers ?? {}, { current: secret, previous: undefined }, sent)
  const answer = yield* Notifier.use((notifier) => notifier.post({ url: request.url, headers, body }))
  if (answer._tag === "NotAllowed") return yield* new WebhookUrlNotAllowed({ problem: answer.problem })
  if (answer._tag === "Unreached") return yield* new WebhookTestFailed({ problem: answer.problem })
  if (answer._tag === "PutOff") {
    return yield* new WebhookTestFailed({ problem: reason("slowBefore") })
  }
  if (answer.status < 200 || answer.status > 299) {
    return yield* new WebhookTestFailed({ problem: { code: "answered", status: answer.status } })
  }
})

const isTwin = (error: unknown): error is DuplicateKey | VersionConflict =>
  error instanceof DuplicateKey || error instanceof VersionConflict
