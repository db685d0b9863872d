// The limit of one operation in dollars, at the official rate of the day (Res. BCB 521; 0229). Compared by multiplying, so that nothing
// is rounded.
import { Clock, Effect, Option } from "effect"
import { OperationLimitExceeded } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type AssetCode, assets, wholeUnit } from "../../base/money/assets.ts"
import { OfficialRates } from "../../ports/official-rate.ts"
import { answersWithinMs } from "../../ports/on-its-way.ts"
import { OperationLimit } from "../../ports/restrictions.ts"
import { dateInSaoPaulo } from "../../base/time/instant.ts"

/** What an operation moves: smallest units of its asset. */
interface Moved {
  readonly asset: AssetCode
  readonly units: bigint
}

/** How many ten-thousandths a real has, and how many cents a dollar. */
const perReal = 10_000n
const perDollar = 100n

/**
 * Refuses what is worth more than the limit. A dollar asset counts one to one; reais, and what is pegged to them, at the official
 * rate. Whoever moves another asset says its worth in reais. Without a rate the operation is refused as well.
 */
export const withinOperationLimit = Effect.fnUntraced(function*({ asset, units }: Moved) {
  const limit = yield* OperationLimit
  if (limit === null) return
  const reais = assets[asset].peg === "USD" ? perReal : yield* reaisForDollar
  if (units * perReal * perDollar > limit * reais * wholeUnit(asset)) {
    return yield* new OperationLimitExceeded({ limit })
  }
})

const reaisForDollar = Effect.gen(function*() {
  const reader = yield* OfficialRates
  const away = upstreamAway("The official rate of the dollar")
  if (reader === undefined) return yield* away
  const date = dateInSaoPaulo(yield* Clock.currentTimeMillis)
  const found = yield* Effect.timeoutOption(reader.dollar(date), answersWithinMs).pipe(
    Effect.catchTag("OfficialRateUnavailable", () => Effect.fail(away))
  )
  // What is no price would let everything pass, or nothing.
  return Option.isSome(found) && found.value.tenThousandths > 0n ? found.value.tenThousandths : yield* away
})
