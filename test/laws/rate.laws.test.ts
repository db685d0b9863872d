// Laws of rates (C5): there and back never gains, and a charge covers what it pays for.
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { assetCodes, assets } from "../../core/base/money/assets.ts"
import {
  RateSchema,
  assetForCents,
  assetToCharge,
  centsForAsset,
  centsToCharge,
  rateFromDecimal,
  rateNumber
} from "../../core/base/money/rate.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"

const cents = fc.bigInt({ min: 0n, max: assets.BRL.maxUnits }).map((value) => unitsUnsafe("BRL", value))
const price = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.nat({ max: 15 })).map(([digits, scale]) => {
  const text = digits.toString().padStart(scale + 1, "0")
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
})
const rate = fc.tuple(fc.constantFrom(...assetCodes), price)
  .map(([base, text]) => Result.getOrThrow(rateFromDecimal(base, text, "law", 1)))
const rateAndAmount = rate.chain((given) =>
  fc.bigInt({ min: 0n, max: assets[given.base].maxUnits })
    .map((value) => ({ given, amount: unitsUnsafe(given.base, value) }))
)

describe("there and back never gains", () => {
  it("cents to asset to cents", () => {
    fc.assert(fc.property(rate, cents, (given, value) => centsForAsset(given, assetForCents(given, value)) <= value))
  })

  it("asset to cents to asset", () => {
    fc.assert(
      fc.property(rateAndAmount, ({ amount, given }) => assetForCents(given, centsForAsset(given, amount)) <= amount)
    )
  })

  it("what is charged covers what is delivered §rounding", () => {
    fc.assert(fc.property(rate, cents, (given, value) => centsForAsset(given, assetToCharge(given, value)) >= value))
    fc.assert(
      fc.property(rateAndAmount, ({ amount, given }) => assetForCents(given, centsToCharge(given, amount)) >= amount)
    )
  })
})

describe("rounding", () => {
  it("the charge is the delivery, or one smallest unit more", () => {
    fc.assert(fc.property(rate, cents, (given, value) => {
      const gap = assetToCharge(given, value) - assetForCents(given, value)
      return gap === 0n || gap === 1n
    }))
  })

  it("more cents never give less", () => {
    fc.assert(fc.property(rate, cents, cents, (given, a, b) => {
      const [low, high] = a <= b ? [a, b] : [b, a]
      return assetForCents(given, low) <= assetForCents(given, high)
    }))
  })
})

describe("a rate", () => {
  it("shows the price it was made from, where that has at most 15 significant digits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...assetCodes),
        price,
        (base, text) => rateNumber(Result.getOrThrow(rateFromDecimal(base, text, "law", 1))) === Number(text)
      )
    )
  })

  it("is read back as it was stored", () => {
    fc.assert(fc.property(rate, (given) => {
      const back = Schema.decodeSync(RateSchema)(Schema.encodeSync(RateSchema)(given))
      return back.base === given.base && back.numerator === given.numerator && back.denominator === given.denominator
    }))
  })
})
