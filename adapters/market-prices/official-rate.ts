// PTAX as the official rate of the dollar, which limits of the law are counted in.
import { Effect } from "effect"
import { type OfficialRateReader, OfficialRateUnavailable } from "../../core/ports/official-rate.ts"
import { dateInSaoPaulo } from "../../core/base/time/instant.ts"
import type { PtaxRate } from "./ptax.ts"

const published = /^(\d{1,4})(?:\.(\d{1,4}))?$/

/** Ten-thousandths of a real, as many decimals as PTAX has; undefined for a text with more. */
export const tenThousandthsOf = (rate: string): bigint | undefined => {
  const [, whole, part = ""] = published.exec(rate) ?? []
  return whole === undefined ? undefined : BigInt(`${whole}${part.padEnd(4, "0")}`)
}

/** The reader over the last PTAX that was read, which counts on its day and for so many milliseconds after it. */
export const officialRate = (
  ptax: Effect.Effect<PtaxRate | undefined>,
  maximumAgeMs: number
): OfficialRateReader => ({
  dollar: Effect.fnUntraced(function*(date) {
    const last = yield* ptax
    const tenThousandths = last === undefined ? undefined : tenThousandthsOf(last.rate)
    const of = last === undefined ? "" : dateInSaoPaulo(last.at)
    const isInForce = last !== undefined && of <= date && date <= dateInSaoPaulo(last.at + maximumAgeMs)
    return tenThousandths !== undefined && tenThousandths > 0n && isInForce
      ? { tenThousandths, date: of }
      : yield* new OfficialRateUnavailable({ date })
  })
})
