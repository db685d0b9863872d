// Prices of the sandbox: a fixed table with its date, so that amounts can be checked by hand and nothing needs a network.
import { Effect, Layer, Result } from "effect"
import { type AssetCode, type Peg, assetCodes, assets, isBrlPegged } from "../../core/base/money/assets.ts"
import { type Rate, pegRate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { FxRates, freshRates } from "../../core/ports/fx-rates.ts"

const source = "sandbox table of 2026-11-01"
// 2026-11-01T00:00:00Z in Unix milliseconds.
const tableDate = 1_793_491_200_000

/** Reais for one whole unit. */
const prices = { USD: "5.40", BTC: "540000.00" } as const satisfies Record<Exclude<Peg, "BRL">, string>

const priceOf = (asset: AssetCode): Rate => {
  if (isBrlPegged(asset)) return pegRate(asset)
  return Result.getOrThrow(rateFromDecimal(asset, prices[assets[asset].peg], source, tableDate))
}

const table = Object.fromEntries(assetCodes.map((asset) => [asset, priceOf(asset)])) as { [A in AssetCode]: Rate<A> }

export const layer: Layer.Layer<FxRates> = Layer.succeed(
  FxRates,
  freshRates({ ages: false, latest: (asset) => Effect.succeed(table[asset]) })
)
