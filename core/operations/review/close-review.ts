// POST /admin/reviews/:reviewId/close: an operator has placed what a review was about, and writes down how. It moves no money.
import { Clock, Effect, Option } from "effect"
import { NotFound, StateConflict } from "../../base/errors/errors.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { Reviews, closed } from "../../engine/review/review.ts"
import { get, replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { reviewView } from "./review-view.ts"

/** Closes an open review; one that has ended is in conflict. */
export const closeReview = (
  actor: Actor,
  { note, reviewId }: { readonly reviewId: string; readonly note: string }
) =>
  Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(Reviews, reviewId))
    if (before === undefined) return yield* new NotFound({ resource: "Review" })
    const { value: { owner, state }, version } = before
    const at = yield* Clock.currentTimeMillis
    const after = closed(before.value, note, at)
    if (after === undefined) return yield* new StateConflict({ resource: "review", state })
    const action = { action: "review.close", owner, subject: reviewId, version, detail: { note }, at }
    const writes = [replace(Reviews, before, after), actOf(actor, action)]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return reviewView(after, at)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
