// Prices in BRL. A source that is stale or cannot be asked answers with RateUnavailable: a price is never made up.
import { Clock, Context, Data, Effect } from "effect"
import { limits } from "../base/limits/limits.ts"
import { type AssetCode, isBrlPegged } from "../base/money/assets.ts"
import type { Rate } from "../base/money/rate.ts"

export class RateUnavailable extends Data.TaggedError("RateUnavailable")<{ readonly asset: AssetCode }> {}

export class FxRates extends Context.Service<FxRates, {
  /** Reais for one whole unit of the asset, now; the rate says its source and since when it stands. */
  readonly rate: <A extends AssetCode>(asset: A) => Effect.Effect<Rate<A>, RateUnavailable>
}>()("pontepay/core/ports/FxRates") {}

/** Where prices come from: the last one that was heard there, however old. */
export interface PriceSource {
  /** Whether a price of it goes stale; a fixed table stands as it is. */
  readonly ages: boolean
  readonly latest: <A extends AssetCode>(asset: A) => Effect.Effect<Rate<A>, RateUnavailable>
}

const fresh = Effect.fnUntraced(function*<A extends AssetCode>(latest: Effect.Effect<Rate<A>, RateUnavailable>) {
  const rate = yield* latest
  const now = yield* Clock.currentTimeMillis
  return now - rate.at > limits.rateAgeMs ? yield* new RateUnavailable({ asset: rate.base }) : rate
})

/** The port over a source: what is older than the bound is no price. A peg holds at any time. */
export const freshRates = ({ ages, latest }: PriceSource): FxRates["Service"] => ({
  rate: (asset) => ages && !isBrlPegged(asset) ? fresh(latest(asset)) : latest(asset)
})
