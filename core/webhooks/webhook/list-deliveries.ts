// GET /admin/webhooks/{webhookId}/deliveries: the log of an endpoint, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { anyWebhookOf } from "./find-webhook.ts"
import { deliveryView } from "./webhook-view.ts"
import { Deliveries } from "./webhook.ts"

/** One page of an endpoint's deliveries. */
export const listDeliveries = Effect.fnUntraced(function*(webhookId: string, cursor: string | undefined) {
  yield* anyWebhookOf(webhookId)
  const rows = yield* list(
    Deliveries,
    "byWebhook",
    webhookId,
    yield* pageBefore(`deliveries/${webhookId}`, cursor, limits.eventPage)
  )
  const { nextCursor, shown } = yield* cutPage(`deliveries/${webhookId}`, rows, limits.eventPage)
  return { deliveries: shown.map(deliveryView), nextCursor }
})
