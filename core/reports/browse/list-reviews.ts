// GET /admin/reviews: what only a person can place, the newest first, with the amount and the customer that it is about where they
// are known.
import { Clock, Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { type Review, Reviews } from "../../engine/review/review.ts"
import type { ReviewState } from "../../engine/review/review.states.ts"
import { cursorAt } from "../../engine/store/cursor.ts"
import { pageBefore } from "../../engine/store/page.ts"
import { type ListedRecord, list } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import { reviewView } from "../../operations/review/review-view.ts"
import { namesOf } from "./read-summary.ts"
import { outlineOf, outlinedKinds } from "./summary.ts"

/** Rows that are read at once, and at most for one page: a list keeps also what has ended. */
const readAtOnce = 500
const mostRead = 5_000

interface ReviewPage {
  readonly cursor?: string | undefined
  /** Open ones by default. */
  readonly state?: ReviewState | undefined
}

/** One page of reviews. It may be shorter than another: whether there is more is said by its cursor. */
export const listReviews = Effect.fnUntraced(function*({ cursor, state = "OPEN" }: ReviewPage) {
  const size = limits.eventPage
  const found: Array<ListedRecord<Review>> = []
  let { before } = yield* pageBefore("reviews", cursor, size)
  let isOver = false
  for (let read = 0; read < mostRead && found.length <= size && !isOver; read += readAtOnce) {
    const page = { limit: readAtOnce, ...before === undefined ? {} : { before } }
    const rows = yield* list(Reviews, "all", "all", page)
    found.push(...rows.filter(({ value }) => value.state === state))
    before = rows.at(-1)?.seq ?? before
    isOver = rows.length < readAtOnce
  }
  const shown = found.slice(0, size)
  const next = found.length > size ? shown.at(-1)?.seq : isOver ? undefined : before
  const now = yield* Clock.currentTimeMillis
  const about = yield* whatTheyAreAbout(shown.map(({ value }) => value))
  return {
    reviews: shown.map(({ value }, index) => ({ ...reviewView(value, now), ...about[index] ?? nothing })),
    nextCursor: next === undefined ? null : yield* cursorAt("reviews", next)
  }
})

const nothing = { amount: null, customer: null }

// Ids name no kind, so each is looked for among all kinds of payments, in one question.
const whatTheyAreAbout = Effect.fnUntraced(function*(reviews: ReadonlyArray<Review>) {
  const asked = reviews.flatMap(({ subject }) =>
    outlinedKinds.map((kind) => ({ by: "id" as const, kind, id: subject }))
  )
  const answers = (yield* Store.use((store) => store.ask(asked))).flat().map(({ record }) => record)
  const outlines = new Map(answers.map((record) => [record.id, outlineOf(record, [])] as const))
  const names = yield* namesOf(
    [...outlines.values()].flatMap((each) => each === undefined ? [] : [each.payer, each.payee])
  )
  return reviews.map(({ reason, subject }) => {
    const outline = outlines.get(subject)
    const subAccountId = outline?.payer?.subAccountId ?? outline?.payee?.subAccountId ?? null
    return {
      amount: outline?.paid ??
        (reason.code === "outflowUnexplained" ? { value: reason.amount, asset: reason.asset } : null),
      customer: subAccountId === null ? null : { subAccountId, name: names.get(subAccountId) ?? null }
    }
  })
})
