// Events as the client gives them: each with its name, its data and its id.
import type { EventPayloads } from "./api-types.ts"

/** The name of every event, the test of a registration included. */
export type EventType = keyof EventPayloads

/** The `data` of an event. */
export type EventData<Type extends EventType = EventType> = EventPayloads[Type]

interface Named<Type extends EventType> {
  /** Name of the event; it tells which `data` it is. */
  readonly event: Type
  /** What happened. */
  readonly data: EventData<Type>
  /** Id of the event, the same in `GET /api/events` and in all its deliveries: store it to handle each event once. */
  readonly eventId: string
}

interface Listed<Type extends EventType> extends Named<Type> {
  /** When the event was stored, ISO 8601 in UTC. */
  readonly createdAt: string
}

interface Delivered<Type extends EventType> extends Named<Type> {
  /** When this delivery was signed. */
  readonly sentAt: Date
}

/** An event as `GET /api/events` lists it. */
export type ListedEvent = {
  readonly [Type in Exclude<EventType, "WEBHOOK_TEST">]: Listed<Type>
}[Exclude<EventType, "WEBHOOK_TEST">]

/** A verified delivery. Newer services may send events that are not among them. The signature does not cover `eventId`. */
export type WebhookEvent = { readonly [Type in EventType]: Delivered<Type> }[EventType]
