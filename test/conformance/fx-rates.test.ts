// Prices keep the promises of their port: those of the sandbox and of the simulator, and an adapter over a source whose line
// breaks. The suite finds the mistakes that an adapter of prices can make.
import { Clock, Context, Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { type FxRatesBench, fxRatesSuite, runSuite } from "../../adapters/conformance/index.ts"
import * as sandboxRates from "../../adapters/sandbox/fx-rates.ts"
import * as unconfigured from "../../adapters/unconfigured/ports.ts"
import { type AssetCode, assetCodes } from "../../core/base/money/assets.ts"
import { type Rate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { FxRates, RateUnavailable } from "../../core/ports/fx-rates.ts"
import { Decisions } from "../../hosts/simulate/decisions.ts"
import { ratesLayer } from "../../hosts/simulate/ports/rates.ts"
import { conforms, notShown } from "./conforms.ts"
import { PriceSource, heardFrom, priceBench, ratesOf } from "./price-source.ts"

type Rates = FxRates["Service"]

const openTable = (layer: Layer.Layer<FxRates>) => async (): Promise<FxRatesBench> => ({
  rates: Context.get(await Effect.runPromise(Effect.scoped(Layer.build(layer))), FxRates),
  assets: assetCodes,
  ages: false
})

const standsStill = [
  ...notShown("a table is not changed", /^a new price/),
  ...notShown("a table has every asset", /^an asset that the source has no price of/),
  ...notShown("a table has no line", /^a price (?:that|whose)/)
]

conforms("the sandbox", fxRatesSuite, openTable(sandboxRates.layer), standsStill)
conforms(
  "the simulator",
  fxRatesSuite,
  openTable(ratesLayer(new Decisions(1, { script: {} }, Date.now))),
  standsStill
)
conforms("an adapter over a source", fxRatesSuite, priceBench())

/** The right adapter with every answer changed. */
const changed = (change: (rate: Rate) => Partial<Rate>) => (source: PriceSource): Rates => ({
  rate: <A extends AssetCode>(asset: A) =>
    Effect.map(ratesOf(source).rate(asset), (rate) => ({ ...rate, ...change(rate) } as Rate<A>))
})

/** An adapter that asks the source and says something of its own where that fails; it keeps the first price. */
const orElse = (
  otherwise: (asset: AssetCode, last: Rate | undefined, source: PriceSource) => Effect.Effect<Rate, unknown>
) =>
(source: PriceSource): Rates => {
  const last = new Map<AssetCode, Rate>()
  const rates = ratesOf(source)
  return {
    rate: <A extends AssetCode>(asset: A) =>
      asset === "BRLA" ? rates.rate(asset) : heardFrom(source, asset).pipe(
        Effect.tap((rate) => Effect.sync(() => last.set(asset, rate))),
        Effect.catch(() => otherwise(asset, last.get(asset), source))
      ) as Effect.Effect<Rate<A>, RateUnavailable>
  }
}

const of = (asset: AssetCode, price: string, at: number): Rate =>
  Result.getOrThrow(rateFromDecimal(asset, price, "made up", at))
const none = (asset: AssetCode) => Effect.fail(new RateUnavailable({ asset }))

const mistakes: ReadonlyArray<readonly [what: string, adapter: (source: PriceSource) => Rates, breaks: RegExp]> = [
  ["gives the price of another asset", (source) => {
    const { rate } = ratesOf(source)
    return { rate: (asset) => rate(asset === "BTC" ? "USDT" : asset) as never }
  }, /^a price is of the asset/],
  ["says that a price is of the asset, and gives another's", (source) => {
    const { rate } = ratesOf(source)
    return { rate: (asset) => Effect.map(rate("BTC"), (found) => ({ ...found, base: asset })) as never }
  }, /^an asset that converts to reais/],
  ["gives a price of nothing", changed(() => ({ numerator: 0n })), /^a price is of the asset/],
  [
    "turns prices upside down",
    changed(({ denominator, numerator }) => ({
      denominator: numerator,
      numerator: denominator
    })),
    /^a new price is the source's/
  ],
  [
    "rounds to whole cents",
    changed(({ base, denominator, numerator }) => {
      const whole = 10n ** (base === "BTC" ? 8n : base === "BRLA" ? 18n : 6n)
      return { numerator: numerator * whole / denominator + 1n, denominator: whole }
    }),
    /^a new price is the source's/
  ],
  ["names no source", changed(() => ({ source: " " })), /^a price says its source/],
  ["gives times in seconds", changed(({ at }) => ({ at: Math.floor(at / 1_000) })), /^a price says its source/],
  ["gives times of the future", changed(({ at }) => ({ at: at + 3_600_000 })), /^a price says its source/],
  ["gives times in fractions", changed(({ at }) => ({ at: at + 0.5 })), /^a price says its source/],
  ["pegs at a bank's price", (source) => {
    const { rate } = ratesOf(source)
    return {
      rate: (asset) => asset === "BRLA" ? Effect.succeed(of("BRLA", "0.995", Date.now()) as never) : rate(asset)
    }
  }, /^an asset that converts to reais/],
  ["mixes up asks at the same time", (source) => {
    let asked: AssetCode = "USDT"
    const { rate } = ratesOf(source)
    return {
      rate: (asset) =>
        Effect.suspend(() => {
          asked = asset
          return Effect.flatMap(Effect.sleep(1), () => rate(asked))
        }) as never
    }
  }, /^asks at the same time/],
  ["gives eight askers eight prices", (source) => {
    let asks = 0
    return changed(({ numerator }) => ({ numerator: numerator + BigInt(++asks) }))(source)
  }, /^asks at the same time/],
  ["never hears of a new price", (source) => {
    const first = new Map<AssetCode, Rate>()
    const { rate } = ratesOf(source)
    return {
      rate: (asset) =>
        Effect.map(rate(asset), (found) => {
          if (!first.has(asset)) first.set(asset, found)
          return first.get(asset) as never
        })
    }
  }, /^a new price is the source's/],
  [
    "prices what it does not know as a dollar",
    orElse((asset, _, source) =>
      asset === "USDC" ? Effect.map(heardFrom(source, "USDT"), (rate) => ({ ...rate, base: asset })) : none(asset)
    ),
    /^an asset that the source has no price of/
  ],
  ["throws where there is no price", orElse(() => Effect.die(new TypeError("no field `price`"))), /^an asset that the/],
  ["fails with an error of its own", orElse(() => Effect.fail(new Error("answered 404"))), /^an asset that the source/],
  ["says of another asset that it has no price", orElse(() => none("BTC")), /^an asset that the source/],
  [
    "gives an old price the time of the question",
    orElse((asset, last) =>
      last === undefined ? none(asset) : Effect.map(Clock.currentTimeMillis, (at) => ({ ...last, at }))
    ),
    /^a price that is answered 401 or 403/
  ],
  [
    "makes up a price where a page comes",
    orElse((asset, last, { state }) =>
      last !== undefined && state === "gateway" ? Effect.succeed(of(asset, "5.00", last.at)) : none(asset)
    ),
    /^a price that a gateway answers/
  ],
  [
    "makes up a price while the line is cut",
    orElse((asset) => Effect.succeed(of(asset, "5.00", Date.now()))),
    /^a price that cannot be requested/
  ],
  [
    "has a price written down",
    orElse((asset, last) => Effect.succeed(last ?? of(asset, "5.00", bornAt))),
    /^a price that was never heard/
  ],
  [
    "has an old price written down",
    orElse((asset, last) => Effect.succeed(last ?? of(asset, "5.40", 1))),
    /^a price that was never heard/
  ],
  [
    "waits for ever",
    orElse((asset, _, { state }) => state === "silent" ? Effect.never : none(asset)),
    /^a price that no one answers/
  ],
  ["never asks again once its credentials were rejected", (source) => {
    let isLockedOut = false
    const { rate } = ratesOf(source)
    return {
      rate: (asset) =>
        Effect.suspend(() => {
          isLockedOut ||= source.state === "unauthorised"
          return isLockedOut ? Effect.fail(new RateUnavailable({ asset })) : rate(asset)
        })
    }
  }, /^a price that is answered 401 or 403/],
  [
    "keeps the last price for ever",
    orElse((asset, last) => last === undefined ? none(asset) : Effect.succeed(last)),
    /^a price that has grown too old/
  ]
]

const bornAt = Date.now()

describe("the suite of prices", () => {
  it.each(mistakes)("finds an adapter that %s", async (_, adapter, breaks) => {
    const checks = fxRatesSuite.checks.filter(({ name }) => breaks.test(name))
    expect(checks).toHaveLength(1)
    const { findings } = await runSuite("a mistake", { ...fxRatesSuite, checks }, priceBench(adapter))
    expect(findings.map(({ result }) => result)).toEqual(["broken"])
  })

  it.each([
    ["kept", 0],
    ["broken", 1]
  ])("tells a source that moves by itself from a price with a new time: %s", async (result, stepMs) => {
    const source = new PriceSource()
    let asks = 0
    const bench: FxRatesBench = {
      rates: {
        rate: (asset) =>
          Effect.sync(() => {
            const { at, price } = source.prices.get(asset) ?? { at: 0, price: "1" }
            return of(asset, price, at + stepMs * ++asks) as never
          })
      },
      assets: ["USDT"],
      ages: true,
      patienceMs: 200,
      line: {
        states: ["whole", "cut"],
        set: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          source.set("USDT", "5.41")
        }
      }
    }
    const checks = fxRatesSuite.checks.filter(({ name }) => name.startsWith("a price that cannot be requested"))
    const { findings } = await runSuite("a feed", { ...fxRatesSuite, checks }, async () => bench)
    expect(findings.map((finding) => finding.result)).toEqual([result])
  })

  it("finds that nothing is priced where no source is configured", async () => {
    const rates = Context.get(
      await Effect.runPromise(Effect.scoped(Layer.build(unconfigured.layer))),
      FxRates
    )
    const bench: FxRatesBench = { rates, assets: ["USDT"], ages: true, unpriced: "USDC" }
    const { findings } = await runSuite("unconfigured", fxRatesSuite, async () => bench)
    const kept = findings.filter(({ result }) => result === "kept").map(({ name }) => name)
    expect(kept).toEqual(["an asset that the source has no price of is RateUnavailable"])
    expect(findings[0]?.detail).toMatch(/expected {2}a price of USDT\n {2}came {6}RateUnavailable of USDT\n/)
  })
})
