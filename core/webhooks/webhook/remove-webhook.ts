// DELETE /admin/webhooks/{webhookId}: the endpoint gets nothing more, also none of what waits. Its log stays.
import { Clock, Effect } from "effect"
import { replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { webhookOf } from "./find-webhook.ts"
import { webhookView } from "./webhook-view.ts"
import { type Webhook, Webhooks } from "./webhook.ts"

/** Takes an endpoint away; a second time it is not there any more. */
export const removeWebhook = (operator: Actor, webhookId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* webhookOf(webhookId)
    const webhook: Webhook = { ...before.value, removedAt: now, updatedAt: now }
    const action = {
      action: "webhook.remove",
      owner: webhook.owner,
      subject: webhookId,
      version: before.version,
      detail: {},
      at: now
    }
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [replace(Webhooks, before, webhook), actOf(operator, action)] }))
    )
    return webhookView(webhook, now)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
