// Prices of the market in reais: the median of Mercado Bitcoin, Binance and Bitso, with the central bank's PTAX as guard. Bids
// and asks are read; which side a customer is on, and what it costs him, is no matter of the source (0221).
import type { Effect, Layer } from "effect"
import type { FxRates } from "../../core/ports/fx-rates.ts"
import { officialRatesLayer } from "../../core/ports/official-rate.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import { days } from "../../core/base/time/instant.ts"
import { type HttpClient, makeHttpClient } from "../http-client/client.ts"
import { binance } from "./binance.ts"
import { bitso } from "./bitso.ts"
import { makeMarketPrices, pricesLayer } from "./market.ts"
import type { PriceLimits } from "./median.ts"
import { officialRate } from "./official-rate.ts"
import { mercadoBitcoin } from "./mercado-bitcoin.ts"
import { type PtaxRate, readPtax } from "./ptax.ts"
import { type Source, type SourceName, sourceNames } from "./reading.ts"
import { marketState } from "./state.ts"

/** Where prices come from and when they are trusted; what is left out has the default that stands beside it. */
export interface MarketSettings extends Partial<PriceLimits> {
  /** The exchanges that are read: at least as many as `minimumSources`. All of them by default. */
  readonly sources?: ReadonlyArray<SourceName>
  /** Where each interface begins: https, or http on this machine. The public ones by default. */
  readonly baseUrls?: Partial<Readonly<Record<SourceName | "ptax", string>>>
  /** Time from one reading of a source to its next. Milliseconds. */
  readonly refreshMs?: number
  /** How long a source may take to answer. Milliseconds. */
  readonly timeoutMs?: number
  /** The market that prices USDC while too few sources trade USDC itself; none by default. */
  readonly usdcFallback?: "USDT"
}

const defaultLimits: PriceLimits = {
  maximumAgeMs: 20_000,
  minimumSources: 2,
  maximumSplitBps: 100,
  maximumSpreadBps: 150,
  maximumPtaxBps: 500,
  maximumPtaxAgeMs: days(7)
}
const defaultRefreshMs = 5_000
const defaultTimeoutMs = 2_000
/** The central bank's service is slow; no price waits for it. */
const ptaxTimeoutMs = 10_000
/** More than any of these answers has. */
const mostBytes = 65_536

const publicUrls = {
  "mercado-bitcoin": "https://api.mercadobitcoin.net/api/v4",
  binance: "https://api.binance.com/api/v3",
  bitso: "https://api.bitso.com",
  ptax: "https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata"
} as const satisfies Record<SourceName | "ptax", string>

const sourceOf: Readonly<Record<SourceName, (client: HttpClient) => Source>> = {
  "mercado-bitcoin": mercadoBitcoin,
  binance,
  bitso
}

/** The adapters of the market, as an environment takes them. */
export interface MarketAdapters {
  readonly fxRates: Layer.Layer<FxRates>
  /** PTAX, which limits in dollars are counted in. */
  readonly officialRates: Layer.Layer<never>
  readonly providers: ReadonlyArray<Provider>
}

/**
 * The market with its official dollar rate beside it: `ptax` is the last one that was read, undefined before the first. It is read
 * while the layer of `adapters` is open.
 */
export const openMarket = (
  settings: MarketSettings = {}
): { readonly adapters: MarketAdapters; readonly ptax: Effect.Effect<PtaxRate | undefined> } => {
  const { baseUrls, refreshMs, sources: asked = sourceNames, timeoutMs, usdcFallback, ...limits } = settings
  const clientOf = (name: SourceName | "ptax", within: number): HttpClient =>
    makeHttpClient({ name, baseUrl: baseUrls?.[name] ?? publicUrls[name], timeoutMs: within, mostBytes })
  const named = sourceNames.filter((name) => asked.includes(name))
  const clients = named.map((name) => ({ name, client: clientOf(name, timeoutMs ?? defaultTimeoutMs) }))
  const official = clientOf("ptax", ptaxTimeoutMs)
  const prices = makeMarketPrices({
    sources: clients.map(({ client, name }) => sourceOf[name](client)),
    ptax: readPtax(official),
    limits: { ...defaultLimits, ...limits },
    refreshMs: refreshMs ?? defaultRefreshMs,
    usdcFallback
  })
  const state = marketState([...clients, { name: "PTAX", client: official }], prices.missing)
  return {
    adapters: {
      fxRates: pricesLayer(prices),
      officialRates: officialRatesLayer(
        officialRate(prices.ptax, limits.maximumPtaxAgeMs ?? defaultLimits.maximumPtaxAgeMs)
      ),
      providers: [{ name: "market", ports: ["fxRates", "officialRates"], state }]
    },
    ptax: prices.ptax
  }
}

/** Prices of the market for an environment: `embed(variables, { production: { ...marketPrices(), restrictions } })`. Throws `TypeError` on an address that cannot be one. */
export const marketPrices = (settings: MarketSettings = {}): MarketAdapters => openMarket(settings).adapters
