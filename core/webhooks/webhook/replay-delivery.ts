// POST /admin/webhooks/{webhookId}/deliveries/{eventId}/replay (C23): the same event id and body once more, with a new timestamp
// and signature, whatever became of it before.
import { Clock, Effect, Option } from "effect"
import { recentEventOf } from "../event/find-event.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get, replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { webhookOf } from "./find-webhook.ts"
import { deliveryView } from "./webhook-view.ts"
import { Deliveries, deliveryAfter, deliveryId, replayJob } from "./webhook.ts"

/** Sends a delivery again; it goes in its endpoint's turn. */
export const replayDelivery = (operator: Actor, webhookId: string, eventId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* webhookOf(webhookId)
    const event = yield* recentEventOf(eventId, now)
    const before = Option.getOrUndefined(yield* get(Deliveries, deliveryId(event.id, webhookId)))
    if (before === undefined) return yield* new NotFound({ resource: "Delivery" })
    const delivery = deliveryAfter(before.value, { on: "replayed", at: now }).delivery
    const action = {
      action: "delivery.replay",
      owner: delivery.owner,
      subject: delivery.id,
      version: before.version,
      detail: {},
      at: now
    }
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [replace(Deliveries, before, delivery), actOf(operator, action)],
        jobs: [replayJob(delivery, now)]
      }))
    )
    return deliveryView(delivery)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
