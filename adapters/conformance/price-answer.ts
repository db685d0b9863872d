// Asks for a price as the service does, now or later, and gives what came: a price, or that there is none.
import { inspect } from "node:util"
import { Cause, Clock, Effect, Exit } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { Rate } from "../../core/base/money/rate.ts"
import { type FxRates, RateUnavailable } from "../../core/ports/fx-rates.ts"
import { mismatch } from "./suite.ts"

/** What the port answers: a price, or that there is none of an asset. */
export type PriceAnswer =
  | { readonly _tag: "Rate"; readonly rate: Rate }
  | { readonly _tag: "Unavailable"; readonly asset: AssetCode }

/** What came, in words. */
export const inWords = (answer: PriceAnswer): string => {
  if (answer._tag === "Unavailable") return `RateUnavailable of ${answer.asset}`
  const { at, base, denominator, numerator, quote, source } = answer.rate
  return `a price of ${base} in ${quote}: ${numerator} cents for ${denominator} units, from "${source}" at ${at}`
}

/** A clock that is ahead of another: what waits, waits no less. */
const ahead = (clock: Clock.Clock, byMs: number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + byMs,
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + byMs),
  currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + BigInt(byMs) * 1_000_000n,
  currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + BigInt(byMs) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe() + BigInt(byMs) * 1_000_000n,
  monotonicTimeNanos: Effect.map(clock.monotonicTimeNanos, (now) => now + BigInt(byMs) * 1_000_000n),
  sleep: (duration) => clock.sleep(duration)
})

const later = <A, E>(effect: Effect.Effect<A, E>, byMs: number): Effect.Effect<A, E> =>
  byMs === 0 ? effect : Clock.clockWith((clock) => Effect.provideService(effect, Clock.Clock, ahead(clock, byMs)))

/** What an exit says. Another failure than the port's own breaks the check; what is thrown comes out as it is. */
const told = (exit: Exit.Exit<Rate, RateUnavailable>): PriceAnswer => {
  if (Exit.isSuccess(exit)) return { _tag: "Rate", rate: exit.value }
  const problem = Cause.squash(exit.cause)
  if (Cause.hasDies(exit.cause)) throw problem
  if (problem instanceof RateUnavailable) return { _tag: "Unavailable", asset: problem.asset }
  throw mismatch("a price, or RateUnavailable", `it failed with ${inspect(problem, { breakLength: 100, depth: 1 })}`)
}

/** Asks for a price, `byMs` later than now by Effect's clock. An answer that takes longer than `withinMs` breaks the check. */
export const askPrice = async (
  rates: FxRates["Service"],
  asset: AssetCode,
  withinMs: number,
  byMs = 0
): Promise<PriceAnswer> => {
  const timeout = new AbortController()
  const exit = Effect.runPromiseExit(later(rates.rate(asset), byMs), { signal: timeout.signal })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(mismatch(`an answer within ${withinMs} ms`, `nothing for ${withinMs} ms`)),
      withinMs
    )
  })
  try {
    return told(await Promise.race([exit, late]))
  } finally {
    clearTimeout(timer)
    timeout.abort()
  }
}
