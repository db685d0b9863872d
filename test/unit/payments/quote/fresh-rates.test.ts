// Prices age: what a source heard too long ago is no price (spec "Quote": a price is never made up).
import { Clock, Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import * as sandboxRates from "../../../../adapters/sandbox/fx-rates.ts"
import type { AssetCode } from "../../../../core/base/money/assets.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { type Rate, pegRate, rateFromDecimal } from "../../../../core/base/money/rate.ts"
import { FxRates, type PriceSource, freshRates } from "../../../../core/ports/fx-rates.ts"
import { ManualClock } from "../../../support/ports.ts"
import { startOfTests } from "../../../support/world.ts"

const heardAt = startOfTests
const source = (ages: boolean): PriceSource => ({
  ages,
  latest: <A extends AssetCode>(asset: A): Effect.Effect<Rate<A>> =>
    Effect.succeed(
      asset === "BRLA"
        ? pegRate("BRLA") as Rate as Rate<A>
        : Result.getOrThrow(rateFromDecimal(asset, "5.00", "test", heardAt))
    )
})

const askedAt = (now: number, asset: AssetCode, ages = true) =>
  freshRates(source(ages)).rate(asset).pipe(
    Effect.provideService(Clock.Clock, new ManualClock(now)),
    Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: ({ at }) => at }),
    Effect.runPromise
  )

describe("a price", () => {
  it.each([
    [0, heardAt],
    [limits.rateAgeMs - 1, heardAt],
    [limits.rateAgeMs, heardAt],
    [limits.rateAgeMs + 1, "RateUnavailable"]
  ])("of %i milliseconds §quote-rate §limit-rate-age-ms", async (age, expected) => {
    expect(await askedAt(heardAt + age, "USDT")).toBe(expected)
  })

  it("of a table never ages, nor does a peg §quote-rate", async () => {
    const late = heardAt + 365 * 86_400_000
    expect(await askedAt(late, "USDT", false)).toBe(heardAt)
    expect(await askedAt(late, "BRLA")).toBe(0)
  })

  it("of the sandbox stands with its date, whatever the day §quote-rate", async () => {
    const rate = await FxRates.use((rates) => rates.rate("USDC")).pipe(
      Effect.provide(sandboxRates.layer),
      Effect.provideService(Clock.Clock, new ManualClock(4_000_000_000_000)),
      Effect.runPromise
    )
    expect(rate).toMatchObject({ source: "sandbox table of 2026-11-01", at: Date.UTC(2026, 10, 1) })
  })
})
