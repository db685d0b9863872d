// One price of several sources: the median of their middles, or why there is none. Pure, and independent of the order of the
// sources. Invariant: a price lies between the middles of the sources that it names, so one that is wrong
// moves it no further than the others reach where three count, and by half of what two may be apart where two do.
import { Result } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { type Rate, rateFromScaled } from "../../core/base/money/rate.ts"
import { mulDivHalfUp } from "../../core/base/money/units.ts"
import { type Market, type Reading, sourceNames } from "./reading.ts"

/** When prices are trusted. */
export interface PriceLimits {
  /** A reading that is older does not count. Milliseconds. */
  readonly maximumAgeMs: number
  /** Sources that a price needs at least. */
  readonly minimumSources: number
  /** How far the middles of sources may be apart, in hundredths of a percent of the median. */
  readonly maximumSplitBps: number
  /** How far bid and ask of a source may be apart, in hundredths of a percent of their middle; above it does not count. */
  readonly maximumSpreadBps: number
  /** How far the price of a dollar may be from the last PTAX, in hundredths of a percent of it. */
  readonly maximumPtaxBps: number
  /** A PTAX that is older guards nothing. Milliseconds; the longest run of days without a PTAX is shorter. */
  readonly maximumPtaxAgeMs: number
}

/** The central bank's dollar, as a price is compared with it. */
export interface Guard {
  /** In units of 10^-16 reais. */
  readonly price: bigint
  /** Unix milliseconds. */
  readonly at: number
}

/** What a price is made of. */
export interface Known {
  /** The last readings of the asset's market, at most one of each source. */
  readonly readings: ReadonlyArray<Reading>
  readonly ptax: Guard | undefined
}

/** Why there is no price. */
export type NoPrice = "too few sources" | "the sources are apart" | "no PTAX to compare with" | "too far from PTAX"

const wholeBps = 10_000n

/** The middle of bid and ask, in units of 10^-18 reais. */
const middleOf = ({ ask, bid }: Reading): bigint => (bid + ask) * 50n

/** Whether a distance is more than so many hundredths of a percent of something; exact, for nothing is divided. */
const isBeyond = (distance: bigint, bps: number, of: bigint): boolean => distance * wholeBps > BigInt(bps) * of

const distanceOf = (a: bigint, b: bigint): bigint => a < b ? b - a : a - b

// Middles are multiples of 50, so the mean of two is exact.
const medianOf = (ascending: ReadonlyArray<bigint>): bigint => {
  const upper = ascending.length >> 1
  const [low = 0n, high = 0n] = ascending.slice(ascending.length % 2 === 0 ? upper - 1 : upper, upper + 1)
  return ascending.length % 2 === 0 ? mulDivHalfUp(low + high, 1n, 2n) : low
}

const isUsable = (reading: Reading, limits: PriceLimits, now: number): boolean =>
  now - reading.at <= limits.maximumAgeMs &&
  !isBeyond((reading.ask - reading.bid) * 100n, limits.maximumSpreadBps, middleOf(reading))

const guardProblem = (
  median: bigint,
  ptax: Guard | undefined,
  limits: PriceLimits,
  now: number
): NoPrice | undefined => {
  if (ptax === undefined || now - ptax.at > limits.maximumPtaxAgeMs) return "no PTAX to compare with"
  const official = ptax.price * 100n
  return isBeyond(distanceOf(median, official), limits.maximumPtaxBps, official) ? "too far from PTAX" : undefined
}

/** The price of an asset now by the market that it is priced by, or why there is none. */
export const priceOf = <A extends AssetCode>(
  asset: A,
  market: Market,
  { ptax, readings }: Known,
  limits: PriceLimits,
  now: number
): Result.Result<Rate<A>, NoPrice> => {
  const used = readings
    .filter((reading) => isUsable(reading, limits, now))
    .toSorted((a, b) => sourceNames.indexOf(a.source) - sourceNames.indexOf(b.source))
  if (used.length === 0 || used.length < limits.minimumSources) return Result.fail("too few sources")
  const middles = used.map(middleOf).toSorted((a, b) => a < b ? -1 : a > b ? 1 : 0)
  const median = medianOf(middles)
  const [least = median, most = median] = [middles[0], middles.at(-1)]
  if (isBeyond(most - least, limits.maximumSplitBps, median)) return Result.fail("the sources are apart")
  const problem = market === "BTC" ? undefined : guardProblem(median, ptax, limits, now)
  if (problem !== undefined) return Result.fail(problem)
  const source = `median(${used.map((reading) => reading.source).join(",")})`
  return Result.succeed(rateFromScaled(asset, median, source, Math.min(...used.map(({ at }) => at))))
}
