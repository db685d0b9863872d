// Signatures of deliveries by example (spec "Events", verification rules), computed here with another implementation.
import { createHmac } from "node:crypto"
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { isGenuine, signatureOf } from "../../../../core/webhooks/webhook/webhook.ts"

const secret = "ab".repeat(32)
const body = `{"event":"DEPOSIT_ASSET_SUCCESS","data":{"externalId":"pedido-ção-😀"}}`
const sentAt = 1_772_323_200

const delivery = (parts: Partial<{ timestamp: string; signature: string; body: string }> = {}) => ({
  timestamp: String(sentAt),
  signature: createHmac("sha256", secret).update(`${sentAt}.${body}`).digest("hex"),
  body,
  ...parts
})

const genuine = (parts: Parameters<typeof delivery>[0], now = sentAt * 1_000): boolean =>
  isGenuine(Redacted.make(secret), delivery(parts), now)

describe("a signature", () => {
  it("is the hex HMAC-SHA256 of timestamp, dot and body, keyed with the secret's characters §delivery-signature", () => {
    expect(signatureOf(Redacted.make(secret), sentAt, body)).toBe(delivery().signature)
  })

  it("verifies, in either case of its hex digits", () => {
    expect(genuine({})).toBe(true)
    expect(genuine({ signature: delivery().signature.toUpperCase() })).toBe(true)
  })

  it.each<[string, Parameters<typeof delivery>[0]]>([
    ["another body", { body: `${body} ` }],
    ["another timestamp", { timestamp: String(sentAt + 1) }],
    ["no signature", { signature: "" }],
    ["part of a signature", { signature: delivery().signature.slice(0, 63) }],
    ["more than a signature", { signature: `${delivery().signature}0` }],
    ["no timestamp", { timestamp: "" }],
    ["a timestamp with a sign", { timestamp: `+${sentAt}` }],
    ["a timestamp in milliseconds", { timestamp: String(sentAt * 1_000) }],
    ["a timestamp with a fraction", { timestamp: `${sentAt}.0` }],
    ["a timestamp in hex", { timestamp: `0x${sentAt.toString(16)}` }],
    ["a timestamp with zeros before it", { timestamp: `00${sentAt}` }],
    ["a timestamp with zeros before it that was signed so", {
      timestamp: `0${sentAt}`,
      signature: createHmac("sha256", secret).update(`0${sentAt}.${body}`).digest("hex")
    }],
    ["a timestamp with spaces", { timestamp: ` ${sentAt}` }]
  ])("fails with %s §delivery-verification", (_, parts) => {
    expect(genuine(parts)).toBe(false)
  })

  it("fails under another secret", () => {
    expect(isGenuine(Redacted.make("ac".repeat(32)), delivery(), sentAt * 1_000)).toBe(false)
  })
})

describe("the age of a delivery", () => {
  it.each([
    [0, true],
    [300_000, true],
    [300_001, false],
    [-300_000, true],
    [-300_001, false]
  ])("%d ms is accepted: %s §limit-signature-tolerance-ms §delivery-timestamp", (age, accepted) => {
    expect(genuine({}, sentAt * 1_000 + age)).toBe(accepted)
  })
})
