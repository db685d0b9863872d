// GET /admin/webhooks/{webhookId}: one endpoint, also one that was removed.
import { Clock, Effect } from "effect"
import { anyWebhookOf } from "./find-webhook.ts"
import { webhookView } from "./webhook-view.ts"

/** The detail of an endpoint. */
export const readWebhook = Effect.fnUntraced(function*(webhookId: string) {
  const { value } = yield* anyWebhookOf(webhookId)
  return webhookView(value, yield* Clock.currentTimeMillis)
})
