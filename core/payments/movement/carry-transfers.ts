// Worker step that recurs: what was sent on chains and is not final yet is taken one step further. A movement that is Done may be in a
// block that others replace, and nothing else would send it again.
import { Effect } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { again } from "../../engine/store/job-queue.ts"
import { IsSending } from "../../ports/sending.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"

/** The fastest of the networks has several blocks in it, and the slowest needs no more. */
const everyMs = 10_000
/** Where the chain has nothing to carry, until the next look. */
const idleMs = 3_600_000

/** Carries transfers on all networks. */
export const carryTransfers = Effect.fnUntraced(function*() {
  const { carry } = yield* ChainTransfers
  if (carry === undefined) return again(idleMs)
  if (!(yield* IsSending)) return again(everyMs, reason("sendingOff"))
  const problem = yield* carry.pipe(
    Effect.as(null),
    Effect.catchTag("ChainUnavailable", (away) => Effect.succeed(reason("noAnswer", away.reason)))
  )
  return again(everyMs, problem)
})
