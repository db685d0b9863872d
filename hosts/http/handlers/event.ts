// Events to their use case.
import { Effect } from "effect"
import * as list from "../../../core/event/list-events.ts"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { listEvents } from "../api/event.ts"
import { route } from "../route.ts"

export const eventRoutes = [
  route(
    listEvents,
    ({ caller, query }) => Effect.map(list.listEvents(caller, query), (data) => answered({ success: true, data }))
  )
]
