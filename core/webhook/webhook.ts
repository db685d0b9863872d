// A webhook: an endpoint of a key owner, the events it wants and the secret that signs them. The secret is kept sealed.
import { Schema } from "effect"
import { EventName } from "../event/event.ts"
import { recordKind } from "../ports/records.ts"

export const Webhook = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  url: Schema.String,
  sealedSecret: Schema.String,
  /** Names it subscribed to; null for all, also those to come. */
  events: Schema.NullOr(Schema.Array(Schema.String)),
  headers: Schema.Record(Schema.String, Schema.String),
  /** Whether events that are sent once by default are tried again (C23). */
  retry: Schema.Boolean,
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Webhook = typeof Webhook.Type

export const Webhooks = recordKind({
  kind: "webhook",
  schema: Webhook,
  keys: { url: (webhook: Webhook) => `${webhook.owner}/${webhook.url}` },
  lists: { byOwner: (webhook: Webhook) => webhook.owner }
})

/** Where the secret of a webhook is sealed to. */
export const secretPlace = (webhookId: string): string => `webhook/${webhookId}/secret`

/** Whether an endpoint wants an event. */
export const wants = (webhook: Webhook, name: EventName): boolean => webhook.events?.includes(name) ?? true

/** What became of one try. */
export const DeliveryAttempt = Schema.Struct({
  at: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(Schema.String)
})
export type DeliveryAttempt = typeof DeliveryAttempt.Type

/** One event on its way to one endpoint, with the log of its tries. */
export const Delivery = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  webhookId: Schema.String,
  eventId: Schema.String,
  event: EventName,
  state: Schema.Literals(["PENDING", "DELIVERED", "EXHAUSTED"]),
  attemptCount: Schema.Int,
  /** The latest tries, oldest first. */
  attempts: Schema.Array(DeliveryAttempt),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Delivery = typeof Delivery.Type

export const Deliveries = recordKind({
  kind: "delivery",
  schema: Delivery,
  lists: {
    byWebhook: (delivery: Delivery) => delivery.webhookId,
    byEvent: (delivery: Delivery) => delivery.eventId
  }
})

const kept = 20

/** The delivery after one more try. */
export const logged = (delivery: Delivery, attempt: DeliveryAttempt, state: Delivery["state"]): Delivery => ({
  ...delivery,
  state,
  attemptCount: delivery.attemptCount + 1,
  attempts: [...delivery.attempts, attempt].slice(-kept),
  updatedAt: attempt.at
})
