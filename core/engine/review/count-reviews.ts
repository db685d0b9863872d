// How many reviews are open, by their age. Counted without reading any: what was opened less what of it has ended.
import { Clock, Effect } from "effect"
import { Store } from "../store/store.ts"
import { Reviews, openedBetween } from "./review.ts"

const dayMs = 86_400_000

/** Open reviews: all of them, and of them those that have been open for longer than a day and than a week. */
export interface OpenReviews {
  readonly open: number
  readonly overDay: number
  readonly overWeek: number
}

/** Counts what is open now. */
export const countOpenReviews = Effect.fnUntraced(function*() {
  const now = yield* Clock.currentTimeMillis
  const spans = [now + dayMs, now - dayMs, now - 7 * dayMs].flatMap((below) =>
    ["opened", "ended"].map((list) => ({ kind: Reviews.kind, list, ...openedBetween(0, below) }))
  )
  const [opened = 0, ended = 0, ...older] = yield* Store.use((store) => store.counts(spans))
  const [openedDay = 0, endedDay = 0, openedWeek = 0, endedWeek = 0] = older
  const counts: OpenReviews = {
    open: opened - ended,
    overDay: openedDay - endedDay,
    overWeek: openedWeek - endedWeek
  }
  return counts
})
