// Webhooks and what was delivered to them. What belongs to another account answers as if it did not exist.
import { Effect } from "effect"
import { NotFound } from "../../../../core/base/errors/errors.ts"
import { recentEventOf } from "../../../../core/webhooks/event/find-event.ts"
import { listDeliveries } from "../../../../core/webhooks/webhook/list-deliveries.ts"
import { listWebhooks } from "../../../../core/webhooks/webhook/list-webhooks.ts"
import { readEvent } from "../../../../core/webhooks/webhook/read-event.ts"
import { readSecret } from "../../../../core/webhooks/webhook/read-secret.ts"
import { readWebhook } from "../../../../core/webhooks/webhook/read-webhook.ts"
import { registerWebhook } from "../../../../core/webhooks/webhook/register-webhook.ts"
import { removeWebhook } from "../../../../core/webhooks/webhook/remove-webhook.ts"
import { replayDelivery } from "../../../../core/webhooks/webhook/replay-delivery.ts"
import { replayEvent } from "../../../../core/webhooks/webhook/replay-event.ts"
import { rotateSecret } from "../../../../core/webhooks/webhook/rotate-secret.ts"
import { updateWebhook } from "../../../../core/webhooks/webhook/update-webhook.ts"
import { anyWebhookOf } from "../../../../core/webhooks/webhook/find-webhook.ts"
import * as api from "../definition/admin-webhook.ts"
import { managed } from "../request/management-route.ts"
import { type Viewer, accountFor, sees } from "../request/viewer.ts"
import { shown } from "./admin-account.ts"

const webhookFor = Effect.fnUntraced(function*(viewer: Viewer, webhookId: string) {
  const { value } = yield* anyWebhookOf(webhookId)
  return sees(viewer, value.owner) ? value.id : yield* new NotFound({ resource: "Webhook" })
})

const eventFor = Effect.fnUntraced(function*(viewer: Viewer, eventId: string, now: number) {
  const event = yield* recentEventOf(eventId, now)
  return sees(viewer, event.owner) ? event.id : yield* new NotFound({ resource: "Event" })
})

export const adminWebhookRoutes = [
  managed(
    api.listWebhooks,
    (viewer, { params }) => Effect.flatMap(accountFor(viewer, params.accountId), listWebhooks)
  ),
  managed(api.registerWebhook, (viewer, { params, payload }) =>
    accountFor(viewer, params.accountId).pipe(
      Effect.flatMap((account) => registerWebhook(viewer.operator, account, payload)),
      Effect.map(shown)
    )),
  managed(
    api.readWebhook,
    (viewer, { params }) => Effect.flatMap(webhookFor(viewer, params.webhookId), readWebhook)
  ),
  managed(
    api.updateWebhook,
    (viewer, { params, payload }) =>
      Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => updateWebhook(viewer.operator, id, payload))
  ),
  managed(
    api.removeWebhook,
    (viewer, { params }) =>
      Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => removeWebhook(viewer.operator, id))
  ),
  managed(api.rotateSecret, (viewer, { params }) =>
    webhookFor(viewer, params.webhookId).pipe(
      Effect.flatMap((id) => rotateSecret(viewer.operator, id)),
      Effect.map(shown)
    )),
  managed(api.readSecret, (viewer, { params }) =>
    webhookFor(viewer, params.webhookId).pipe(
      Effect.flatMap((id) => readSecret(viewer.operator, id)),
      Effect.map(shown)
    )),
  managed(
    api.listDeliveries,
    (viewer, { params, query }) =>
      Effect.flatMap(webhookFor(viewer, params.webhookId), (id) => listDeliveries(id, query.cursor))
  ),
  managed(
    api.replayDelivery,
    Effect.fnUntraced(function*(viewer, { now, params }) {
      const webhook = yield* webhookFor(viewer, params.webhookId)
      const event = yield* eventFor(viewer, params.eventId, now)
      return yield* replayDelivery(viewer.operator, webhook, event)
    })
  ),
  managed(
    api.readEvent,
    (viewer, { now, params }) => Effect.flatMap(eventFor(viewer, params.eventId, now), readEvent)
  ),
  managed(
    api.replayEvent,
    (viewer, { now, params }) =>
      Effect.flatMap(eventFor(viewer, params.eventId, now), (id) => replayEvent(viewer.operator, id))
  )
]
