// Webhooks and what was delivered to them. What belongs to somebody else answers as if it were not there.
import { Effect } from "effect"
import { NotFound } from "../../../../core/errors/errors.ts"
import { recentEventOf } from "../../../../core/event/event-standing.ts"
import { listDeliveries } from "../../../../core/webhook/list-deliveries.ts"
import { listWebhooks } from "../../../../core/webhook/list-webhooks.ts"
import { readEvent } from "../../../../core/webhook/read-event.ts"
import { readSecret } from "../../../../core/webhook/read-secret.ts"
import { readWebhook } from "../../../../core/webhook/read-webhook.ts"
import { registerWebhook } from "../../../../core/webhook/register-webhook.ts"
import { removeWebhook } from "../../../../core/webhook/remove-webhook.ts"
import { replayDelivery } from "../../../../core/webhook/replay-delivery.ts"
import { replayEvent } from "../../../../core/webhook/replay-event.ts"
import { rotateSecret } from "../../../../core/webhook/rotate-secret.ts"
import { updateWebhook } from "../../../../core/webhook/update-webhook.ts"
import { anyWebhookOf } from "../../../../core/webhook/webhook-standing.ts"
import { shown } from "../../handlers/admin-account.ts"
import type { Handlers } from "../bind.ts"
import { type Viewer, accountFor, sees } from "../viewer.ts"

const webhookFor = Effect.fnUntraced(function*(viewer: Viewer, webhookId: string) {
  const { value } = yield* anyWebhookOf(webhookId)
  return sees(viewer, value.owner) ? value.id : yield* new NotFound({ resource: "Webhook" })
})

const eventFor = Effect.fnUntraced(function*(viewer: Viewer, eventId: string, now: number) {
  const event = yield* recentEventOf(eventId, now)
  return sees(viewer, event.owner) ? event.id : yield* new NotFound({ resource: "Event" })
})

export const webhookHandlers: Handlers<
  | "listWebhooks"
  | "registerWebhook"
  | "readWebhook"
  | "updateWebhook"
  | "removeWebhook"
  | "rotateWebhook"
  | "revealWebhook"
  | "listDeliveries"
  | "replayDelivery"
  | "readEvent"
  | "replayEvent"
> = {
  listWebhooks: (viewer, { params }) => Effect.flatMap(accountFor(viewer, params.accountId), listWebhooks),
  registerWebhook: (viewer, { body, params }) =>
    Effect.flatMap(
      accountFor(viewer, params.accountId),
      (account) => registerWebhook(viewer.operator, account, body)
    ).pipe(Effect.map(shown)),
  readWebhook: (viewer, { params }) => Effect.flatMap(webhookFor(viewer, params.webhookId), readWebhook),
  updateWebhook: (viewer, { body, params }) =>
    Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => updateWebhook(viewer.operator, id, body)),
  removeWebhook: (viewer, { params }) =>
    Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => removeWebhook(viewer.operator, id)),
  rotateWebhook: (viewer, { params }) =>
    Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => rotateSecret(viewer.operator, id)).pipe(
      Effect.map(shown)
    ),
  revealWebhook: (viewer, { params }) =>
    Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => readSecret(viewer.operator, id)).pipe(
      Effect.map(shown)
    ),
  listDeliveries: (viewer, { params, query }) =>
    Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => listDeliveries(id, query.cursor)),
  replayDelivery: Effect.fnUntraced(function*(viewer, { now, params }) {
    const webhook = yield* webhookFor(viewer, params.webhookId)
    const event = yield* eventFor(viewer, params.eventId, now)
    return yield* replayDelivery(viewer.operator, webhook, event)
  }),
  readEvent: (viewer, { now, params }) => Effect.flatMap(eventFor(viewer, params.eventId, now), readEvent),
  replayEvent: (viewer, { now, params }) =>
    Effect.flatMap(eventFor(viewer, params.eventId, now), (id) => replayEvent(viewer.operator, id))
}
