// The market keeps the promises of prices, over stand-ins of all its sources whose line is cut, deaf, silent, unauthorised and
// behind a broken gateway.
import { Effect, ManagedRuntime, Result } from "effect"
import { type FxRatesBench, fxRatesSuite } from "../../../adapters/conformance/index.ts"
import { marketPrices } from "../../../adapters/market-prices/index.ts"
import { type Market, sourceNames } from "../../../adapters/market-prices/reading.ts"
import { limits } from "../../../core/base/limits/limits.ts"
import { FxRates } from "../../../core/ports/fx-rates.ts"
import { conforms } from "../../conformance/conforms.ts"
import { openExchanges } from "./exchanges.ts"

const refreshMs = 15

const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const openMarket = async (): Promise<FxRatesBench> => {
  const { baseUrls, close, exchanges } = await openExchanges()
  // As long as the port allows: the stand-ins' instants stand still, and a busy machine takes its time.
  const settings = { baseUrls, refreshMs, timeoutMs: 100, maximumAgeMs: limits.rateAgeMs }
  const runtime = ManagedRuntime.make(marketPrices(settings).fxRates)
  const rates = await runtime.runPromise(FxRates)
  const hasPrice = async (asset: "BTC" | "USDC" | "USDT") => {
    const answer = await Effect.runPromise(Effect.result(rates.rate(asset)))
    return Result.isSuccess(answer) && answer.success.source === `median(${sourceNames.join(",")})`
  }
  for (const asset of ["BTC", "USDT", "USDC"] as const) await until(() => hasPrice(asset))
  return {
    rates,
    assets: ["BTC", "LBTC", "USDT", "USDC", "USDCE", "BRLA"],
    ages: true,
    unpriced: "USDB",
    setPrice: async (asset, price) => {
      const counts = () => sourceNames.map((name) => exchanges.asked.get(`${name}/${asset}`) ?? 0)
      exchanges.set(asset as Market, price)
      const before = counts()
      // What was asked twice has heard the first answer.
      await until(() => counts().every((count, place) => count >= (before[place] ?? 0) + 2))
    },
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (state) => exchanges.disturb(state)
    },
    close: async () => {
      await runtime.dispose()
      await close()
    }
  }
}

conforms("the market", fxRatesSuite, openMarket)
