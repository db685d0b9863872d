// Prices of a simulation: they move a little every hour, by chance, and are there whenever somebody asks.
import { Clock, Effect, Layer, Result } from "effect"
import { type AssetCode, isBrlPegged } from "../../../core/base/money/assets.ts"
import { rateFromDecimal } from "../../../core/base/money/rate.ts"
import { FxRates } from "../../../core/ports/fx-rates.ts"
import type { Decisions } from "../decisions.ts"

const hour = 3_600_000

/** The price of an asset in the hour of an instant: reais a whole unit, with four places. */
export const priceOf = (decisions: Decisions, asset: AssetCode, at: number): string => {
  if (isBrlPegged(asset)) return "1.0000"
  const chance = decisions.chance(`price/${asset}/${Math.floor(at / hour)}`)
  const around = asset === "BTC" || asset === "LBTC" ? 600_000 : 5
  return (around * (0.9 + 0.2 * chance)).toFixed(4)
}

export const ratesLayer = (decisions: Decisions): Layer.Layer<FxRates> =>
  Layer.succeed(FxRates, {
    rate: (asset) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const since = Math.floor(now / hour) * hour
        return Result.getOrThrow(rateFromDecimal(asset, priceOf(decisions, asset, now), "simulated", since))
      })
  })
