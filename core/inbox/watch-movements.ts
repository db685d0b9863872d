// Worker step that recurs: movements that wait too long are put in the operator's review queue (C70). One whose outcome is unknown is a
// review of its own; those that are held for one cause are one review together, because one action of the operator sends them all.
import { Clock, Effect } from "effect"
import { type HeldCause, heldCauses } from "../base/reason/review-reason.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { openReview } from "../engine/review/raise-review.ts"
import { solveReviews } from "../engine/review/solve-review.ts"
import { everyOwing } from "../engine/store/every-owing.ts"
import { again } from "../engine/store/job-queue.ts"
import { list } from "../engine/store/records.ts"
import { type Movement, Movements } from "../payments/movement/movement.ts"
import { type Hold, holdOf } from "../payments/movement/held-since.ts"
import { Swaps } from "../payments/swap/swap.ts"
import { ReviewAfter } from "../ports/review-after.ts"

const everyMs = 300_000

/** The share of the time that a walk may take: one part of so many. */
const idleParts = 20

/** A swap has this many legs at most, each a movement. */
const mostLegs = 10

/** What is held for one cause: how many movements, and the one that has been held the longest. */
interface HeldTogether {
  readonly count: number
  readonly oldest: Hold & { readonly id: string }
}

/** Looks through every movement that is not over. */
export const watchMovements = Effect.fnUntraced(function*() {
  const now = yield* Clock.currentTimeMillis
  const { heldMs, unknownMs } = yield* ReviewAfter
  const unknown: Array<Movement> = []
  const held = new Map<HeldCause, HeldTogether>()
  const visit = (movement: Movement) => {
    const { doubtedAt, id } = movement
    if (doubtedAt !== null && now - doubtedAt >= unknownMs) unknown.push(movement)
    const hold = holdOf(movement)
    if (hold === undefined) return
    const { count, oldest } = held.get(hold.cause) ?? { count: 0, oldest: { ...hold, id } }
    held.set(hold.cause, { count: count + 1, oldest: hold.since < oldest.since ? { ...hold, id } : oldest })
  }
  yield* everyOwing(Movements, visit)
  // The legs of a swap have no jobs of their own.
  const swaps: Array<string> = []
  yield* everyOwing(Swaps, ({ id }) => void swaps.push(id))
  for (const id of swaps) {
    for (const { value } of yield* list(Movements, "bySubject", id, { limit: mostLegs })) visit(value)
  }
  yield* Effect.forEach(unknown, reviewUnknown, { discard: true })
  yield* Effect.forEach(heldCauses, (cause) => reviewHeld(cause, held.get(cause), now - heldMs), { discard: true })
  return again(Math.max(everyMs, ((yield* Clock.currentTimeMillis) - now) * idleParts))
})

const reviewUnknown = Effect.fnUntraced(function*({ doubtedAt, id, owner, subject }: Movement) {
  const reason = { code: "outcomeUnknown", movementId: id, since: doubtedAt ?? 0 } as const
  // Whoever looks at the record has to see it.
  if (yield* openReview({ owner, subject, reason })) {
    yield* Effect.logError("The outcome of a movement has been unknown for long", { movement: id })
  }
})

const reviewHeld = Effect.fnUntraced(function*(cause: HeldCause, found: HeldTogether | undefined, since: number) {
  const subject = `held/${cause}`
  if (found === undefined) return yield* solveReviews(subject, "movementsHeld")
  const { count, oldest } = found
  // One that is younger than that keeps a review open, and raises none.
  if (oldest.since > since) return
  const reason = { code: "movementsHeld", cause, count, oldest: oldest.id, since: oldest.since } as const
  if (yield* openReview({ owner: operatorOwner, subject, reason })) {
    yield* Effect.logError("Movements have been held for long", { cause, count, oldest: oldest.id })
  }
})
