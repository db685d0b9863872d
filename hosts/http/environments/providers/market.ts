// Prices of the market: public interfaces that need no credentials, so nothing has to be set but the choice itself.
import { Effect } from "effect"
import { assetsWith } from "../../../../core/base/money/assets.ts"
import { type SpreadsOfRates, rateSpreadsLayer } from "../../../../core/ports/rate-spreads.ts"
import { type SourceName, sourceNames } from "../../../../adapters/market-prices/reading.ts"
import { provider, variableOf } from "./definition.ts"

const name = "market"

const bps = (about: string, fallback: string) =>
  ({ kind: "number", least: 1, most: 10_000, about: `${about}, in hundredths of a percent`, fallback }) as const

const url = (about: string) => ({ kind: "url", about: `Where ${about} begins`, fallback: null }) as const

/** Of the price of one asset, less than ten percent. */
const spreadOf = `(?:${assetsWith("isQuoted").join("|")}|BTC)=\\d{1,3}`

const spreadsOf = (text: string | undefined): SpreadsOfRates => {
  const bps = new Map(text?.split(",").map((each) => each.split("=")).map(([asset, value]) => [asset, Number(value)]))
  return { of: (asset) => bps.get(asset) ?? 0 }
}

const isSource = (text: string): text is SourceName => (sourceNames as ReadonlyArray<string>).includes(text)

/** Median of exchanges, with PTAX as guard. */
export const market = provider({
  name,
  title: "Market prices",
  roles: ["FX"],
  variables: {
    SOURCES: {
      kind: "text",
      pattern: new RegExp(`^(?:${sourceNames.join("|")})(?:,(?:${sourceNames.join("|")}))*$`),
      shape: `names of ${sourceNames.join(", ")}, with commas between them`,
      about: "The exchanges that are read",
      fallback: sourceNames.join(",")
    },
    MINIMUM_SOURCES: {
      kind: "number",
      least: 1,
      most: sourceNames.length,
      about: "Exchanges that a price needs at least",
      fallback: "2"
    },
    REFRESH_MS: {
      kind: "number",
      least: 1_000,
      most: 60_000,
      about: "Milliseconds from one reading of an exchange to its next",
      fallback: "5000"
    },
    TIMEOUT_MS: {
      kind: "number",
      least: 100,
      most: 30_000,
      about: "Milliseconds that an exchange may take to answer",
      fallback: "2000"
    },
    MAXIMUM_AGE_MS: {
      kind: "number",
      least: 1_000,
      most: 60_000,
      about: "Milliseconds after which a reading does not count",
      fallback: "20000"
    },
    MAXIMUM_SPLIT_BPS: bps("How far exchanges may be apart for a price to be made of them", "100"),
    MAXIMUM_SPREAD_BPS: bps("How far bid and ask of an exchange may be apart for it to count", "150"),
    SPREADS: {
      kind: "text",
      pattern: new RegExp(`^(?:${spreadOf})(?:,(?:${spreadOf}))*$`),
      shape: "assets with hundredths of a percent, such as USDT=50,BTC=80",
      about: "How far prices of assets are moved against customers, both ways",
      fallback: null
    },
    MAXIMUM_PTAX_BPS: bps("How far a dollar may be from the last PTAX", "500"),
    MAXIMUM_PTAX_AGE_HOURS: {
      kind: "number",
      least: 24,
      most: 720,
      about: "Hours after which a PTAX guards nothing, so that dollars have no price",
      fallback: "168"
    },
    USDC_FALLBACK: {
      kind: "oneOf",
      values: ["USDT"],
      about: "Prices USDC by this market while too few exchanges trade USDC",
      fallback: null
    },
    MERCADO_BITCOIN_URL: url("the interface of Mercado Bitcoin"),
    BINANCE_URL: url("the interface of Binance"),
    BITSO_URL: url("the interface of Bitso"),
    PTAX_URL: url("the PTAX service of the central bank")
  },
  adapters: Effect.fnUntraced(function*(given) {
    const sources = [...new Set(given.SOURCES.split(","))].filter(isSource)
    if (sources.length < given.MINIMUM_SOURCES) {
      const message = `must name at least ${given.MINIMUM_SOURCES} exchanges, as ${
        variableOf(name, "MINIMUM_SOURCES")
      } says`
      return yield* Effect.fail([{ variable: variableOf(name, "SOURCES"), message }])
    }
    const { marketPrices } = yield* Effect.promise(() => import("../../../../adapters/market-prices/index.ts"))
    const adapters = marketPrices({
      sources,
      minimumSources: given.MINIMUM_SOURCES,
      refreshMs: given.REFRESH_MS,
      timeoutMs: given.TIMEOUT_MS,
      maximumAgeMs: given.MAXIMUM_AGE_MS,
      maximumSplitBps: given.MAXIMUM_SPLIT_BPS,
      maximumSpreadBps: given.MAXIMUM_SPREAD_BPS,
      maximumPtaxBps: given.MAXIMUM_PTAX_BPS,
      maximumPtaxAgeMs: given.MAXIMUM_PTAX_AGE_HOURS * 3_600_000,
      ...given.USDC_FALLBACK === undefined ? {} : { usdcFallback: given.USDC_FALLBACK },
      baseUrls: {
        ...given.MERCADO_BITCOIN_URL === undefined ? {} : { "mercado-bitcoin": given.MERCADO_BITCOIN_URL },
        ...given.BINANCE_URL === undefined ? {} : { binance: given.BINANCE_URL },
        ...given.BITSO_URL === undefined ? {} : { bitso: given.BITSO_URL },
        ...given.PTAX_URL === undefined ? {} : { ptax: given.PTAX_URL }
      }
    })
    return { ...adapters, rateSpreads: rateSpreadsLayer(spreadsOf(given.SPREADS)) }
  })
})
