// The format of API keys: prefix of the environment, 32 base62 characters and 6 of their CRC-32, so that a typing error
// is known before anything is read.
import { inspect } from "node:util"
import { crc32 } from "node:zlib"
import { Redacted } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  apiKeyOf,
  environmentOfKey,
  isMistyped,
  last4Of,
  mayBeChosen
} from "../../../../core/customers/account/api-key.ts"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const seed = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString("hex"))
const environment = fc.constantFrom("sandbox" as const, "production" as const)
const key = fc.tuple(environment, seed).map(([environment, seed]) => ({
  environment,
  text: Redacted.value(apiKeyOf(environment, seed))
}))

describe("a generated key", () => {
  it("names its environment and has the published form §auth-prefix", () => {
    fc.assert(fc.property(key, ({ environment, text }) => {
      expect(text).toMatch(/^pontepay_(?:live|test)_[0-9A-Za-z]{38}$/)
      expect(text.startsWith("pontepay_live_")).toBe(environment === "production")
      expect(environmentOfKey(Redacted.make(text))).toBe(environment)
    }))
  })

  it("ends in the CRC-32 of its characters, as zlib computes it §auth-checksum", () => {
    fc.assert(fc.property(key, ({ text }) => {
      const [body, check] = [text.slice(14, 46), text.slice(46)]
      const value = Array.from(check).reduce((total, digit) => total * 62n + BigInt(base62.indexOf(digit)), 0n)
      expect(value).toBe(BigInt(crc32(body)))
    }))
  })

  it("is not mistyped; with any other character in any place it is", () => {
    fc.assert(fc.property(key, fc.nat({ max: 37 }), fc.nat({ max: 61 }), ({ text }, place, digit) => {
      expect(isMistyped(Redacted.make(text))).toBe(false)
      const changed = Array.from(text)
      const other = base62[digit] ?? ""
      fc.pre(changed[14 + place] !== other)
      changed[14 + place] = other
      expect(isMistyped(Redacted.make(changed.join("")))).toBe(true)
    }))
  })

  it("with two neighbours swapped is mistyped", () => {
    fc.assert(fc.property(key, fc.nat({ max: 36 }), ({ text }, place) => {
      const changed = Array.from(text)
      const [a = "", b = ""] = changed.slice(14 + place, 16 + place)
      fc.pre(a !== b)
      changed.splice(14 + place, 2, b, a)
      expect(isMistyped(Redacted.make(changed.join("")))).toBe(true)
    }))
  })

  it("differs for other randomness, and is the same for the same", () => {
    fc.assert(fc.property(environment, seed, seed, (environment, a, b) => {
      fc.pre(a !== b)
      const [one, other] = [apiKeyOf(environment, a), apiKeyOf(environment, b)].map((each) => Redacted.value(each))
      expect(Redacted.value(apiKeyOf(environment, a))).toBe(one)
      expect(other).not.toBe(one)
    }))
  })

  it("is not shown by accident", () => {
    const made = apiKeyOf("sandbox", "00".repeat(64))
    expect(inspect(made)).not.toContain(Redacted.value(made).slice(14))
    expect(JSON.stringify({ made })).not.toContain(Redacted.value(made).slice(14))
    expect(last4Of(made)).toBe(Redacted.value(made).slice(-4))
  })
})

describe("the environment of a key", () => {
  it.each([
    ["pontepay_live_x", "production"],
    ["pontepay_test_x", "sandbox"],
    ["pontepay_prod_x", undefined],
    ["PONTEPAY_TEST_x", undefined],
    ["", undefined],
    [" pontepay_test_x", undefined]
  ])("of %j is %s §auth-prefix", (text, environment) => {
    expect(environmentOfKey(Redacted.make(text))).toBe(environment)
  })
})

describe("a key that an operator chooses", () => {
  it.each(
    [
      [`pontepay_test_${"k".repeat(32)}`, "sandbox", true],
      [`pontepay_test_${"k".repeat(31)}`, "sandbox", false],
      [`pontepay_test_${"k".repeat(64)}`, "sandbox", true],
      [`pontepay_test_${"k".repeat(32)}`, "production", false],
      [`pontepay_live_${"k".repeat(32)}`, "production", true],
      ["k".repeat(64), "sandbox", false]
    ] as const
  )("%s for %s: %s", (text, environment, may) => {
    expect(mayBeChosen(Redacted.make(text), environment)).toBe(may)
  })
})
