// Worker step that recurs after a restore: what left the treasuries since the backup and no movement explains. Each transfer is before a
// person once; an order for the same receiver, asset and amount is held until a movement names it or an operator releases the order
// (C68; 0253).
import { Effect } from "effect"
import { StoreTaken, carefulForMs } from "../engine/store/generation.ts"
import { again } from "../engine/store/job-queue.ts"
import { Store } from "../engine/store/store.ts"
import { solveReviews } from "../engine/review/solve-review.ts"
import {
  clocksApartMs,
  flowsOf,
  isExplained,
  mayBeOf,
  openDeliveriesNow,
  reviewUnexplained
} from "../payments/movement/treasury-flows.ts"
import { Network } from "../standards/address/network.ts"

const everyMs = 600_000
/** Where no restore is to be explained, until the next look. */
const idleMs = 3_600_000
/** So long after a restore movements have found their transfers: milliseconds. */
const settledAfterMs = 3_600_000

/** Looks at every treasury that can be read. */
export const explainOutflows = Effect.fnUntraced(function*() {
  const { restored } = (yield* StoreTaken).current
  const now = yield* Store.use((store) => store.now)
  if (restored === undefined || now >= restored.startedAt + carefulForMs) return again(idleMs)
  if (now < restored.startedAt + settledAfterMs) return again(everyMs)
  const open = yield* openDeliveriesNow
  for (const network of Network.literals) {
    const flows = yield* flowsOf(network, restored.since - clocksApartMs)
    for (const flow of flows ?? []) {
      const isOpen = yield* mayBeOf(open, network, flow)
      if (!flow.isDone || isOpen) continue
      yield* (yield* isExplained(network, flow))
        ? solveReviews(flow.receipt.transactionHash, "outflowUnexplained")
        : reviewUnexplained(network, flow)
    }
  }
  return again(everyMs)
})
