// A webhook: an endpoint of a key owner, the events it wants and the secret that signs them. The secret is kept sealed.
import { Effect, Redacted, Schema } from "effect"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Reason } from "../../base/reason/reason.ts"
import { type Event, EventName } from "../../engine/event/event.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Move, step } from "../../engine/machine/machine.ts"
import { list, owedIn, recordKind } from "../../engine/store/records.ts"
import type { NewJob } from "../../engine/store/store.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { unixSeconds } from "../../base/time/instant.ts"
import { type DeliveryState, deliveryOwed, deliveryStates } from "./delivery.states.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

export const Webhook = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  url: Schema.String,
  sealedSecret: Schema.String,
  /** The secret before the last rotation, while receivers may still go by it. */
  previousSecret: Schema.optionalKey(Schema.Struct({ sealed: Schema.String, until: Schema.Int })),
  /** Keyed hash of the secret that the bootstrap file declared last, which a rotation leaves behind. */
  declaredDigest: Schema.optionalKey(Schema.String),
  /** Names it subscribed to; null for all, also those to come. */
  events: Schema.NullOr(Schema.Array(Schema.String)),
  headers: Schema.Record(Schema.String, Schema.String),
  /** Whether events that are sent once by default are tried again (C23). */
  retry: Schema.Boolean,
  /** When the operator took it away: it gets nothing more, and its log stays. */
  removedAt: Schema.optionalKey(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Webhook = typeof Webhook.Type

export const Webhooks = recordKind({
  kind: "webhook",
  schema: Webhook,
  personal: noPersonalData("an address and a sealed secret of the key owner"),
  keys: { url: (webhook: Webhook) => urlKey(webhook.owner, webhook.url) },
  lists: {
    byOwner: (webhook: Webhook) => webhook.owner,
    sealedBy: (webhook: Webhook) => sealedBy(webhook.sealedSecret),
    previousSealedBy: (webhook: Webhook) => sealedBy(webhook.previousSecret?.sealed)
  }
})

/** Bytes of a secret: 64 hex characters. */
export const secretBytes = 32

/** Where the secret of a webhook is sealed to. */
export const secretPlace = (webhookId: string): string => `webhook/${webhookId}/secret`

/** The look-up key of an endpoint: one owner has an address once. */
export const urlKey = (owner: string, url: string): string => `${owner}/${url}`

/** Whether an endpoint wants an event. */
export const wants = (webhook: Webhook, name: EventName): boolean =>
  webhook.removedAt === undefined && (webhook.events?.includes(name) ?? true)

/** Whether a selection of events has some of KYC. */
export const wantsKyc = (events: Webhook["events"]): boolean =>
  events === null || events.some((name) => name.startsWith("KYC_") || name.startsWith("kyc."))

/**
 * All endpoints of an account as they stand, oldest first, those that were removed included. Not read as a feed, which holds new
 * ones back for a while.
 */
export const endpointsOf = (accountId: string) =>
  Effect.map(
    list(Webhooks, "byOwner", accountId, { limit: limits.webhooks.endpoints }),
    (newestFirst) => newestFirst.toReversed()
  )

/** What became of one try. */
export const DeliveryAttempt = Schema.Struct({
  at: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(Reason)
})
export type DeliveryAttempt = typeof DeliveryAttempt.Type

/** One event on its way to one endpoint, with the log of its tries. */
export const Delivery = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  webhookId: Schema.String,
  eventId: Schema.String,
  event: EventName,
  state: Schema.Literals(Object.keys(deliveryStates.states) as ReadonlyArray<DeliveryState>),
  attemptCount: Schema.Int,
  /** The latest tries, oldest first. */
  attempts: Schema.Array(DeliveryAttempt),
  /** How often sending it again by hand was requested, and how many of its tries were by hand; absent says none. */
  replays: Schema.optionalKey(Schema.Int),
  byHand: Schema.optionalKey(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Delivery = typeof Delivery.Type

export const Deliveries = recordKind({
  kind: "delivery",
  schema: Delivery,
  personal: noPersonalData("ids, and what endpoints answered: status and kind of problem"),
  lists: {
    byWebhook: (delivery: Delivery) => delivery.webhookId,
    byEvent: (delivery: Delivery) => delivery.eventId
  },
  owed: owedIn(deliveryOwed, (delivery: Delivery) => delivery.state)
})

/** The id of the delivery of an event to an endpoint. */
export const deliveryId = (eventId: string, webhookId: string): string => `${eventId}/${webhookId}`

/** A delivery that was not tried yet. */
export const newDelivery = (event: Event, webhook: Webhook, now: number): Delivery => ({
  id: deliveryId(event.id, webhook.id),
  owner: event.owner,
  webhookId: webhook.id,
  eventId: event.id,
  event: event.name,
  state: "PENDING",
  attemptCount: 0,
  attempts: [],
  createdAt: now,
  updatedAt: now
})

/** The job that sends a delivery again by hand. */
export const replayJob = (delivery: Delivery, now: number): NewJob => ({
  id: `replay/${delivery.replays ?? 0}/${delivery.id}`,
  task: "deliver-webhook",
  subject: delivery.webhookId,
  runAt: now
})

/** The delivery that a job is about, and whether it was requested by hand. */
export const deliveryOfJob = (jobId: string): { readonly id: string; readonly isReplay: boolean } => {
  const replay = /^replay\/\d+\/(.+)$/.exec(jobId)?.[1]
  return replay === undefined
    ? { id: jobId.slice("notify/".length), isReplay: false }
    : { id: replay, isReplay: true }
}

const kept = 20

/** What can be learned about a delivery. */
export type DeliveryFact =
  | {
    readonly on: "accepted" | "failed"
    readonly attempt: DeliveryAttempt
    readonly isByHand: boolean
    readonly hasTriesLeft: boolean
  }
  | { readonly on: "replayed"; readonly at: number }

/** The delivery after a fact, with the row of the table that was taken. */
export const deliveryAfter = (
  delivery: Delivery,
  fact: DeliveryFact
): { readonly delivery: Delivery; readonly moves: ReadonlyArray<Move> } => {
  const taken = step(deliveryStates, delivery.state, fact.on, { isByHand: false, hasTriesLeft: false, ...fact })
  if (taken._tag !== "Taken") return { delivery, moves: [] }
  const { attemptCount, attempts, byHand = 0, replays = 0 } = delivery
  const after = fact.on === "replayed"
    ? { ...delivery, replays: replays + 1, updatedAt: fact.at }
    : {
      ...delivery,
      attemptCount: attemptCount + 1,
      attempts: [...attempts, fact.attempt].slice(-kept),
      ...(fact.isByHand ? { byHand: byHand + 1 } : {}),
      updatedAt: fact.attempt.at
    }
  return { delivery: { ...after, state: taken.to }, moves: [taken] }
}

// Signatures of webhook deliveries (spec "Events"): hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret.

/** The signature of a body sent at a Unix time in seconds. */
export const signatureOf = (secret: Redacted.Redacted, timestamp: number, body: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(Redacted.value(secret)), utf8ToBytes(`${timestamp}.${body}`)))

/** What signs: the secret of an endpoint, and the one before while a rotation overlaps. */
export interface SigningSecrets {
  readonly current: Redacted.Redacted
  readonly previous: Redacted.Redacted | undefined
}

/**
 * The headers of a delivery sent at an instant (Unix milliseconds). The endpoint's own come first, so that none of them
 * stands in place of ours.
 */
export const signedHeaders = (
  own: Readonly<Record<string, string>>,
  { current, previous }: SigningSecrets,
  sent: { readonly eventId: string; readonly body: string; readonly now: number }
): Readonly<Record<string, string>> => {
  const timestamp = unixSeconds(sent.now)
  return {
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), value])),
    "content-type": "application/json",
    "x-service-signature": signatureOf(current, timestamp, sent.body),
    ...(previous === undefined
      ? {}
      : { "x-service-signature-previous": signatureOf(previous, timestamp, sent.body) }),
    "x-service-timestamp": String(timestamp),
    "x-service-event-id": sent.eventId
  }
}

/** Whether a delivery is genuine and fresh: compared in constant time, at most five minutes from now (Unix ms). */
export const isGenuine = (
  secret: Redacted.Redacted,
  delivery: { readonly timestamp: string; readonly signature: string; readonly body: string },
  now: number
): boolean => {
  // With no zeros before it the number has this text alone: what is compared was signed as it stands.
  if (!/^(?:0|[1-9]\d{0,11})$/.test(delivery.timestamp)) return false
  const sentAt = Number(delivery.timestamp)
  if (Math.abs(now - sentAt * 1_000) > limits.signatureToleranceMs) return false
  return equalInConstantTime(signatureOf(secret, sentAt, delivery.body), delivery.signature.toLowerCase())
}
