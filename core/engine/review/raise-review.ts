// Puts something in the operator's review queue outside of any other commit: what a provider reported and our records do not
// explain.
import { Clock, Effect } from "effect"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../store/store.ts"
import type { RaisedReview } from "./review.ts"
import { raisedWrite } from "./solve-review.ts"

/** Raises a review once a subject and reason, opens it again where it had ended, and logs its code: the reason may name somebody. */
export const raiseReview = Effect.fnUntraced(function*(about: Omit<RaisedReview, "createdAt">) {
  yield* Effect.logError("A provider's fact needs a person", { subject: about.subject, code: about.reason.code })
  yield* openReview(about)
})

/** The same without a line in the log; whether anything changed by it. Of two that raise it at once the second finds it raised. */
export const openReview = (about: Omit<RaisedReview, "createdAt">) =>
  Effect.gen(function*() {
    const writes = yield* raisedWrite({ ...about, createdAt: yield* Clock.currentTimeMillis })
    if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
    return writes.length > 0
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict || error instanceof DuplicateKey }))
