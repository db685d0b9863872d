// How fast a node is asked: providers count requests, and shut out who makes more than they sell. Invariant: within any second no more
// questions begin than the node takes.
import { Clock, Effect } from "effect"
import { NodeAway } from "./node-away.ts"

const secondMs = 1_000

/** Waits until the next question may begin; away where that is not before `mostMs` milliseconds. In the order of asking. */
export type Pace = (mostMs: number) => Effect.Effect<void, NodeAway>

/** Throws `TypeError` on a number of questions that is no whole one from 1 up. */
export const makePace = (perSecond: number): Pace => {
  if (!Number.isSafeInteger(perSecond) || perSecond < 1) throw new TypeError(`${perSecond} is no number of requests`)
  // When the last questions began or will begin, as many as a second takes, the oldest first.
  let begun: Array<number> = []
  let before = 0
  return Effect.fnUntraced(function*(mostMs) {
    const now = yield* Clock.currentTimeMillis
    // What was begun by a clock that was set back since would keep questions out for as long.
    if (now < before) begun = []
    before = now
    const [oldest] = begun
    const at = begun.length < perSecond || oldest === undefined ? now : Math.max(now, oldest + secondMs)
    const wait = at - now
    if (wait > mostMs) return yield* new NodeAway({ reason: `it has its ${perSecond} requests of this second` })
    begun.push(at)
    if (begun.length > perSecond) begun.shift()
    if (wait > 0) yield* Effect.sleep(wait)
  })
}
