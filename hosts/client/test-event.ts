// Deliveries for tests of receivers: signed as the service signs them, so that the receiver's own check runs as well.
import { eventSamples, otherRefunds } from "./event-samples.ts"
import type { EventData, EventType } from "./event-types.ts"
import { hmacKey, secretsOf } from "./webhook-secret.ts"

export interface TestEventOptions<Type extends EventType> {
  /** The secret that the receiver knows. */
  readonly secret: string
  /** Which case of PAYOUT_REFUNDED: a PIX that the receiver's bank sent back by default. */
  readonly refund?: Type extends "PAYOUT_REFUNDED" ? keyof typeof otherRefunds : never
  /** Fields in place of those of the sample. */
  readonly data?: Partial<EventData<Type>>
  /** The X-Service-Event-Id; made anew by default, so give it to deliver the same event twice. */
  readonly eventId?: string
  /** When it was sent, Unix milliseconds; now by default. */
  readonly sentAt?: number
  /** The secret before, as while a rotation overlaps. */
  readonly previousSecret?: string
}

/** A delivery, to be handed to a receiver. */
export interface TestEvent {
  /** The raw body: post it as it is. */
  readonly body: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** A signed delivery of an event, made of a sample that the interface could send. Fails with `TypeError` on one it does not know. */
export const makeTestEvent = async <Type extends EventType>(
  type: Type,
  options: TestEventOptions<Type>
): Promise<TestEvent> => {
  const { data, eventId = `evt_${crypto.randomUUID()}`, previousSecret, refund, secret, sentAt = Date.now() } = options
  secretsOf([secret, ...(previousSecret === undefined ? [] : [previousSecret])])
  const sample = refund === undefined ? sampleOf(eventSamples, type) : sampleOf(otherRefunds, refund)
  const body = JSON.stringify({ event: type, data: { ...sample, ...data } })
  const timestamp = Math.floor(sentAt / 1_000)
  const signed = `${timestamp}.${body}`
  return {
    body,
    headers: {
      "content-type": "application/json",
      "x-service-signature": await signature(secret, signed),
      ...(previousSecret !== undefined && { "x-service-signature-previous": await signature(previousSecret, signed) }),
      "x-service-timestamp": String(timestamp),
      "x-service-event-id": eventId
    }
  }
}

const sampleOf = <Samples extends object, Name extends string & keyof Samples>(samples: Samples, name: Name) => {
  if (Object.hasOwn(samples, name)) return samples[name]
  throw new TypeError(`There is no sample ${name}: known are ${Object.keys(samples).join(", ")}`)
}

const signature = async (secret: string, signed: string): Promise<string> => {
  const key = await hmacKey(secret, "sign")
  const bytes = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(signed))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
