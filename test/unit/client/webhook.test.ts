// Verification of deliveries against what the service signs, and the makers of test events against what it declares.
import fc from "fast-check"
import { Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { isGenuine, signedHeaders } from "../../../core/webhooks/webhook/webhook.ts"
import { eventSamples, otherRefunds } from "../../../hosts/client/event-samples.ts"
import type { EventType, WebhookEvent } from "../../../hosts/client/event-types.ts"
import { makeTestEvent } from "../../../hosts/client/test-event.ts"
import { WebhookError, type WebhookHeaders, verifyWebhook } from "../../../hosts/client/verify-webhook.ts"
import { eventPayloads } from "../../../hosts/http/api/definition/events.ts"

const secret = "a1".repeat(32)
const other = "b2".repeat(32)
const now = Date.UTC(2026, 10, 21, 12)
const types = Object.keys(eventPayloads) as ReadonlyArray<EventType>

const body = JSON.stringify({
  event: "KYC_FAILED",
  data: { attemptId: "kyc_1", subAccountId: null, userId: null, error: "ação" }
})

/** The headers that the service sends. */
const headersOf = (sent: string, current = secret, previous?: string) =>
  signedHeaders({}, {
    current: Redacted.make(current),
    previous: previous === undefined ? undefined : Redacted.make(previous)
  }, { eventId: "evt_1", body: sent, now })

const problemOf = (
  sent: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly [string, ...ReadonlyArray<string>] = secret,
  at = now
): Promise<string> =>
  verifyWebhook(sent, headers, secrets, { now: at }).then(() => "none", (error: unknown) => {
    expect(error).toBeInstanceOf(WebhookError)
    return (error as WebhookError).problem
  })

describe("a delivery of the service", () => {
  it("is read, as text, as bytes and as a buffer §client-verify", async () => {
    const bytes = new TextEncoder().encode(body)
    for (const raw of [body, bytes, bytes.buffer, Buffer.from(body)]) {
      expect(await verifyWebhook(raw, headersOf(body), secret, { now })).toEqual({
        event: "KYC_FAILED",
        data: { attemptId: "kyc_1", subAccountId: null, userId: null, error: "ação" },
        eventId: "evt_1",
        sentAt: new Date(now)
      })
    }
  })

  it("is read with the headers of any server §client-verify", async () => {
    const sent = headersOf(body)
    const inCapitals = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toUpperCase(), value]))
    const inLists = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]]))
    for (const headers of [sent, inCapitals, inLists, new Headers(sent)]) {
      expect(await problemOf(body, headers)).toBe("none")
    }
  })

  it("is refused when a byte of it, or of its signature, is another §client-verify", async () => {
    const bytes = new TextEncoder().encode(body)
    const headers = headersOf(body)
    await fc.assert(fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ change
      expect(await problemOf(changed, headers)).toBe("signature")
    }))
    await fc.assert(fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 15 }), async (at, change) => {
      const signature = headers["x-service-signature"] ?? ""
      const digit = (Number.parseInt(signature[at] ?? "", 16) ^ change).toString(16)
      const changed = signature.slice(0, at) + digit + signature.slice(at + 1)
      expect(await problemOf(body, { ...headers, "x-service-signature": changed })).toBe("signature")
    }))
  })

  it("is refused under another secret, and without a signature that is one §client-verify", async () => {
    expect(await problemOf(body, headersOf(body), other)).toBe("signature")
    for (const signature of ["0", "zz", `${headersOf(body)["x-service-signature"]}00`, "g".repeat(64)]) {
      expect(await problemOf(body, { ...headersOf(body), "x-service-signature": signature })).toBe("signature")
    }
    for (const name of ["x-service-signature", "x-service-timestamp", "x-service-event-id"]) {
      expect(await problemOf(body, { ...headersOf(body), [name]: undefined })).toBe("missing-header")
      expect(await problemOf(body, { ...headersOf(body), [name]: "" })).toBe("missing-header")
    }
  })

  it("is fresh for 300 seconds to either side, and not a millisecond longer §client-verify-window", async () => {
    const headers = headersOf(body)
    const reach = 300_000
    expect(await problemOf(body, headers, secret, now + reach)).toBe("none")
    expect(await problemOf(body, headers, secret, now - reach)).toBe("none")
    expect(await problemOf(body, headers, secret, now + reach + 1)).toBe("timestamp")
    expect(await problemOf(body, headers, secret, now - reach - 1)).toBe("timestamp")
    for (const timestamp of ["yesterday", "-1", "1e9", "1.5", " 1", "9".repeat(13), `00${now / 1_000}`]) {
      expect(await problemOf(body, { ...headers, "x-service-timestamp": timestamp })).toBe("timestamp")
    }
  })

  it("cannot be given another time §client-verify-window", async () => {
    const headers = { ...headersOf(body), "x-service-timestamp": String(now / 1_000 + 60) }
    expect(await problemOf(body, headers)).toBe("signature")
  })

  it("is read while its secret is rotated, whoever has changed first §client-verify-rotation", async () => {
    const rotating = headersOf(body, other, secret)
    expect(await problemOf(body, rotating, secret)).toBe("none")
    expect(await problemOf(body, rotating, other)).toBe("none")
    expect(await problemOf(body, rotating, [other, secret])).toBe("none")
    expect(await problemOf(body, headersOf(body), [other, secret])).toBe("none")
    expect(await problemOf(body, headersOf(body, other), secret)).toBe("signature")
    expect(await problemOf(body, rotating, "c3".repeat(32))).toBe("signature")
  })

  it.each([
    "",
    "[]",
    "null",
    "{}",
    "{\"event\":\"X\"}",
    "{\"event\":1,\"data\":{}}",
    "{\"event\":\"X\",\"data\":null}"
  ])(
    "that says %o is no event §client-verify",
    async (text) => expect(await problemOf(text, headersOf(text))).toBe("body")
  )

  it("of a kind that is newer than this client is read as it is §client-verify", async () => {
    const text = "{\"event\":\"FROM_TOMORROW\",\"data\":{\"a\":1}}"
    expect(await verifyWebhook(text, headersOf(text), secret, { now })).toMatchObject({
      event: "FROM_TOMORROW",
      data: { a: 1 }
    })
  })

  it("is refused with a plain word when its body was parsed §client-verify", async () => {
    await expect(verifyWebhook(JSON.parse(body) as never, headersOf(body), secret, { now })).rejects.toThrow(
      "raw bytes"
    )
  })

  it.each<readonly [string, unknown]>([
    ["not set", undefined],
    ["null", null],
    ["empty", ""],
    ["an empty list", []],
    ["a list of an empty one", [""]],
    ["a list with one that is not set", [secret, undefined]],
    ["a list with an empty one", [secret, ""]]
  ])(
    "is refused with a plain word when the secret is %s §client-verify",
    async (_what, none) => {
      const refused = verifyWebhook(body, headersOf(body), none as never, { now })
      await expect(refused).rejects.toThrow(TypeError)
      await expect(refused).rejects.toThrow("secret of the webhook is missing or empty")
    }
  )
})

describe.each(types)("a test event %s", (type) => {
  const decode = Schema.decodeUnknownSync(eventPayloads[type], {
    onExcessProperty: "error"
  })

  it("is one that the interface declares §client-test-events", () => {
    expect(decode(eventSamples[type])).toEqual(eventSamples[type])
  })

  it("is signed as the service signs, and verified §client-test-events", async () => {
    const sent = await makeTestEvent(type, { secret, sentAt: now, eventId: "evt_7" })
    const { headers } = sent
    expect(headers).toEqual({
      ...signedHeaders({}, { current: Redacted.make(secret), previous: undefined }, {
        eventId: "evt_7",
        body: sent.body,
        now
      })
    })
    const delivery = {
      timestamp: headers["x-service-timestamp"] ?? "",
      signature: headers["x-service-signature"] ?? "",
      body: sent.body
    }
    expect(isGenuine(Redacted.make(secret), delivery, now)).toBe(true)
    expect(await verifyWebhook(sent.body, headers, secret, { now })).toEqual({
      event: type,
      data: eventSamples[type],
      eventId: "evt_7",
      sentAt: new Date(now)
    })
  })
})

describe("a test event", () => {
  it("takes fields in place of the sample's §client-test-events", async () => {
    const sent = await makeTestEvent("DEPOSIT_ASSET_SUCCESS", { secret, data: { externalId: "mine", value: 7 } })
    const event = await verifyWebhook(sent.body, sent.headers, secret)
    expect(event.data).toEqual({ ...eventSamples.DEPOSIT_ASSET_SUCCESS, externalId: "mine", value: 7 })
  })

  it("can be of a rotation, and each has an id of its own §client-test-events", async () => {
    const [first, second] = await Promise.all([
      makeTestEvent("WEBHOOK_TEST", { secret: other, previousSecret: secret }),
      makeTestEvent("WEBHOOK_TEST", { secret: other })
    ])
    expect(await problemOf(first.body, first.headers, secret, Date.now())).toBe("none")
    expect(first.headers["x-service-event-id"]).not.toBe(second.headers["x-service-event-id"])
  })

  it.each(["NOPE", "toString", undefined])("is none of the name %o §client-test-events", async (name) => {
    const refused = makeTestEvent(name as never, { secret })
    await expect(refused).rejects.toThrow(TypeError)
    await expect(refused).rejects.toThrow(`There is no sample ${name}: known are ${types[0]}, `)
  })

  it("is not made of a refund that there is not, nor without a secret §client-test-events", async () => {
    const other = makeTestEvent("PAYOUT_REFUNDED", { secret, refund: "nope" as never })
    await expect(other).rejects.toThrow("There is no sample nope: known are manual, lightning")
    for (const none of [{ secret: undefined as never }, { secret, previousSecret: "" }]) {
      await expect(makeTestEvent("WEBHOOK_TEST", none)).rejects.toThrow("secret of the webhook is missing or empty")
    }
  })

  it.each(["manual", "lightning"] as const)(
    "can be the %s case of PAYOUT_REFUNDED §client-test-events",
    async (refund) => {
      const decode = Schema.decodeUnknownSync(eventPayloads.PAYOUT_REFUNDED, { onExcessProperty: "error" })
      const sent = await makeTestEvent("PAYOUT_REFUNDED", { secret, refund, data: { pixKey: null } })
      const { data } = await verifyWebhook(sent.body, sent.headers, secret)
      expect(decode(data)).toEqual({ ...otherRefunds[refund], pixKey: null })
    }
  )
})

it("tells events apart by their name, for the compiler too §client-types", async () => {
  const sent = await makeTestEvent("PAYOUT_SUCCESSFUL", { secret })
  const event: WebhookEvent = await verifyWebhook(sent.body, sent.headers, secret)
  expect(event.event === "PAYOUT_SUCCESSFUL" && event.data.receipt?.receiver?.bankName).toBe("Banco Exemplo")
  expect(event.event === "DISPUTE_CREATED" && event.data.endToEndId).toBe(false)
})
