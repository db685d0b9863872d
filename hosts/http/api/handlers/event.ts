// Events to their use case.
import { Effect } from "effect"
import * as list from "../../../../core/webhooks/event/list-events.ts"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { listEvents } from "../definition/event.ts"
import { route } from "../request/route.ts"

export const eventRoutes = [
  route(
    listEvents,
    ({ caller, query }) => Effect.map(list.listEvents(caller, query), (data) => answered({ success: true, data }))
  )
]
