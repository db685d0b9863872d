// What prices are while their source cannot be asked: none, or the last one as it was heard, as long as it is not too old (0081).
import { setTimeout as sleep } from "node:timers/promises"
import { limits } from "../../core/base/limits/limits.ts"
import type { Rate } from "../../core/base/money/rate.ts"
import {
  type FxRatesBench,
  type FxRatesSubject,
  aheadMs,
  ask,
  isWorth,
  movingOf,
  mustBeNone,
  mustBeTimely,
  pauseMs,
  priced,
  pricedOnce,
  shows
} from "./fx-bench.ts"
import { disturbed, faults } from "./line.ts"
import { type PriceAnswer, inWords } from "./price-answer.ts"
import type { Check } from "./suite.ts"

const disturbances = [
  { state: "cut", name: "that cannot be requested", how: "cut the line: connections are refused" },
  { state: "deaf", name: "whose answer was lost", how: "had the source break the connection before it answers" },
  { state: "silent", name: "that no one answers", how: "had the source never answer" },
  ...faults
] as const

/** The last price before the line was disturbed: a source that moves by itself may have told a newer one until then. */
const lastOf = (
  { setPrice }: FxRatesBench,
  before: Rate,
  first: PriceAnswer | undefined,
  disturbedAt: number
): Rate => {
  if (setPrice !== undefined || first?._tag !== "Rate") return before
  const { rate } = first
  return rate.at > before.at && rate.at <= disturbedAt ? rate : before
}

/** The checks of prices while their source cannot be asked. */
export const awayChecks: ReadonlyArray<Check<FxRatesSubject>> = [
  ...disturbances.map(({ how, name, state }) =>
    shows(
      `a price ${name} is RateUnavailable, or the last one as it was`,
      "no one knows the price: one that is made up, or an old one with a new time, sells an asset for less than it costs",
      async (bench, story) => {
        const asset = movingOf(bench, story)
        const before = await priced(bench, asset)
        const line = await disturbed(bench.line, state, story)
        const disturbedAt = Date.now()
        story.did(`asked for the price of ${asset}, ${how}, and asked twice`)
        const answers: Array<PriceAnswer> = []
        for (let times = 0; times < 2; times++) {
          await sleep(pauseMs)
          answers.push(await ask(bench, asset))
        }
        await line.set("whole")
        const last = lastOf(bench, before, answers[0], disturbedAt)
        for (const answer of answers) mustBeNone(story, answer, asset, last)
        story.did("mended the line, and asked until there was a price")
        const found = await pricedOnce(bench, asset, () => true, (answer) => mustBeNone(story, answer, asset))
        story.must(found !== undefined, `a price of ${asset}`, "none while patience lasted")
      }
    )
  ),
  shows(
    "a price that was never heard is not made up",
    "a price that is written down in an adapter was right on one day",
    async (bench, story) => {
      const asset = movingOf(bench, story)
      const line = await disturbed(bench.line, "cut", story)
      story.did(`cut the line before anybody asked for ${asset}, and asked twice`)
      const one = await ask(bench, asset)
      await sleep(pauseMs)
      const two = await ask(bench, asset)
      await line.set("whole")
      // An adapter that listens to its source may have heard a price when it was opened.
      if (one._tag === "Unavailable") mustBeNone(story, one, asset)
      mustBeNone(story, two, asset, one._tag === "Rate" ? one.rate : undefined)
      if (one._tag === "Unavailable") return
      mustBeTimely(bench, story, one.rate)
      if (bench.setPrice === undefined) return
      story.did("mended the line, and asked for the price that the source had all the time")
      const found = await pricedOnce(bench, asset, () => true, (answer) => mustBeNone(story, answer, asset))
      const came = inWords(one)
      story.must(found !== undefined && isWorth(one.rate, found), "the price of the source, or RateUnavailable", came)
    }
  ),
  shows(
    "a price that has grown too old is RateUnavailable",
    "a source that fell silent is no source: its last price is the one that an attacker waits for",
    async (bench, story) => {
      story.need(bench.ages || undefined, "prices of the subject stand as they are")
      const asset = movingOf(bench, story)
      await priced(bench, asset)
      const line = await disturbed(bench.line, "cut", story)
      const byMs = limits.rateAgeMs + 2 * aheadMs
      story.did(`asked for the price of ${asset}, cut the line, and asked again ${byMs} ms later by Effect's clock`)
      const answer = await ask(bench, asset, byMs)
      await line.set("whole")
      mustBeNone(story, answer, asset)
    }
  )
]
