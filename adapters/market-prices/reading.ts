// What one source says of one market: the best bid and the best ask, as exact integers. Whatever is not a plain price is no
// reading: the source is left out, and never a reason to fail.
import { type Effect, Result } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { parseScaled } from "../../core/base/money/decimal.ts"

/** The exchanges, in the order in which a rate names them. */
export const sourceNames = ["mercado-bitcoin", "binance", "bitso"] as const
export type SourceName = typeof sourceNames[number]

/** What is traded for reais. */
export const markets = ["BTC", "USDT", "USDC"] as const
export type Market = typeof markets[number]

/**
 * By which market an asset is priced; one that converts to reais one to one needs none. Bridged USDC is redeemed for USDC, and
 * L-BTC for bitcoin. No source trades USDB, and USDH exists in the sandbox alone.
 */
export const marketOf: { readonly [A in AssetCode]?: Market } = {
  BTC: "BTC",
  LBTC: "BTC",
  USDT: "USDT",
  USDC: "USDC",
  USDCE: "USDC"
}

/** What a source says of a market. */
export interface Reading {
  readonly source: SourceName
  readonly market: Market
  /** What buyers pay, in units of 10^-16 reais for one whole unit. */
  readonly bid: bigint
  /** What sellers take, in the same unit; no less than the bid. */
  readonly ask: bigint
  /** Unix milliseconds of the price, never after it was received. */
  readonly at: number
}

/** Decimals of a price: two fewer than a rate has, so that the middle of two middles is exact. */
const decimals = 16
/** No price has more digits before the point; one that does is a mistake of its source. */
const integerDigits = 12
/** The clock of a source may be this far ahead of ours. */
const aheadMs = 2_000

/** A price in units of 10^-16 reais; undefined where the text is not a plain decimal above zero. */
export const parsePrice = (text: string): bigint | undefined => {
  const price = Result.getOrUndefined(parseScaled(text, decimals))
  return price !== undefined && price > 0n && price < 10n ** BigInt(integerDigits + decimals) ? price : undefined
}

/** When a source said something, by its own clock: not after we received it. Undefined for the future, and for what is no instant. */
export const instantOf = (at: number, receivedAt: number): number | undefined =>
  Number.isSafeInteger(at) && at > 0 && at <= receivedAt + aheadMs ? Math.min(at, receivedAt) : undefined

/** A source's reading from the decimal strings of its answer; undefined where they are no prices. */
export const readingOf = (
  { ask, bid, ...of }: Pick<Reading, "source" | "market"> & {
    readonly bid: string
    readonly ask: string
    readonly at: number | undefined
  }
): Reading | undefined => {
  const [buy, sell] = [parsePrice(bid), parsePrice(ask)]
  if (buy === undefined || sell === undefined || of.at === undefined || sell < buy) return undefined
  return { ...of, at: of.at, bid: buy, ask: sell }
}

/** A source of prices. */
export interface Source {
  readonly name: SourceName
  /** Asks it once. What it does not say, or not well, is missing. */
  readonly read: Effect.Effect<ReadonlyArray<Reading>>
}
