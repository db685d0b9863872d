// Signatures of webhook deliveries (spec "Events"): hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret.
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Redacted } from "effect"
import { limits } from "../limits/limits.ts"
import { equalInConstantTime } from "../text/text.ts"
import { unixSeconds } from "../time/instant.ts"

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
