// What a source of prices has to show: a price is what the source said, of that asset and since that time, and where it
// cannot be asked there is none. A price that is made up sells an asset for less than it costs (0081).
import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import { isBrlPegged } from "../../core/base/money/assets.ts"
import { pegRate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { awayChecks } from "./fx-away.ts"
import {
  type FxRatesSubject,
  ask,
  isWorth,
  movingOf,
  mustBeNone,
  mustBeTimely,
  port,
  priced,
  pricedOnce,
  shows
} from "./fx-bench.ts"
import { type PriceAnswer, inWords } from "./price-answer.ts"
import type { Check, Suite } from "./suite.ts"

const prices: ReadonlyArray<Check<FxRatesSubject>> = [
  shows(
    "a price is of the asset that was requested, in reais and above zero",
    "the price of another asset, or one of nothing, gives money away",
    async (bench, story) => {
      for (const asset of bench.assets) {
        story.did(`asked for the price of ${asset}`)
        const rate = await priced(bench, asset)
        const came = inWords({ _tag: "Rate", rate })
        story.must(rate.base === asset && rate.quote === "BRL", `a price of ${asset} in BRL`, came)
        story.must(rate.numerator > 0n && rate.denominator > 0n, "a price above zero", came)
      }
    }
  ),
  shows(
    "a price says its source, and a time that is neither in the future nor too long ago",
    "what a customer is shown has to be found again at its source, and a price of the future never grows old",
    async (bench, story) => {
      for (const asset of bench.assets) {
        story.did(`asked for the price of ${asset}`)
        const rate = await priced(bench, asset)
        story.must(rate.source.trim() !== "", "a source", "an empty one")
        mustBeTimely(bench, story, rate)
      }
    }
  ),
  shows(
    "an asset that converts to reais one to one is priced so",
    "BRL-pegged assets are delivered one to one: any other price is a loss of ours or of the customer",
    async (bench, story) => {
      const pegged = bench.assets.filter(isBrlPegged)
      story.need(pegged[0], "the subject prices no asset that is pegged to reais")
      for (const asset of pegged) {
        story.did(`asked for the price of ${asset}`)
        const rate = await priced(bench, asset)
        story.must(isWorth(rate, pegRate(asset)), "one real", inWords({ _tag: "Rate", rate }))
      }
    }
  ),
  shows(
    "asks at the same time agree, each about its own asset",
    "requests run side by side: two that hear different prices of one moment can be played against each other",
    async (bench, story) => {
      story.did(`asked eight times at once for each of ${bench.assets.join(", ")}`)
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => bench.assets).flat().map(async (asset) => ({
          asset,
          rate: await priced(bench, asset)
        }))
      )
      for (const { asset, rate } of answers) {
        const came = inWords({ _tag: "Rate", rate })
        story.must(rate.base === asset, `a price of ${asset}`, came)
        const other = answers.find((each) =>
          each.asset === asset && (each.rate.at === rate.at || bench.setPrice !== undefined) &&
          !isWorth(each.rate, rate)
        )
        if (other === undefined) continue
        story.must(false, `one price: ${inWords({ _tag: "Rate", rate: other.rate })}`, came)
      }
    }
  ),
  shows(
    "a new price is the source's to its last digit, and the old one keeps its time until then",
    "a price is exact: a digit that is lost is lost on every order, and an old price with a new time is a price made up",
    async (bench, story) => {
      const asset = movingOf(bench, story)
      const setPrice = story.need(bench.setPrice, "the subject cannot change a price")
      for (const price of ["5.4321", "0.07", "612345.678901"]) {
        const before = await priced(bench, asset)
        const expected = Result.getOrThrow(rateFromDecimal(asset, price, "", 0))
        await setPrice(asset, price)
        story.did(`had the source change the price of ${asset} to ${price}, and asked for it until it was heard`)
        let last: PriceAnswer = { _tag: "Rate", rate: before }
        const heard = await pricedOnce(bench, asset, (rate) => isWorth(rate, expected), (answer) => {
          last = answer
          const isOld = answer._tag === "Unavailable" || isDeepStrictEqual(answer.rate, before)
          story.must(isOld, `${price} reais a whole unit, or the price of before as it was`, inWords(answer))
        })
        if (heard === undefined) return story.must(false, `${price} reais a whole unit`, inWords(last))
        story.must(heard.at >= before.at, `a time of ${before.at} at least`, String(heard.at))
      }
    }
  ),
  shows(
    "an asset that the source has no price of is RateUnavailable",
    "the price of another asset in its place, or an exception, would be taken for one",
    async (bench, story) => {
      const asset = story.need(bench.unpriced, "the source has a price of every asset")
      story.did(`asked for the price of ${asset}, of which there is none`)
      mustBeNone(story, await ask(bench, asset), asset)
    }
  )
]

/** The promises of `FxRates`. The subject opens a fresh bench for each check. */
export const fxRatesSuite: Suite<FxRatesSubject> = { port, checks: [...prices, ...awayChecks] }
