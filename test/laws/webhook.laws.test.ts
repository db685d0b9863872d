// Laws of webhook signatures and retries: what was signed verifies, anything else does not, nothing beyond five minutes
// does; retries follow the class of the event to its end and never come sooner.
import { Redacted } from "effect"
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { EventName } from "../../core/engine/event/event.ts"
import { nextTryMs } from "../../core/webhooks/webhook/retry.ts"
import { isGenuine, signatureOf } from "../../core/webhooks/webhook/webhook.ts"

const secret = fc.stringMatching(/^[0-9a-f]{64}$/)
const instant = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 })
const body = fc.oneof(fc.json(), fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()))

const signed = (secret: string, at: number, body: string) => ({
  timestamp: String(at),
  signature: signatureOf(Redacted.make(secret), at, body),
  body
})

const changedAt = (text: string, place: number): string => {
  const characters = Array.from(text)
  const index = place % characters.length
  characters[index] = characters[index] === "a" ? "b" : "a"
  return characters.join("")
}

describe("a signature", () => {
  it("verifies what was signed", () => {
    fc.assert(
      fc.property(
        secret,
        instant,
        body,
        (secret, at, body) => isGenuine(Redacted.make(secret), signed(secret, at, body), at * 1_000)
      )
    )
  })

  it("fails when any character of the body is another one §delivery-verification", () => {
    fc.assert(fc.property(secret, instant, body, fc.nat(), (secret, at, body, place) => {
      fc.pre(body !== "")
      const delivery = signed(secret, at, body)
      return !isGenuine(Redacted.make(secret), { ...delivery, body: changedAt(body, place) }, at * 1_000)
    }))
  })

  it("fails when any character of the signature is another one", () => {
    fc.assert(fc.property(secret, instant, body, fc.nat(), (secret, at, body, place) => {
      const delivery = signed(secret, at, body)
      const signature = changedAt(delivery.signature, place)
      return !isGenuine(Redacted.make(secret), { ...delivery, signature }, at * 1_000)
    }))
  })

  it("fails when it was made at another second", () => {
    fc.assert(fc.property(secret, instant, body, fc.integer({ min: -200, max: 200 }), (secret, at, body, shift) => {
      fc.pre(shift !== 0)
      const delivery = { ...signed(secret, at, body), timestamp: String(at + shift) }
      return !isGenuine(Redacted.make(secret), delivery, at * 1_000)
    }))
  })

  it("fails under any other secret §delivery-verification", () => {
    fc.assert(fc.property(secret, secret, instant, body, (one, other, at, body) => {
      fc.pre(one !== other)
      return !isGenuine(Redacted.make(other), signed(one, at, body), at * 1_000)
    }))
  })

  it("cannot move a character between timestamp and body", () => {
    fc.assert(fc.property(secret, instant, (secret, at) => {
      const one = signatureOf(Redacted.make(secret), at, "1.x")
      return one !== signatureOf(Redacted.make(secret), Number(`${at}1`), ".x")
    }))
  })

  it("is accepted within five minutes in both directions and not a millisecond longer §delivery-timestamp", () => {
    fc.assert(
      fc.property(
        secret,
        instant,
        fc.integer({ min: -600_000, max: 600_000 }),
        (secret, at, age) =>
          isGenuine(Redacted.make(secret), signed(secret, at, "{}"), at * 1_000 + age) === (Math.abs(age) <= 300_000)
      )
    )
  })
})

describe("retries", () => {
  const name = fc.constantFrom(...EventName.literals)
  const persisted = (event: string) => event === "DEPOSIT_ASSET_FAILED" || event === "DEPOSIT_ASSET_REFUNDED"
  const age = fc.integer({ min: 0, max: 4 * 86_400_000 })
  const failed = fc.integer({ min: 1, max: 6_000 })

  it("of persisted events come every minute until three days have passed, whatever the webhook asks for §delivery-persisted", () => {
    fc.assert(
      fc.property(
        name.filter(persisted),
        fc.boolean(),
        failed,
        age,
        (event, retry, failed, age) =>
          nextTryMs(event, { retry }, failed, age) === (age <= 3 * 86_400_000 - 60_000 ? 60_000 : undefined)
      )
    )
  })

  const other = name.filter((event) => !persisted(event))

  it("of other events are none unless the webhook asks for them §delivery-once", () => {
    fc.assert(
      fc.property(
        other,
        failed,
        age,
        (event, failed, age) => nextTryMs(event, { retry: false }, failed, age) === undefined
      )
    )
  })

  it("that a webhook asks for grow, end, and depend on the number of tries alone", () => {
    fc.assert(fc.property(other, other, failed, age, age, (event, another, failed, age, older) => {
      const [pause, next] = [failed, failed + 1].map((tries) => nextTryMs(event, { retry: true }, tries, age))
      if (pause !== nextTryMs(another, { retry: true }, failed, older)) return false
      if (pause === undefined) return next === undefined
      return next === undefined || next > pause
    }))
  })
})
