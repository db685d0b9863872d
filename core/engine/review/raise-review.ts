// Puts something in the operator's review queue outside of any other commit: what a provider reported and our records do not
// explain.
import { Clock, Effect } from "effect"
import { insert } from "../store/records.ts"
import { Store, changeSet } from "../store/store.ts"
import { type Review, Reviews, review } from "./review.ts"

/** Raises a review once a subject and reason, and logs it. */
export const raiseReview = Effect.fnUntraced(function*(about: Omit<Review, "id" | "createdAt">) {
  yield* Effect.logError("A provider's fact needs a person", { subject: about.subject, ...about.reason })
  const write = insert(Reviews, review({ ...about, createdAt: yield* Clock.currentTimeMillis }))
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
    // Raised before.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
})
