// The operator's endpoints of webhooks and deliveries to their use cases.
import { Effect } from "effect"
import { listDeliveries } from "../../../core/webhook/list-deliveries.ts"
import { listWebhooks } from "../../../core/webhook/list-webhooks.ts"
import { readEvent } from "../../../core/webhook/read-event.ts"
import { readWebhook } from "../../../core/webhook/read-webhook.ts"
import { registerWebhook } from "../../../core/webhook/register-webhook.ts"
import { removeWebhook } from "../../../core/webhook/remove-webhook.ts"
import { replayDelivery } from "../../../core/webhook/replay-delivery.ts"
import { replayEvent } from "../../../core/webhook/replay-event.ts"
import { rotateSecret } from "../../../core/webhook/rotate-secret.ts"
import { updateWebhook } from "../../../core/webhook/update-webhook.ts"
import * as api from "../api/admin-webhook.ts"
import { operatorRoute } from "../operator.ts"
import { shown } from "./admin-account.ts"

export const adminWebhookRoutes = [
  operatorRoute(api.listWebhooks, (_, { params }) => listWebhooks(params.accountId)),
  operatorRoute(
    api.registerWebhook,
    (operator, { params, payload }) => Effect.map(registerWebhook(operator, params.accountId, payload), shown)
  ),
  operatorRoute(api.readWebhook, (_, { params }) => readWebhook(params.webhookId)),
  operatorRoute(
    api.updateWebhook,
    (operator, { params, payload }) => updateWebhook(operator, params.webhookId, payload)
  ),
  operatorRoute(api.removeWebhook, (operator, { params }) => removeWebhook(operator, params.webhookId)),
  operatorRoute(
    api.rotateSecret,
    (operator, { params }) => Effect.map(rotateSecret(operator, params.webhookId), shown)
  ),
  operatorRoute(api.listDeliveries, (_, { params, query }) => listDeliveries(params.webhookId, query.cursor)),
  operatorRoute(
    api.replayDelivery,
    (operator, { params }) => replayDelivery(operator, params.webhookId, params.eventId)
  ),
  operatorRoute(api.readEvent, (_, { params }) => readEvent(params.eventId)),
  operatorRoute(api.replayEvent, (operator, { params }) => replayEvent(operator, params.eventId))
]
