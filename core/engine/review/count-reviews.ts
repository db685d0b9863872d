// How many reviews are open, by their age, and the oldest. Counted without reading any: what was opened less what of it has ended.
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

/** In how many parts a stretch of time is counted at once, and how often one of them is divided: together all time. */
const parts = 16
const levels = 11

/**
 * Since when the review has been open that has been open the longest, in Unix milliseconds; null where none is open. It is in the first part
 * of the time in which more were opened than have ended, and in the first part of that one.
 */
export const oldestOpenReview = Effect.fnUntraced(function*() {
  const store = yield* Store
  let from = 0
  for (let level = levels - 1; level >= 0; level--) {
    const width = parts ** level
    const starts = Array.from({ length: parts }, (_, n) => from + n * width)
    const counts = yield* store.counts(
      starts.flatMap((start) =>
        ["opened", "ended"].map((list) => ({ kind: Reviews.kind, list, ...openedBetween(start, start + width) }))
      )
    )
    const found = starts.find((_, n) => (counts[2 * n] ?? 0) > (counts[2 * n + 1] ?? 0))
    if (found === undefined) return null
    from = found
  }
  return from
})
