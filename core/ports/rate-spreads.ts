// What a price is moved by before a customer gets it, for each asset in reais: what conversions cost us beyond the fees of an account.
import { Context, Effect, Layer } from "effect"
import type { AssetCode } from "../base/money/assets.ts"
import { type Rate, movedBy } from "../base/money/rate.ts"
import { FxRates } from "./fx-rates.ts"

/** Whether the customer buys the asset with reais, or sells it for them. */
export type CustomerSide = "buys" | "sells"

export interface SpreadsOfRates {
  /** Hundredths of a percent of the price, against the customer; 0 where there is none. */
  readonly of: (asset: AssetCode, side: CustomerSide) => number
}

/** The spreads of an environment; undefined where customers get the market's prices. */
export const RateSpreads = Context.Reference<SpreadsOfRates | undefined>("pontepay/core/ports/RateSpreads", {
  defaultValue: () => undefined
})

/** Spreads as the layer that `rateSpreads` of the own adapters takes. */
export const rateSpreadsLayer = (spreads: SpreadsOfRates): Layer.Layer<never> => Layer.succeed(RateSpreads, spreads)

/** The price of an asset as a customer gets it now. */
export const customerRate = Effect.fnUntraced(function*<A extends AssetCode>(asset: A, side: CustomerSide) {
  const rate: Rate<A> = yield* FxRates.use((rates) => rates.rate(asset))
  const bps = (yield* RateSpreads)?.of(asset, side) ?? 0
  return movedBy(rate, side === "buys" ? bps : -bps)
})
