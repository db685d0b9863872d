// Worker step that recurs: the PIX provider's books against ours. What moved there and was never reported is treated as if it had been
// reported now; what cannot be placed goes to the review queue, and so do movements that only our journal has and a balance that goes
// another way than ours (0184).
import { Clock, Effect, Option } from "effect"
import { reason } from "../base/reason/reason.ts"
import { printBrl } from "../base/money/decimal.ts"
import type { Cents } from "../base/money/units.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { again } from "../engine/store/job-queue.ts"
import { type BooksPage, type BooksStretch, RailBooks, type RailBooksReader } from "../ports/rail-books.ts"
import { get, insert, latest, replace } from "../engine/store/records.ts"
import { Store, changeSet } from "../engine/store/store.ts"
import { raiseReview } from "../engine/review/raise-review.ts"
import { Seals } from "../engine/seal/seal.ts"
import { applyMissedFact } from "./apply-missed-fact.ts"
import { agreedAtFirst, driftFrom } from "./balance-drift.ts"
import { type RailComparison, RailComparisons } from "./rail-comparison.ts"
import { centsOf, clockSlackMs, compared, movementOf, nameOfFact } from "./rail-journal.ts"

const hour = 3_600_000
/** What is younger may still be reported in the usual way. */
const settledForMs = 600_000
/** How far back the first comparison begins, and how much one run compares. */
const stretchMs = 24 * hour

/** Entries of the journal that are read at a time. */
const entriesAtOnce = 500

/** Compares what the provider's books have got since the last run. Without such books there is nothing to do. */
export const compareRailBooks = Effect.fnUntraced(function*() {
  const books = yield* RailBooks
  if (books === undefined) return again(stretchMs)
  const now = yield* Clock.currentTimeMillis
  const before = Option.getOrUndefined(yield* get(RailComparisons, "rail"))
  const known = before?.value ?? (yield* beginning(now))
  const { comparedTo: from } = known
  const until = Math.min(now - settledForMs, from + stretchMs)
  const problem = yield* Effect.gen(function*() {
    const { moved, ...movements } = until > from
      ? yield* compareMovements(books, known, { from, until })
      : { ...known, moved: 0n }
    const difference = (yield* books.balance) - (yield* booked)
    // While days are caught up the balance has what our journal still lacks.
    const isBehind = until < now - settledForMs
    const comparison = {
      ...movements,
      ...(isBehind ? {} : yield* compareBalance(known, { difference, moved })),
      comparedTo: Math.max(from, until)
    }
    const write = before === undefined
      ? insert(RailComparisons, comparison)
      : replace(RailComparisons, before, comparison)
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  }).pipe(
    Effect.as(null),
    Effect.catchTag("RailBooksUnavailable", (away) => Effect.succeed(reason("noAnswer", away.reason)))
  )
  return again(hour, problem)
})

// Entries from before the first list are not looked for.
const beginning = Effect.fnUntraced(function*(now: number) {
  const from = now - stretchMs
  const sealed = Option.getOrUndefined(yield* latest(Seals, "all", "all"))?.value.last ?? 0n
  const { journalTo } = yield* readJournal(sealed, from, [])
  const first: RailComparison = {
    id: "rail",
    owner: operatorOwner,
    comparedTo: from,
    difference: null,
    looks: [],
    journalTo,
    unlisted: [],
    unbooked: []
  }
  return first
})

/** Applies what the provider's list has, and reviews what only our journal has. */
const compareMovements = Effect.fnUntraced(
  function*(books: RailBooksReader, known: RailComparison, stretch: BooksStretch) {
    const { from, until } = stretch
    const at = yield* Clock.currentTimeMillis
    const listed: Array<string> = []
    const ours: Array<{ readonly name: string; readonly at: number }> = []
    let page: string | null = null
    do {
      const found: BooksPage = yield* books.movements(stretch, page)
      for (const fact of found.facts) {
        const isOurs = yield* applyMissedFact(fact)
        const name = nameOfFact(fact)
        if (name === undefined) continue
        listed.push(name)
        if (isOurs) ours.push({ name, at })
      }
      page = found.next
    } while (page !== null)
    const { journalTo, moved, movements } = yield* readJournal(known.journalTo, until + clockSlackMs, books.lists)
    const { missing, uncounted, ...waiting } = compared(known, { booked: movements, listed, ours, until })
    for (const each of missing) yield* raiseMissing(each, until)
    if (uncounted > 0) {
      yield* raiseReview({
        owner: operatorOwner,
        subject: "pix-settlement",
        reason: { code: "movementsNotListed", count: uncounted, from, until }
      })
    }
    return { ...known, ...waiting, journalTo, moved }
  }
)

/** The movements of the journal from a place up to the first entry that is not before an instant, and the cents that moved in it. */
const readJournal = Effect.fnUntraced(
  function*(place: bigint, before: number, lists: RailBooksReader["lists"]) {
    const movements: Array<RailComparison["unlisted"][number]> = []
    let moved = 0n
    for (let journalTo = place;;) {
      const page = yield* Store.use((store) => store.journal({ after: journalTo, limit: entriesAtOnce }))
      const end = page.findIndex(({ at }) => at >= before)
      const entries = end === -1 ? page : page.slice(0, end)
      for (const each of entries) {
        const cents = centsOf(each)
        moved += cents < 0n ? -cents : cents
        const movement = yield* movementOf(each, lists)
        if (movement !== undefined) movements.push(movement)
      }
      journalTo = entries.at(-1)?.place ?? journalTo
      if (end !== -1 || page.length < entriesAtOnce) return { movements, moved, journalTo }
    }
  }
)

const raiseMissing = ({ at, cents, name, owner, subject }: RailComparison["unlisted"][number], until: number) =>
  raiseReview({
    owner,
    subject,
    reason: { code: "movementNotListed", movement: name, value: signedBrl(cents), bookedAt: at, until }
  })

const signedBrl = (cents: bigint): string =>
  `${cents < 0n ? "-" : ""}${printBrl((cents < 0n ? -cents : cents) as Cents)}`

const booked = Effect.map(
  Store.use((store) => store.balances("pix-settlement")),
  (rows) => rows.reduce((sum, { amount, asset }) => asset === "BRL" ? sum + amount : sum, 0n)
)

const compareBalance = Effect.fnUntraced(function*(before: RailComparison, look: RailComparison["looks"][number]) {
  const known = before.difference
  if (known === null) return agreedAtFirst(before.looks, look)
  const { by, looks } = driftFrom(known, before.looks, look)
  if (by !== 0n) {
    yield* raiseReview({
      owner: operatorOwner,
      subject: "pix-settlement",
      reason: {
        code: "balanceDrifts",
        since: before.comparedTo,
        by: signedBrl(by),
        difference: signedBrl(known + by),
        known: signedBrl(known)
      }
    })
  }
  return { difference: known + by, looks }
})
