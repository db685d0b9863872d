// Types of events, taken from the definition of the interface and gone when it is compiled.
import type { eventPayloads } from "../http/api/events.ts"

/** The name of every event, the test of a registration included. */
export type EventType = keyof typeof eventPayloads

/** The `data` of an event. */
export type EventData<Type extends EventType = EventType> = (typeof eventPayloads)[Type]["Type"]

/** An event as `GET /api/events` lists it; `event` tells which `data` it is. */
export type ListedEvent = {
  readonly [Type in Exclude<EventType, "WEBHOOK_TEST">]: {
    /** The same as in its deliveries. */
    readonly eventId: string
    readonly event: Type
    readonly data: EventData<Type>
    readonly createdAt: string
  }
}[Exclude<EventType, "WEBHOOK_TEST">]

/** A verified delivery; `event` tells which `data` it is. Newer services may send events that are not among them. */
export type WebhookEvent = {
  readonly [Type in EventType]: {
    readonly event: Type
    readonly data: EventData<Type>
    /** The same in all deliveries of one event. It comes from a header, which the signature does not cover. */
    readonly eventId: string
    /** When this delivery was signed. */
    readonly sentAt: Date
  }
}[EventType]
