// PATCH /admin/webhooks/{webhookId}: the events, headers and retries of an endpoint, whichever are named. One that begins to
// want KYC events is changed only if the provider tells us of its decisions, as one that is registered (spec "Registration").
import { Clock, Effect } from "effect"
import { replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { type WebhookChanges, actionOf } from "./webhook-request.ts"
import { activateKyc, webhookOf } from "./find-webhook.ts"
import { webhookView } from "./webhook-view.ts"
import { type Webhook, Webhooks, wantsKyc } from "./webhook.ts"

/** Changes an endpoint; deliveries that wait are sent as it is then. */
export const updateWebhook = (operator: Actor, webhookId: string, request: WebhookChanges) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* webhookOf(webhookId)
    const webhook: Webhook = {
      ...before.value,
      events: request.events === undefined ? before.value.events : request.events,
      headers: request.headers ?? before.value.headers,
      retry: request.retry ?? before.value.retry,
      updatedAt: now
    }
    if (wantsKyc(webhook.events) && !wantsKyc(before.value.events)) yield* activateKyc
    const action = {
      action: "webhook.update",
      owner: webhook.owner,
      subject: webhookId,
      version: before.version,
      detail: actionOf(request),
      at: now
    }
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [replace(Webhooks, before, webhook), actOf(operator, action)] }))
    )
    return webhookView(webhook, now)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
