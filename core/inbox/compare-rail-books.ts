// Worker step that recurs: the PIX provider's books against ours. What moved there and was never reported is treated as if it had been
// reported now; what cannot be placed is put before a person, and so is a balance that goes another way than ours (0184).
import { Clock, Effect, Option } from "effect"
import { again } from "../ports/job-queue.ts"
import { type BooksPage, type BooksStretch, RailBooks, type RailBooksReader } from "../ports/rail-books.ts"
import { type Stored, get, insert, replace } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { noOwner, raiseReview } from "../review/raise-review.ts"
import { applyMissedFact } from "./apply-missed-fact.ts"
import { type RailComparison, RailComparisons } from "./rail-comparison.ts"

const hour = 3_600_000
/** What is younger may still be reported in the usual way. */
const settledForMs = 600_000
/** How far back the first comparison begins, and how much one run compares. */
const stretchMs = 24 * hour

/** Compares what the provider's books have got since the last run. Without such books there is nothing to do. */
export const compareRailBooks = Effect.fnUntraced(function*() {
  const books = yield* RailBooks
  if (books === undefined) return again(stretchMs, "")
  const now = yield* Clock.currentTimeMillis
  const before = Option.getOrUndefined(yield* get(RailComparisons, "rail"))
  const from = before?.value.comparedTo ?? now - stretchMs
  const until = Math.min(now - settledForMs, from + stretchMs)
  const problem = yield* Effect.gen(function*() {
    if (until > from) yield* compareMovements(books, { from, until })
    const difference = (yield* books.balance) - (yield* booked)
    yield* keep(before, { comparedTo: Math.max(from, until), difference })
  }).pipe(Effect.as(""), Effect.catchTag("RailBooksUnavailable", ({ reason }) => Effect.succeed(reason)))
  return again(hour, problem)
})

const compareMovements = Effect.fnUntraced(function*(books: RailBooksReader, stretch: BooksStretch) {
  let page: string | null = null
  do {
    const found: BooksPage = yield* books.movements(stretch, page)
    for (const fact of found.facts) yield* applyMissedFact(fact)
    page = found.next
  } while (page !== null)
})

const booked = Effect.map(
  Store.use((store) => store.balances("pix-settlement")),
  (rows) => rows.reduce((sum, { amount, asset }) => asset === "BRL" ? sum + amount : sum, 0n)
)

// What is on its way makes the two differ for a while, so that only a difference that stays is one.
const keep = Effect.fnUntraced(function*(
  before: Stored<RailComparison> | undefined,
  { comparedTo, difference }: Pick<RailComparison, "comparedTo" | "difference">
) {
  const known = before?.value.difference ?? difference
  const isNew = difference !== known
  const stays = isNew && before?.value.seen === difference
  if (stays) {
    yield* raiseReview({
      owner: noOwner,
      subject: "pix-settlement",
      reason: `the PIX provider's balance goes another way than our books/${comparedTo}`,
      evidence: `${difference - known} cents more than expected: ${difference} apart, ${known} before`
    })
  }
  const after: RailComparison = {
    id: "rail",
    owner: "operator",
    comparedTo,
    difference: stays ? difference : known,
    seen: isNew && !stays ? difference : null
  }
  const write = before === undefined ? insert(RailComparisons, after) : replace(RailComparisons, before, after)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
})
