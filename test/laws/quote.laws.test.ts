// Laws of quotes (C4, C5, C6): a quote is what the operation charges at the same rate, no one gains by going there and
// back, and more in is never less out. Rates, fees and amounts are generated.
import * as fc from "fast-check"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { feeLines } from "../../core/base/fees/fee.ts"
import type { FeeOverrides } from "../../core/base/fees/schedule.ts"
import { assetForCents, assetToCharge, rateFromDecimal } from "../../core/base/money/rate.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { type QuotedOperation, quoteRows, valueLimits } from "../../core/payments/quote/pairs.ts"
import { type Price, type QuoteTerms, feeParts, priceOf } from "../../core/payments/quote/quote.ts"

const figures = fc.record({
  fixedCents: fc.bigInt({ min: 0n, max: 5_000n }).map((value) => unitsUnsafe("BRL", value)),
  basisPoints: fc.integer({ min: 0, max: 10_000 })
}, { requiredKeys: [] })
const fees: fc.Arbitrary<FeeOverrides> = fc.record({ payout: figures, deposit: figures, lightningInvoice: figures }, {
  requiredKeys: []
})
const row = fc.constantFrom(...quoteRows)
const price = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => `${Math.floor(cents / 100)}.${cents % 100 + 100}`)
const terms: fc.Arbitrary<QuoteTerms> = fc.tuple(row, price, fees).map(([{ asset, operation }, text, own]) => ({
  operation,
  rate: Result.getOrThrow(rateFromDecimal(asset, text, "test", 0)),
  fees: own
}))
const cents = fc.oneof(fc.bigInt({ min: 0n, max: 30_000n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
  .map((value) => unitsUnsafe("BRL", value))
const units = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 10n ** 14n }))

const priced = (by: QuoteTerms, asked: Parameters<typeof priceOf>[1]): Price | undefined =>
  Result.getOrUndefined(priceOf(by, asked))

/** What the operation charges or delivers for a value, written as its own use case writes it. */
const operated = ({ fees, operation, rate }: QuoteTerms, value: Price["value"]) => {
  const lines = feeLines(operation, value, fees)
  return {
    fee: lines.fee,
    units: operation === "deposit" ? assetForCents(rate, lines.net) : assetToCharge(rate, lines.gross)
  }
}

const as = (by: QuoteTerms, operation: QuotedOperation): QuoteTerms => ({ ...by, operation })

describe("a quote", () => {
  it("of reais is what the operation of that value makes §quote-fee-exact", () => {
    fc.assert(fc.property(terms, cents, (by, value) => {
      const quote = priced(by, { side: "reais", cents: value })
      if (quote === undefined) return
      expect(quote).toEqual({ value, ...operated(by, value) })
    }))
  })

  it("of an asset is the least deposit that delivers it, or the greatest payout that it pays for §quote-exact-out §quote-exact-in", () => {
    fc.assert(fc.property(terms, units, (by, asked) => {
      const quote = priced(by, { side: "asset", units: asked })
      if (quote === undefined) return
      expect(quote.units).toBe(asked)
      expect(quote.fee).toBe(operated(by, quote.value).fee)
      const { maximum, minimum } = valueLimits[by.operation]
      const next = unitsUnsafe("BRL", quote.value + (by.operation === "deposit" ? -1n : 1n))
      if (by.operation === "deposit") {
        expect(operated(by, quote.value).units).toBeGreaterThanOrEqual(asked)
        if (next >= minimum) expect(operated(by, next).units).toBeLessThan(asked)
      } else {
        expect(operated(by, quote.value).units).toBeLessThanOrEqual(asked)
        if (next <= maximum) expect(operated(by, next).units).toBeGreaterThan(asked)
      }
    }))
  })

  it("has fee parts that make up the fee §quote-applied-fees", () => {
    fc.assert(fc.property(terms, cents, (by, value) => {
      const quote = priced(by, { side: "reais", cents: value })
      if (quote === undefined) return
      const parts = feeParts(by, quote.fee)
      expect(parts.reduce((sum, part) => sum + part.cents, 0n)).toBe(quote.fee)
      expect(parts.every((part) => part.cents > 0n)).toBe(true)
    }))
  })

  it("never gains by going there and back §quote-no-gain", () => {
    fc.assert(fc.property(terms, cents, (by, value) => {
      const there = priced(as(by, "deposit"), { side: "reais", cents: value })
      if (there === undefined) return
      for (const operation of ["payout", "lightningInvoice"] as const) {
        const back = priced(as(by, operation), { side: "asset", units: there.units })
        if (back !== undefined) expect(back.value).toBeLessThanOrEqual(value)
      }
    }))
  })

  it("of more is never of less §quote-monotonic", () => {
    fc.assert(fc.property(terms, cents, cents, (by, a, b) => {
      const [less, more] = a <= b ? [a, b] : [b, a]
      const [low, high] = [priced(by, { side: "reais", cents: less }), priced(by, { side: "reais", cents: more })]
      if (low !== undefined && high !== undefined) expect(low.units).toBeLessThanOrEqual(high.units)
    }))
    fc.assert(fc.property(terms, units, units, (by, a, b) => {
      const [less, more] = a <= b ? [a, b] : [b, a]
      const [low, high] = [priced(by, { side: "asset", units: less }), priced(by, { side: "asset", units: more })]
      if (low !== undefined && high !== undefined) expect(low.value).toBeLessThanOrEqual(high.value)
    }))
  })
})
