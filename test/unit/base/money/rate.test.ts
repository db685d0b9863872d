// Rates by example: worked conversions, refused prices, the number shown, the stored form.
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { AssetCode } from "../../../../core/base/money/assets.ts"
import {
  RateSchema,
  assetForCents,
  assetToCharge,
  centsForAsset,
  centsToCharge,
  pegRate,
  rateFromDecimal,
  rateNumber
} from "../../../../core/base/money/rate.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"

const at = 1_790_000_000_000
const rate = <A extends AssetCode>(base: A, price: string) =>
  Result.getOrThrow(rateFromDecimal(base, price, "table", at))
const cents = (value: bigint) => unitsUnsafe("BRL", value)

describe("conversion", () => {
  it("gives down and charges up §rounding", () => {
    // R$ 50.00 at R$ 5.43: 9.208103130… USDT
    expect(assetForCents(rate("USDT", "5.43"), cents(5000n))).toBe(9_208_103n)
    expect(assetToCharge(rate("USDT", "5.43"), cents(5000n))).toBe(9_208_104n)
  })

  it("is exact where the ratio is", () => {
    expect(assetForCents(rate("USDC", "5"), cents(5000n))).toBe(10_000_000n)
    expect(assetToCharge(rate("USDC", "5"), cents(5000n))).toBe(10_000_000n)
  })

  it("converts assets to cents, down for the customer and up against", () => {
    // 9.208103 USDT at R$ 5.43 is R$ 49.99999929
    expect(centsForAsset(rate("USDT", "5.43"), unitsUnsafe("USDT", 9_208_103n))).toBe(4999n)
    expect(centsToCharge(rate("USDT", "5.43"), unitsUnsafe("USDT", 9_208_103n))).toBe(5000n)
  })

  it("prices satoshis", () => {
    // R$ 100.00 at R$ 600,000.00 a bitcoin: 16,666.66… sats
    expect(assetForCents(rate("BTC", "600000.00"), cents(10_000n))).toBe(16_666n)
    expect(assetToCharge(rate("BTC", "600000.00"), cents(10_000n))).toBe(16_667n)
  })

  it.each([["BRL", 5000n], ["BRLA", 5000n * 10n ** 16n], ["BRS", 50_000_000n], ["DEPIX", 5_000_000_000n]] as const)(
    "pegs %s one to one §pegs",
    (base, expected) => {
      expect(assetForCents(pegRate(base), cents(5000n))).toBe(expected)
      expect(assetToCharge(pegRate(base), cents(5000n))).toBe(expected)
      expect(rateNumber(pegRate(base))).toBe(1)
    }
  )
})

describe("rateFromDecimal", () => {
  it("keeps source and instant", () => {
    expect(rate("USDT", "5.43")).toMatchObject({ base: "USDT", quote: "BRL", source: "table", at })
  })

  it.each([
    ["0", "zero"],
    ["0.000", "zero"],
    ["-5", "sign"],
    ["5e0", "exponent"],
    ["", "empty"],
    ["5,43", "malformed"],
    ["0.0000000000000000001", "excessDigits"]
  ])("refuses a price of %j: %s", (price, reason) => {
    expect(Result.getOrThrow(Result.flip(rateFromDecimal("USDT", price, "table", at)))).toEqual({ reason })
  })
})

describe("rateNumber", () => {
  it.each(
    [
      ["USDT", "5.43", 5.43],
      ["BTC", "612345.67", 612345.67],
      ["USDT", "0.00000123", 0.00000123],
      ["USDT", "5.432109876543215432", 5.43210987654322],
      ["BTC", "999999.9999999999999", 1_000_000],
      ["BTC", "1234567890123456789", 1_234_567_890_123_460_000]
    ] as const
  )("shows %s at %s as %d", (base, price, shown) => {
    expect(rateNumber(rate(base, price))).toBe(shown)
  })
})

describe("RateSchema", () => {
  it("stores both sides of the ratio as strings", () => {
    const stored = Schema.encodeSync(RateSchema)(pegRate("BRLA"))
    expect(stored).toEqual({
      base: "BRLA",
      quote: "BRL",
      numerator: "100",
      denominator: "1000000000000000000",
      source: "peg",
      at: 0
    })
    expect(Schema.decodeSync(RateSchema)(stored)).toEqual(pegRate("BRLA"))
  })

  it.each([{ numerator: "0" }, { denominator: "-1" }, { base: "XYZ" }, { quote: "USD" }, { at: 1.5 }, { source: "" }])(
    "refuses %j",
    (change) => {
      const stored = { ...Schema.encodeSync(RateSchema)(pegRate("BRLA")), ...change }
      expect(Result.isFailure(Schema.decodeUnknownResult(RateSchema)(stored))).toBe(true)
    }
  )
})
