// What somebody gives the kit to look at prices, and how its checks ask for them.
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { limits } from "../../core/base/limits/limits.ts"
import { type AssetCode, isBrlPegged } from "../../core/base/money/assets.ts"
import type { Rate } from "../../core/base/money/rate.ts"
import type { FxRates } from "../../core/ports/fx-rates.ts"
import type { Line } from "./line.ts"
import { type Opening, onBench, patienceOf } from "./movement.ts"
import { type PriceAnswer, askPrice, inWords } from "./price-answer.ts"
import { type Check, type Story, check, mismatch } from "./suite.ts"

/** Prices and their source, or a stand-in of it. What is left out is reported as not shown. */
export interface FxRatesBench {
  readonly rates: FxRates["Service"]
  /** Assets that the source has prices of. */
  readonly assets: ReadonlyArray<AssetCode>
  /** Whether prices go stale, by the time of Effect's `Clock`, which `freshRates` sees to; `false` for a fixed table. */
  readonly ages: boolean
  /** An asset that the source has no price of. */
  readonly unpriced?: AssetCode
  /** Changes a price at the source: reais for one whole unit, as a plain decimal. It stands until it is changed again. */
  readonly setPrice?: (asset: AssetCode, price: string) => Promise<void>
  readonly line?: Line
  /** How long the adapter may take to answer, and to hear of a new price. Milliseconds, 5,000 by default. */
  readonly patienceMs?: number
  readonly close?: () => Promise<void>
}

/** Opens a fresh bench for each check. */
export type FxRatesSubject = Opening<FxRatesBench>

export const port = "FxRates"
/** The clock of the source may be this far ahead of ours. */
export const aheadMs = 2_000
/** Between two asks: a price that is given the time of its answer has two times then. */
export const pauseMs = 10

/** A check of prices. */
export const shows = (
  name: string,
  why: string,
  run: Parameters<typeof onBench<FxRatesBench>>[0]
): Check<FxRatesSubject> => check(port, name, why, onBench(run))

/** Asks for a price, `byMs` later than now by Effect's clock. */
export const ask = (bench: FxRatesBench, asset: AssetCode, byMs = 0): Promise<PriceAnswer> =>
  askPrice(bench.rates, asset, 3 * patienceOf(bench), byMs)

/** A price, where there has to be one. */
export const priced = async (bench: FxRatesBench, asset: AssetCode): Promise<Rate> => {
  const answer = await ask(bench, asset)
  if (answer._tag === "Rate") return answer.rate
  throw mismatch(`a price of ${asset}`, inWords(answer))
}

/** The first price that `holds`, requested again and again while patience lasts; of each other one, `meanwhile`. */
export const pricedOnce = async (
  bench: FxRatesBench,
  asset: AssetCode,
  holds: (rate: Rate) => boolean,
  meanwhile: (answer: PriceAnswer) => void
): Promise<Rate | undefined> => {
  const until = Date.now() + patienceOf(bench)
  do {
    const answer = await ask(bench, asset)
    if (answer._tag === "Rate" && holds(answer.rate)) return answer.rate
    meanwhile(answer)
    await sleep(pauseMs)
  } while (Date.now() < until)
  return undefined
}

/** An asset whose price moves. */
export const movingOf = ({ assets }: FxRatesBench, story: Story): AssetCode =>
  story.need(assets.find((asset) => !isBrlPegged(asset)), "the subject has no asset whose price moves")

/** Whether two prices are the same one, however they are written. */
export const isWorth = (rate: Rate, other: Rate): boolean =>
  rate.numerator * other.denominator === other.numerator * rate.denominator

/** There is no price, or it is `or` as it was. */
export const mustBeNone = (story: Story, answer: PriceAnswer, asset: AssetCode, or?: Rate): void => {
  const isNone = answer._tag === "Unavailable" && answer.asset === asset
  const isOr = answer._tag === "Rate" && or !== undefined && isDeepStrictEqual(answer.rate, or)
  const last = or === undefined ? "" : `, or the last price as it was: ${inWords({ _tag: "Rate", rate: or })}`
  story.must(isNone || isOr, `RateUnavailable of ${asset}${last}`, inWords(answer))
}

/** The time of a price is neither in the future nor, where prices go stale, too long ago. */
export const mustBeTimely = ({ ages }: FxRatesBench, story: Story, { at, base }: Rate): void => {
  const now = Date.now()
  const isTime = Number.isSafeInteger(at) && at >= 0 && at <= now + aheadMs
  story.must(isTime, `Unix milliseconds, ${now} at most`, String(at))
  if (!ages || isBrlPegged(base)) return
  const earliest = now - limits.rateAgeMs - aheadMs
  story.must(at >= earliest, `RateUnavailable, or a time of ${earliest} at least`, String(at))
}
