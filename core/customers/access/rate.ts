// Rates that an operation has of its own, beside the general one (C40). What is left of such a rate goes with the answer, whether
// the operation succeeds or not; a host that has a place for it provides `RateShown`.
import { Clock, Context, Effect } from "effect"
import { RateLimited } from "../../base/errors/errors.ts"
import { type CallLimit, CallWindow } from "../../ports/call-window.ts"
import { secondsUntil } from "../../base/time/instant.ts"

/** What is left of a rate. */
export interface RateLeft {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until one more call is free. */
  readonly resetSeconds: number
}

/** Where what is left is shown; nowhere unless a host provides it. */
export const RateShown = Context.Reference<(left: RateLeft) => void>("pontepay/core/access/RateShown", {
  defaultValue: () => () => undefined
})

const showRate = (left: RateLeft) => Effect.map(RateShown, (show) => show(left))

/** Shows a rate of one call whose turn was taken just now, until an instant in Unix milliseconds. */
export const showTurn = Effect.fnUntraced(function*(openAt: number) {
  const resetSeconds = secondsUntil(yield* Clock.currentTimeMillis, openAt)
  yield* showRate({ limit: 1, remaining: 0, resetSeconds })
})

/** Counts a call under a name, or refuses it until one is free again. */
export const countCall = Effect.fnUntraced(function*(name: string, limit: CallLimit) {
  const now = yield* Clock.currentTimeMillis
  const { freeAt, isTaken, remaining } = yield* CallWindow.use(({ take }) => take(name, limit, now))
  const resetSeconds = secondsUntil(now, freeAt)
  if (!isTaken) return yield* new RateLimited({ limit: limit.calls, retryAfterSeconds: resetSeconds })
  yield* showRate({ limit: limit.calls, remaining, resetSeconds })
})
