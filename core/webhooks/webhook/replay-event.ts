// POST /admin/events/{eventId}/replay (C23): an event once more to every endpoint of its owner that wants it now, also to one
// that was registered after it.
import { Clock, Effect, Option } from "effect"
import { recentEventOf } from "../event/find-event.ts"
import type { Event } from "../../engine/event/event.ts"
import { get, insert, replace } from "../../engine/store/records.ts"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { deliveryView } from "./webhook-view.ts"
import {
  Deliveries,
  type Webhook,
  deliveryAfter,
  deliveryId,
  endpointsOf,
  newDelivery,
  replayJob,
  wants
} from "./webhook.ts"

/** Sends an event again to all endpoints that want it, each in its turn. */
export const replayEvent = (operator: Actor, eventId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const event = yield* recentEventOf(eventId, now)
    const webhooks = yield* endpointsOf(event.owner)
    const wanting = webhooks.filter(({ value }) => wants(value, event.name))
    const sendings = yield* Effect.forEach(wanting, ({ value }) => sendingOf(operator, event, value, now))
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: sendings.flatMap(({ writes }) => writes),
        jobs: sendings.flatMap(({ jobs }) => jobs)
      }))
    )
    return { deliveries: sendings.map(({ delivery }) => deliveryView(delivery)) }
  }).pipe(
    // Somebody else handed it out meanwhile: decide again over what stands then.
    Effect.retry({ while: (error) => error instanceof VersionConflict || error instanceof DuplicateKey })
  )

const sendingOf = Effect.fnUntraced(function*(operator: Actor, event: Event, webhook: Webhook, now: number) {
  const before = Option.getOrUndefined(yield* get(Deliveries, deliveryId(event.id, webhook.id)))
  const delivery = before === undefined
    ? newDelivery(event, webhook, now)
    : deliveryAfter(before.value, { on: "replayed", at: now }).delivery
  const action = {
    action: "event.replay",
    owner: event.owner,
    subject: delivery.id,
    version: before?.version ?? 0,
    detail: {},
    at: now
  }
  return {
    delivery,
    jobs: before === undefined ? [] : [replayJob(delivery, now)],
    writes: [
      before === undefined ? insert(Deliveries, delivery) : replace(Deliveries, before, delivery),
      actOf(operator, action)
    ]
  }
})
