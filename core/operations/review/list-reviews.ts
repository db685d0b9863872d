// GET /admin/reviews: what only a person can place, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { list } from "../../engine/store/records.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { reviewView } from "./review-view.ts"
import { Reviews } from "../../engine/review/review.ts"

/** One page of reviews. */
export const listReviews = Effect.fnUntraced(function*(cursor: string | undefined) {
  const rows = yield* list(Reviews, "all", "all", yield* pageBefore("reviews", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("reviews", rows, limits.eventPage)
  return { reviews: shown.map(reviewView), nextCursor }
})
