// A source of prices that answers over a line which can be disturbed, and an adapter over it as one should be.
import { Effect, Schema } from "effect"
import type { FxRatesBench, LineState } from "../../adapters/conformance/index.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { isBrlPegged } from "../../core/base/money/assets.ts"
import { type Rate, pegRate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { type FxRates, RateUnavailable, freshRates } from "../../core/ports/fx-rates.ts"

const turnedAway: { readonly [S in LineState]?: readonly [number, string] } = {
  unauthorised: [401, "{\"error\":\"the key has expired\"}"],
  gateway: [404, "<h1>404 Not Found</h1>"]
}

const longestMs = 100

export class PriceSource {
  state: LineState = "whole"
  readonly prices = new Map<AssetCode, { readonly price: string; readonly at: number }>()

  constructor() {
    this.set("USDT", "5.40")
    this.set("BTC", "540000.00")
  }

  set(asset: AssetCode, price: string): void {
    this.prices.set(asset, { price, at: Date.now() })
  }

  /** What comes back for a request, after a moment. */
  async answer(asset: AssetCode): Promise<Response> {
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (this.state === "cut" || this.state === "deaf") throw new TypeError("fetch failed")
    if (this.state === "silent") await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
    const [status, page] = turnedAway[this.state] ?? []
    if (status !== undefined) return new Response(page, { status })
    const found = this.prices.get(asset)
    return found === undefined ? Response.json({ error: "no such pair" }, { status: 404 }) : Response.json(found)
  }
}

const Quoted = Schema.Struct({ price: Schema.String, at: Schema.Int })

/** Asks the source once. */
export const heardFrom = <A extends AssetCode>(
  source: PriceSource,
  asset: A
): Effect.Effect<Rate<A>, RateUnavailable> =>
  Effect.tryPromise(async () => {
    const response = await source.answer(asset)
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return await response.json() as unknown
  }).pipe(
    Effect.timeout(longestMs),
    Effect.flatMap(Schema.decodeUnknownEffect(Quoted)),
    Effect.flatMap(({ at, price }) => Effect.fromResult(rateFromDecimal(asset, price, "the source of the tests", at))),
    Effect.mapError(() => new RateUnavailable({ asset }))
  )

/** Prices of the source: what was heard last stands in while it cannot be asked, until it is too old. */
export const ratesOf = (source: PriceSource): FxRates["Service"] => {
  const last = new Map<AssetCode, Rate>()
  return freshRates({
    ages: true,
    latest: <A extends AssetCode>(asset: A) =>
      isBrlPegged(asset) ? Effect.succeed(pegRate(asset) as Rate as Rate<A>) : heardFrom(source, asset).pipe(
        Effect.tap((rate) => Effect.sync(() => last.set(asset, rate))),
        Effect.catch((none) => {
          const before = last.get(asset)
          return before === undefined ? Effect.fail(none) : Effect.succeed(before as Rate<A>)
        })
      )
  })
}

/** A fresh source, and an adapter over it. */
export const priceBench =
  (adapter: (source: PriceSource) => FxRates["Service"] = ratesOf) => async (): Promise<FxRatesBench> => {
    const source = new PriceSource()
    return {
      rates: adapter(source),
      assets: ["USDT", "BTC", "BRLA"],
      ages: true,
      unpriced: "USDC",
      setPrice: async (asset, price) => source.set(asset, price),
      line: {
        states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
        set: async (state) => {
          source.state = state
        }
      },
      patienceMs: 200
    }
  }
