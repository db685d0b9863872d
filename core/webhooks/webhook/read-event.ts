// GET /admin/events/{eventId}: an event and what became of its deliveries.
import { Clock, Effect } from "effect"
import { recentEventOf } from "../event/find-event.ts"
import { eventView } from "../event/event-view.ts"
import { limits } from "../../base/limits/limits.ts"
import { feed } from "../../engine/store/records.ts"
import { deliveryView } from "./webhook-view.ts"
import { Deliveries } from "./webhook.ts"

/** The event of an id with its deliveries. */
export const readEvent = Effect.fnUntraced(function*(eventId: string) {
  const event = yield* recentEventOf(eventId, yield* Clock.currentTimeMillis)
  const rows = yield* feed(Deliveries, "byEvent", event.id, { limit: limits.webhooks.endpoints })
  return {
    ...eventView(event),
    accountId: event.owner,
    subject: event.subject,
    deliveries: rows.map(({ value }) => deliveryView(value))
  }
})
