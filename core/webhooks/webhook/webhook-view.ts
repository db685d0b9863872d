// Endpoints and the log of their deliveries as the operator sees them. A secret is shown where it is made, and to whoever asks
// for it by a action of his own; headers may hold credentials, so their names alone are shown.
import { englishReason } from "../../base/reason/english.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import type { Delivery, Webhook } from "./webhook.ts"

/** An endpoint. */
export const webhookView = (webhook: Webhook, now: number) => {
  const overlap = webhook.previousSecret
  return {
    webhookId: webhook.id,
    accountId: webhook.owner,
    url: webhook.url,
    events: webhook.events,
    headers: Object.keys(webhook.headers),
    retry: webhook.retry,
    previousSecretUntil: overlap === undefined || overlap.until <= now ? null : isoInstant(overlap.until),
    createdAt: isoInstant(webhook.createdAt),
    updatedAt: isoInstant(webhook.updatedAt),
    removedAt: isoInstantOrNull(webhook.removedAt ?? null)
  }
}

/** A delivery with the latest of its tries. */
export const deliveryView = (delivery: Delivery) => ({
  eventId: delivery.eventId,
  webhookId: delivery.webhookId,
  event: delivery.event,
  state: delivery.state,
  attemptCount: delivery.attemptCount,
  attempts: delivery.attempts.map(({ at, problem, status }) => ({
    at: isoInstant(at),
    status,
    problem: problem && englishReason(problem),
    cause: problem
  })),
  replays: delivery.replays ?? 0,
  createdAt: isoInstant(delivery.createdAt),
  updatedAt: isoInstant(delivery.updatedAt)
})
