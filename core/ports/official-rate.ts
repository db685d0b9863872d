// The official rate of the dollar, which limits of the law are counted in: PTAX, as the central bank publishes it. It is asked where a
// limit is configured alone, and where it is not known the operation is refused: a rate is never guessed (0229).
import { Context, Data, type Effect, Layer } from "effect"

/** What was published for a day. */
export interface OfficialRate {
  /** Reais for one dollar, in ten-thousandths: 54321n is R$ 5.4321. Above zero. */
  readonly tenThousandths: bigint
  /** The civil day in São Paulo that it was published for: `2026-11-24`. */
  readonly date: string
}

/** There is no rate for the day, or it cannot be asked for now. */
export class OfficialRateUnavailable extends Data.TaggedError("OfficialRateUnavailable")<{ readonly date: string }> {}

export interface OfficialRateReader {
  /** The rate in force on a civil day in São Paulo: that of the day, or of the last day before it that has one. */
  readonly dollar: (date: string) => Effect.Effect<OfficialRate, OfficialRateUnavailable>
}

/** Where the rate is read; undefined where nothing gives it. */
export const OfficialRates = Context.Reference<OfficialRateReader | undefined>("pontepay/core/ports/OfficialRates", {
  defaultValue: () => undefined
})

/** An adapter's reader as the layer that `officialRates` of the own adapters takes. */
export const officialRatesLayer = (reader: OfficialRateReader): Layer.Layer<never> =>
  Layer.succeed(OfficialRates, reader)
