// Prices with a spread: a customer pays more reais for an asset and gets fewer for it, in quotes and in what is made of them alike, and never
// gains by going there and back.
import { Context, Result } from "effect"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { assetForCents, centsForAsset, movedBy, rateFromDecimal } from "../../../../core/base/money/rate.ts"
import { RateSpreads } from "../../../../core/ports/rate-spreads.ts"
import { createQuote } from "../../../../core/payments/quote/create-quote.ts"
import { planes } from "../../../support/planes.ts"
import { World } from "../../../support/world.ts"
import { books, order, payer } from "../payout/payouts.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const spread: Parameters<typeof World.open>[1] = (services) =>
  Context.add(services, RateSpreads, { of: (asset) => asset === "USDT" ? 100 : 0 })

const opened = async () => {
  world = await World.open(planes.memory, spread)
  world.rates.price = "5.00"
  return world
}

const usdt = { currency: "USDT", method: "POLYGON" } as const
const reais = { currency: "BRL", method: "PIX" } as const

const priceOf = async (by: World, from: typeof reais | typeof usdt, to: typeof reais | typeof usdt) => {
  const answer = await by.run(createQuote({
    caller: await by.caller(),
    request: {
      inputCurrency: from.currency,
      inputPaymentMethod: from.method,
      outputCurrency: to.currency,
      outputPaymentMethod: to.method,
      inputAmount: "100.00"
    }
  }))
  if (answer._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return answer.answer.data.basePrice
}

describe("a price with a spread of one percent", () => {
  it("is higher for who buys and lower for who sells", async () => {
    const by = await opened()
    expect(await priceOf(by, reais, usdt)).toBe(5.05)
    expect(await priceOf(by, usdt, reais)).toBe(4.95)
  })

  it("is what deposits and payouts keep", async () => {
    const paying = await payer({}, planes.memory, spread)
    world = paying.world
    world.rates.price = "5.00"
    expect(await world.deposit(paying.caller)).toMatchObject({ fxRateAtTx: 5.05 })
    // 11.75 / 4.95 = 2.373737…, rounded up.
    await order(paying)
    expect(await books(paying)).toMatchObject({ "wallet-holds USDT": 2_373_738n })
  })
})

describe("a price that is moved", () => {
  it("is the same where nothing moves it, and never gains there and back", () => {
    fc.assert(fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 10n }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 999 }),
      (cents, price, bps) => {
        const rate = Result.getOrThrow(rateFromDecimal("USDT", (price / 10 ** 4).toFixed(4), "law", 1))
        expect(movedBy(rate, 0)).toBe(rate)
        const value = unitsUnsafe("BRL", cents)
        const back = centsForAsset(movedBy(rate, -bps), assetForCents(movedBy(rate, bps), value))
        expect(back <= value).toBe(true)
      }
    ))
  })

  it("cannot be moved by all of it", () => {
    const rate = Result.getOrThrow(rateFromDecimal("USDT", "5.00", "law", 1))
    expect(() => movedBy(rate, -10_000)).toThrow(RangeError)
  })
})
