// Prices are read beside the requests, by the clock of Effect: a request waits for no source, a source that is silent stops no
// other, and a day of a tape gives the same rates whenever it is replayed.
import { createHash } from "node:crypto"
import { Clock, Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { type MarketSources, makeMarketPrices, pricesLayer } from "../../../adapters/market-prices/market.ts"
import type { PtaxRate } from "../../../adapters/market-prices/ptax.ts"
import {
  type Market,
  type Source,
  type SourceName,
  markets,
  readingOf,
  sourceNames
} from "../../../adapters/market-prices/reading.ts"
import type { AssetCode } from "../../../core/base/money/assets.ts"
import { FxRates } from "../../../core/ports/fx-rates.ts"
import { limits as coreLimits } from "../../../core/base/limits/limits.ts"
import { dayOfTape } from "./tape.ts"

const start = Date.UTC(2026, 10, 24, 12)
const limits = {
  maximumAgeMs: 20_000,
  minimumSources: 2,
  maximumSplitBps: 100,
  maximumSpreadBps: 150,
  maximumPtaxBps: 500,
  maximumPtaxAgeMs: 604_800_000
}
const published: PtaxRate = { rate: "5.40", at: start - 3_600_000, source: "PTAX" }

/** A source that says a price of every market, of the instant at which it is asked. */
const steady = (name: SourceName, price: string, traded: ReadonlyArray<Market> = markets): Source => ({
  name,
  read: Effect.map(Clock.currentTimeMillis, (at) =>
    traded.flatMap((market) => {
      const reading = readingOf({ source: name, market, bid: price, ask: price, at })
      return reading === undefined ? [] : [reading]
    }))
})

const settings = (sources: ReadonlyArray<Source>, more: Partial<MarketSources> = {}): MarketSources => ({
  sources,
  ptax: Effect.succeed(published),
  limits,
  refreshMs: 5_000,
  usdcFallback: undefined,
  ...more
})

const answerOf = (asset: AssetCode) =>
  FxRates.use((rates) => rates.rate(asset)).pipe(
    Effect.match({
      onFailure: ({ _tag }): string => _tag,
      onSuccess: ({ at, source }) => `${source} ${at - start}`
    })
  )

/** Runs over the layer of some sources, from `start`. */
const over = <A>(sources: MarketSources, run: Effect.Effect<A, never, FxRates>): Promise<A> =>
  Effect.runPromise(
    Effect.andThen(
      TestClock.setTime(start),
      Effect.provide(Effect.andThen(TestClock.adjust(1), run), pricesLayer(makeMarketPrices(sources)))
    ).pipe(Effect.provide([TestClock.layer(), Logger.layer([])]))
  )

describe("prices of the market", () => {
  it("wait for no source: while all are silent there is none at once", async () => {
    const silent = sourceNames.map((name): Source => ({ name, read: Effect.never }))
    // Time stands still: whoever waited for anything would wait for ever.
    expect(await over(settings(silent, { ptax: Effect.never }), answerOf("BTC"))).toBe("RateUnavailable")
  })

  it("ask no source for a request", async () => {
    let asked = 0
    const counted = sourceNames.map((name): Source => {
      const { read } = steady(name, "5.40")
      return { name, read: Effect.andThen(Effect.sync(() => asked++), read) }
    })
    const prices = Effect.forEach(Array.from({ length: 50 }), () => answerOf("USDT"))
    const found = await over(settings(counted), prices)
    expect([asked, new Set(found)]).toEqual([3, new Set(["median(mercado-bitcoin,binance,bitso) 0"])])
  })

  it("are read every 5 s, and a silent source stops no other", async () => {
    const sources = [
      steady("mercado-bitcoin", "5.40"),
      { name: "binance", read: Effect.never } as const,
      steady("bitso", "5.40")
    ]
    const run = Effect.gen(function*() {
      const first = yield* answerOf("BTC")
      yield* TestClock.adjust(12_000)
      return [first, yield* answerOf("BTC")]
    })
    expect(await over(settings(sources), run)).toEqual([
      "median(mercado-bitcoin,bitso) 0",
      "median(mercado-bitcoin,bitso) 10000"
    ])
  })

  it("go on after a mistake in a source", async () => {
    let times = 0
    const { read } = steady("binance", "5.40")
    const mistaken = Effect.suspend(() => times++ === 0 ? Effect.die(new TypeError("no field `bid`")) : read)
    const run = Effect.gen(function*() {
      const first = yield* answerOf("BTC")
      yield* TestClock.adjust(5_000)
      return [first, yield* answerOf("BTC")]
    })
    expect(await over(settings([{ name: "binance", read: mistaken }, steady("bitso", "5.40")]), run)).toEqual([
      "RateUnavailable",
      "median(binance,bitso) 5000"
    ])
  })

  it("end 20 s after their sources fell silent", async () => {
    const once = sourceNames.map((name): Source => {
      let isFirst = true
      const { read } = steady(name, "5.40")
      return {
        name,
        read: Effect.suspend(() => {
          const first = isFirst
          isFirst = false
          return first ? read : Effect.succeed([])
        })
      }
    })
    const run = Effect.gen(function*() {
      yield* TestClock.adjust(19_999)
      const last = yield* answerOf("BTC")
      yield* TestClock.adjust(1)
      return [last, yield* answerOf("BTC")]
    })
    expect(await over(settings(once), run)).toEqual(["median(mercado-bitcoin,binance,bitso) 0", "RateUnavailable"])
    expect(limits.maximumAgeMs).toBeLessThan(coreLimits.rateAgeMs)
  })

  it("of dollars begin once a PTAX was heard, which is requested again every 5 s until then", async () => {
    let times = 0
    const late = Effect.sync(() => ++times < 3 ? undefined : published)
    const run = Effect.gen(function*() {
      const before = [yield* answerOf("USDT"), yield* answerOf("BTC")]
      yield* TestClock.adjust(10_000)
      const after = yield* answerOf("USDT")
      yield* TestClock.adjust(599_000)
      const asked = times
      yield* TestClock.adjust(1_000)
      return { before, after, asked: [asked, times] }
    })
    expect(await over(settings(sourceNames.map((name) => steady(name, "5.40")), { ptax: late }), run)).toEqual({
      before: ["RateUnavailable", "median(mercado-bitcoin,binance,bitso) 0"],
      after: "median(mercado-bitcoin,binance,bitso) 10000",
      asked: [3, 4]
    })
  })

  it("of USDC are those of USDT where that is configured and too few sources trade USDC", async () => {
    const sources = sourceNames.map((name) => steady(name, "5.40", ["USDT"]))
    expect(await over(settings(sources), answerOf("USDC"))).toBe("RateUnavailable")
    const found = Effect.forEach(["USDC", "USDCE", "BTC", "BRLA"] as const, answerOf)
    expect(await over(settings(sources, { usdcFallback: "USDT" }), found)).toEqual([
      "median(mercado-bitcoin,binance,bitso) of USDT 0",
      "median(mercado-bitcoin,binance,bitso) of USDT 0",
      "RateUnavailable",
      `peg ${-start}`
    ])
  })

  it("of USDC are never those of USDT while its own market is apart", async () => {
    const sources = [
      { name: "binance", read: Effect.map(steady("binance", "5.40").read, (all) => [...all]) } as const,
      {
        name: "bitso",
        read: Effect.map(Effect.all([steady("bitso", "5.40", ["USDT"]).read, steady("bitso", "5.30", ["USDC"]).read]), (
          all
        ) => all.flat())
      } as const
    ]
    const found = Effect.forEach(["USDT", "USDC"] as const, answerOf)
    expect(await over(settings(sources, { usdcFallback: "USDT" }), found)).toEqual([
      "median(binance,bitso) 0",
      "RateUnavailable"
    ])
  })
})

/** The answer of every market in every minute of the tape, one line each. */
const replay = (seed: number): Promise<ReadonlyArray<string>> => {
  const tape = dayOfTape(seed, start)
  const sources = sourceNames.map((name): Source => ({
    name,
    read: Effect.map(Clock.currentTimeMillis, (now) => tape.readings(name, now))
  }))
  const line = (minute: number, asset: AssetCode) =>
    FxRates.use((rates) => rates.rate(asset)).pipe(
      Effect.match({
        onFailure: ({ _tag }) => `${minute} ${asset} ${_tag}`,
        onSuccess: ({ at, denominator, numerator, source }) =>
          `${minute} ${asset} ${numerator}/${denominator} ${source} ${at}`
      })
    )
  const run = Effect.gen(function*() {
    const lines: Array<string> = []
    for (let minute = 0; minute < tape.minutes; minute++) {
      for (const asset of ["BTC", "USDT", "USDC"] as const) lines.push(yield* line(minute, asset))
      yield* TestClock.adjust(60_000)
    }
    return lines
  })
  return over(settings(sources, { ptax: Effect.succeed(published), refreshMs: 60_000 }), run)
}

describe("24 h of a tape", () => {
  it("give the same rates byte for byte whenever they are replayed", async () => {
    const lines = await replay(7)
    const text = lines.join("\n")
    expect(await replay(7)).toEqual(lines)
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "1c6a624cd4e5da03c8221193ec29c16f5a72c8b6a64422312e0d82907c2d5f74"
    )
    expect(lines).toHaveLength(3 * 1_440)
    // The tape has all of it: prices of three and of two sources, and hours without any.
    for (const expected of [/median\(mercado-bitcoin,binance,bitso\)/, /median\(binance,bitso\)/, /RateUnavailable/]) {
      expect(lines.filter((line) => expected.test(line)).length).toBeGreaterThan(20)
    }
  })
})
