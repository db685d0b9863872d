// Prices of the market, kept in memory and read again and again beside the requests: a request reads what is there and waits for
// no source. Nothing is stored, so a process that starts has no price until its sources have answered.
import { Clock, Effect, Layer, Result, Schedule } from "effect"
import { type AssetCode, isBrlPegged } from "../../core/base/money/assets.ts"
import { type Rate, pegRate } from "../../core/base/money/rate.ts"
import { FxRates, type PriceSource, RateUnavailable, freshRates } from "../../core/ports/fx-rates.ts"
import { minutes } from "../../core/base/time/instant.ts"
import { type NoPrice, type PriceLimits, priceOf } from "./median.ts"
import type { PtaxRate } from "./ptax.ts"
import { type Market, type Reading, type Source, marketOf, markets, parsePrice } from "./reading.ts"

/** What prices are made of. */
export interface MarketSources {
  readonly sources: ReadonlyArray<Source>
  /** Asks the central bank for its last dollar rate. */
  readonly ptax: Effect.Effect<PtaxRate | undefined>
  readonly limits: PriceLimits
  /** Time from one reading of a source to its next. Milliseconds. */
  readonly refreshMs: number
  /** The market that prices USDC while too few sources trade USDC itself; none by default. */
  readonly usdcFallback: "USDT" | undefined
}

/** Prices, the work that keeps them fresh, and what an operator is shown. */
export interface MarketPrices {
  readonly rates: FxRates["Service"]
  /** Reads the sources, each at its own pace, until it is interrupted. */
  readonly refresh: Effect.Effect<never>
  /** The last PTAX that was read, with its instant; undefined before. */
  readonly ptax: Effect.Effect<PtaxRate | undefined>
  /** The markets that have no price now, and why. */
  readonly missing: Effect.Effect<ReadonlyArray<{ readonly market: Market; readonly problem: NoPrice }>>
}

// A PTAX is published once a day. After an answer without one it is asked for as often as prices: while none is there, no dollar
// has a price.
const ptaxEveryMs = minutes(10)

// A reading never fails; a mistake in one must not end all that follow.
const guarded = <A>(reading: Effect.Effect<A>): Effect.Effect<A | undefined> =>
  Effect.catchDefect(
    reading,
    (defect) => Effect.as(Effect.logError("A source of prices was not read", { defect }), undefined)
  )

/** Prices over sources. Each call has a memory of its own. */
export const makeMarketPrices = ({ limits, ptax, refreshMs, sources, usdcFallback }: MarketSources): MarketPrices => {
  const readings = new Map<string, Reading>()
  let official: PtaxRate | undefined

  const readSource = ({ read }: Source) =>
    Effect.map(read, (found) => {
      for (const reading of found) readings.set(`${reading.source}/${reading.market}`, reading)
    })

  const readOfficial = Effect.map(ptax, (found) => {
    official = found ?? official
    return found
  })

  const known = (market: Market) => {
    const price = official === undefined ? undefined : parsePrice(official.rate)
    return {
      readings: [...readings.values()].filter((reading) => reading.market === market),
      ptax: official === undefined || price === undefined ? undefined : { price, at: official.at }
    }
  }

  const priced = <A extends AssetCode>(asset: A, market: Market, now: number): Result.Result<Rate<A>, NoPrice> => {
    const price = priceOf(asset, market, known(market), limits, now)
    // Only for want of sources: where USDC's own market has left the dollar, USDT's price would be the wrong one.
    const isUntraded = Result.isFailure(price) && price.failure === "too few sources"
    return market !== "USDC" || usdcFallback === undefined || !isUntraded ? price : Result.map(
      priceOf(asset, usdcFallback, known(usdcFallback), limits, now),
      (rate) => ({ ...rate, source: `${rate.source} of ${usdcFallback}` })
    )
  }

  const latest: PriceSource["latest"] = Effect.fnUntraced(function*<A extends AssetCode>(asset: A) {
    if (isBrlPegged(asset)) return pegRate(asset) as Rate as Rate<A>
    const market = marketOf[asset]
    if (market === undefined) return yield* new RateUnavailable({ asset })
    const now = yield* Clock.currentTimeMillis
    return yield* Result.match(priced(asset, market, now), {
      onFailure: () => Effect.fail(new RateUnavailable({ asset })),
      onSuccess: Effect.succeed
    })
  })

  return {
    rates: freshRates({ ages: true, latest }),
    refresh: Effect.all(
      [
        ...sources.map((source) => Effect.repeat(guarded(readSource(source)), Schedule.fixed(refreshMs))),
        Effect.forever(
          Effect.flatMap(guarded(readOfficial), (found) => Effect.sleep(found === undefined ? refreshMs : ptaxEveryMs))
        )
      ],
      { concurrency: "unbounded", discard: true }
    ).pipe(Effect.andThen(Effect.never)),
    ptax: Effect.sync(() => official),
    missing: Effect.map(Clock.currentTimeMillis, (now) =>
      markets.flatMap((market) => {
        const price = priced(market, market, now)
        return Result.isFailure(price) ? [{ market, problem: price.failure }] : []
      }))
  }
}

/** The port over prices, with one fibre that keeps them fresh while the layer is open. */
export const pricesLayer = ({ rates, refresh }: MarketPrices): Layer.Layer<FxRates> =>
  Layer.effect(FxRates, Effect.as(Effect.forkScoped(refresh), rates))
