// Prices in BRL. A source that is stale or cannot be asked answers with RateUnavailable: a price is never made up.
import { Context, Data, type Effect } from "effect"
import type { AssetCode } from "../money/assets.ts"
import type { Rate } from "../money/rate.ts"

export class RateUnavailable extends Data.TaggedError("RateUnavailable")<{ readonly asset: AssetCode }> {}

export class FxRates extends Context.Service<FxRates, {
  /** Reais for one whole unit of the asset, now. */
  readonly rate: <A extends AssetCode>(asset: A) => Effect.Effect<Rate<A>, RateUnavailable>
}>()("pontepay/core/ports/FxRates") {}
