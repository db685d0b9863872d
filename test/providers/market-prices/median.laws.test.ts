// Laws of the price that is made of several sources.
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type PriceLimits, priceOf } from "../../../adapters/market-prices/median.ts"
import {
  type Market,
  type Reading,
  type SourceName,
  parsePrice,
  sourceNames
} from "../../../adapters/market-prices/reading.ts"
import { rateFromDecimal } from "../../../core/base/money/rate.ts"

const now = Date.UTC(2026, 10, 24, 12)
const limits: PriceLimits = {
  maximumAgeMs: 20_000,
  minimumSources: 2,
  maximumSplitBps: 100,
  maximumSpreadBps: 150,
  maximumPtaxBps: 500,
  maximumPtaxAgeMs: 604_800_000
}
/** Limits that let everything through but what the law is about. */
const wide: PriceLimits = {
  ...limits,
  maximumSplitBps: Number.MAX_SAFE_INTEGER,
  maximumSpreadBps: Number.MAX_SAFE_INTEGER
}

const price = (text: string): bigint => parsePrice(text) ?? 0n
const reading = (source: SourceName, bid: string, ask = bid, at = now): Reading => ({
  source,
  market: "BTC",
  bid: price(bid),
  ask: price(ask),
  at
})
const bitcoin = (readings: ReadonlyArray<Reading>, within = limits) =>
  priceOf("BTC", "BTC", { readings, ptax: undefined }, within, now)

/** Units of 10^-18 reais that a whole bitcoin costs. */
const worth = (found: ReturnType<typeof bitcoin>): bigint | undefined =>
  Result.isSuccess(found) ? found.success.numerator / 100n : undefined
const middle = ({ ask, bid }: Reading): bigint => (bid + ask) * 50n

const prices = fc.bigInt({ min: 10n ** 14n, max: 10n ** 23n })
const bookOf = (source: SourceName, at: fc.Arbitrary<number> = fc.constant(now)): fc.Arbitrary<Reading> =>
  fc.record({ bid: prices, over: prices, at }).map(({ over, ...of }) => ({
    ...of,
    source,
    market: "BTC",
    ask: of.bid + over
  }))
const ages = fc.integer({ min: 0, max: 40_000 }).map((age) => now - age)
const books = fc.tuple(...sourceNames.map((name) => bookOf(name, ages)))

describe("the price of several sources", () => {
  it("is moved by one wild source of three no further than the others reach", () => {
    fc.assert(
      fc.property(books, fc.nat(2), prices, (all, which, wild) => {
        const others = all.filter((_, place) => place !== which).map((each) => ({ ...each, at: now }))
        const one: Reading = { ...(all[which] as Reading), bid: wild, ask: wild, at: now }
        const [a = 0n, b = 0n] = others.map(middle)
        const found = worth(bitcoin([one, ...others], wide)) ?? -1n
        expect(found >= (a < b ? a : b) && found <= (a < b ? b : a)).toBe(true)
      })
    )
  })

  it("does not depend on the order of the sources", () => {
    fc.assert(
      fc.property(books, fc.constantFrom(limits, wide), (all, within) => {
        const [a, b, c] = all as [Reading, Reading, Reading]
        const orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
        const found = orders.map((order) => bitcoin(order, within))
        for (const each of found) expect(each).toEqual(found[0])
      })
    )
  })

  it("is refused or within every limit", () => {
    const near = fc.integer({ min: 9_850, max: 10_150 })
    const close = fc.tuple(near, fc.nat(250), ages)
    fc.assert(
      fc.property(fc.tuple(close, close, close), (all) => {
        const readings = all.map(([bid, over, at], place): Reading => ({
          source: sourceNames[place] ?? "bitso",
          market: "BTC",
          bid: BigInt(bid) * 10n ** 18n,
          ask: BigInt(bid + over) * 10n ** 18n,
          at
        }))
        const found = bitcoin(readings)
        const used = readings.filter(({ ask, at, bid }) =>
          now - at <= 20_000 && (ask - bid) * 20_000n <= 150n * (bid + ask)
        )
        const middles = used.map(middle).toSorted((a, b) => Number(a - b))
        const [least = 0n, most = 0n] = [middles[0], middles.at(-1)]
        const median = middles.length === 3 ? middles[1] ?? 0n : (least + most) / 2n
        const isSplit = (most - least) * 10_000n > 100n * median
        if (used.length < 2) expect(found).toEqual(Result.fail("too few sources"))
        else if (isSplit) expect(found).toEqual(Result.fail("the sources are apart"))
        else {
          expect(Result.getOrThrow(found)).toMatchObject({
            source: `median(${used.map(({ source }) => source).join(",")})`,
            at: Math.min(...used.map(({ at }) => at))
          })
          expect(worth(found)).toBe(median)
        }
      })
    )
  })
})

const alone = (given: string, expected: string | undefined, readings: ReadonlyArray<Reading>) =>
  [given, expected, readings] as const

describe("the bounds of a price", () => {
  it.each([
    alone("two sources are enough", "100", [reading("binance", "100"), reading("bitso", "100")]),
    alone("one source is not", undefined, [reading("binance", "100")]),
    alone("no source is none", undefined, []),
    alone("20 s are young enough", "100", [reading("binance", "100"), reading("bitso", "100", "100", now - 20_000)]),
    alone("20,001 ms are not", undefined, [reading("binance", "100"), reading("bitso", "100", "100", now - 20_001)]),
    alone("1 % apart is together", "100", [
      reading("mercado-bitcoin", "99.5"),
      reading("binance", "100"),
      reading("bitso", "100.5")
    ]),
    alone("more is apart", undefined, [
      reading("mercado-bitcoin", "99.5"),
      reading("binance", "100"),
      reading("bitso", "100.50000001")
    ]),
    alone("a spread of 1.5 % counts", "100", [reading("binance", "99.25", "100.75"), reading("bitso", "100")]),
    alone("a wider one does not", undefined, [reading("binance", "99.25", "100.75000001"), reading("bitso", "100")]),
    alone("the mean of two is exact to the last digit", "100.000000000000000025", [
      reading("binance", "100", "100.0000000000000001"),
      reading("bitso", "100")
    ])
  ])("%s", (_, expected, readings) => {
    const found = bitcoin(readings)
    const whole = expected === undefined ? undefined : Result.getOrThrow(rateFromDecimal("BTC", expected, "", now))
    expect(worth(found)).toBe(whole === undefined ? undefined : whole.numerator / 100n)
  })

  const dollar = (asset: "USDT" | "USDCE", ptax: { readonly price: bigint; readonly at: number } | undefined) => {
    const market: Market = asset === "USDT" ? "USDT" : "USDC"
    const readings = (["binance", "bitso"] as const).map((source) => ({ ...reading(source, "5.25"), market }))
    return Result.match(priceOf(asset, market, { readings, ptax }, limits, now), {
      onFailure: (problem): string => problem,
      onSuccess: ({ base, source }) => `${base} ${source}`
    })
  }

  it.each([
    ["5 %", "5.00", now, "USDT median(binance,bitso)"],
    ["more than 5 % above", "4.9999", now, "too far from PTAX"],
    ["more than 5 % below", "5.5264", now, "too far from PTAX"],
    ["seven days", "5.25", now - 604_800_000, "USDT median(binance,bitso)"],
    ["more than seven days", "5.25", now - 604_800_001, "no PTAX to compare with"]
  ])("a dollar %s from PTAX", (_, ptax, at, expected) => {
    expect(dollar("USDT", { price: price(ptax), at })).toBe(expected)
  })

  it("no dollar is priced without a PTAX, whatever its asset", () => {
    expect(dollar("USDT", undefined)).toBe("no PTAX to compare with")
    expect(dollar("USDCE", undefined)).toBe("no PTAX to compare with")
    expect(dollar("USDCE", { price: price("5.25"), at: now })).toBe("USDCE median(binance,bitso)")
  })
})
