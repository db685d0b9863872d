// Events as a key owner reads them himself (contract of GET /api/events; C22, C23).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { EventName } from "../../../../core/engine/event/event.ts"
import { EventQuery } from "../../../../core/webhooks/event/list-events.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { failsWith } from "./envelope.ts"

export const listEvents = HttpApiEndpoint.get("listEvents", "/api/events", {
  query: EventQuery,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      events: Schema.Array(Schema.Struct({
        id: Schema.String.annotate({ description: "The same as `eventId`" }),
        eventId: Schema.String.annotate({
          description: "The `X-Service-Event-Id` of the event's deliveries: keep it to handle each event once"
        }),
        event: EventName,
        data: Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "As its deliveries carry it" }),
        createdAt: Schema.String.annotate({ format: "date-time" })
      })),
      nextCursor: Schema.String.annotate({ description: "Where to go on from; also at the end, for what comes later" }),
      hasMore: Schema.Boolean.annotate({ description: "Whether there is more to be had at once" })
    })
  }).annotate({ identifier: "EventPage" }),
  error: failsWith("badRequest")
}).annotateMerge(OpenApi.annotations({
  summary: "Read events",
  description: "The key owner's own events of the last 30 days, oldest first, 50 a page: a feed to catch up with when "
    + "webhooks were missed. The cursor stays good for ever."
}))

export const events = HttpApiGroup.make("events").add(listEvents).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What webhooks tell, to be read." }))
