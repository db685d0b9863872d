// Worker step that recurs: payments whose report was lost are found (C47). A provider that shows its books is asked for what it
// received of late, for all charges at once. Otherwise, and while its books cannot be read, charges that wait are looked up one by one,
// oldest first: a run is bounded, the next one goes on where it stopped, and begins again with the oldest after the last.
import { Clock, Effect, Option } from "effect"
import { type Deposit, Deposits } from "../payments/deposit/deposit.ts"
import { again } from "../engine/store/job-queue.ts"
import { type BooksPage, RailBooks, type RailBooksReader } from "../ports/rail-books.ts"
import { find, get } from "../engine/store/records.ts"
import { Store } from "../engine/store/store.ts"
import { nextOfSweep } from "../engine/store/sweeps.ts"
import { applyMissedFact } from "./apply-missed-fact.ts"
import { lookUpCharge } from "./look-up-charge.ts"

/** Time between two runs. */
const sweepMs = 300_000
/** A report usually comes within seconds: younger charges are left alone. */
const reportedWithinMs = 600_000
/** How far back the receipts of a run go: a run that broke is made good by the next two, and later by the comparison of the books. */
const receiptsMs = 3 * sweepMs
/** What is younger may still be reported in the usual way. */
const youngMs = 60_000
/** Charges that one run looks at, and how long it may take. */
const chargesPerRun = 50
const runMs = 60_000

/** Looks up the next charges. A rail that does not answer ends the run; each charge is looked up once more before it expires. */
export const sweepCharges = Effect.fnUntraced(function*() {
  const startedAt = yield* Clock.currentTimeMillis
  const books = yield* RailBooks
  if (books !== undefined && (yield* sweepReceipts(books, startedAt))) return again(sweepMs)
  const { rows } = yield* nextCharges
  for (const { id } of rows) {
    const deposit = Option.getOrUndefined(yield* get(Deposits, id))?.value
    if (deposit === undefined || !isDue(deposit, startedAt)) continue
    const found = yield* lookUpCharge(deposit)
    if (found._tag === "Unknown" || (yield* Clock.currentTimeMillis) >= startedAt + runMs) break
  }
  return again(sweepMs)
})

/** Applies what the books received of late and nothing reported; whether they could be read. */
const sweepReceipts = (books: RailBooksReader, now: number) =>
  Effect.gen(function*() {
    const stretch = { from: now - receiptsMs, until: now - youngMs }
    let page: string | null = null
    do {
      const found: BooksPage = yield* books.movements(stretch, page)
      for (const fact of found.facts) {
        // What is paid on no charge of ours is for the comparison of the books, which sees it once.
        const isOurs = fact._tag === "ChargePaid" && Option.isSome(yield* find(Deposits, "trackId", fact.trackId))
        if (isOurs) yield* applyMissedFact(fact)
      }
      page = found.next
    } while (page !== null)
    return true
  }).pipe(Effect.catchTag("RailBooksUnavailable", () => Effect.succeed(false)))

const nextCharges = nextOfSweep("charges", chargesPerRun, {
  read: (after) =>
    Store.use((store) =>
      store.owing({ isDoubted: false, limit: chargesPerRun, after: { kind: Deposits.kind, id: after ?? "" } })
    ).pipe(Effect.map((rows) => rows.filter(({ kind }) => kind === Deposits.kind))),
  placeOf: ({ id }) => id
})

const isDue = ({ createdAt, expiresAt, state }: Deposit, now: number): boolean =>
  state === "PENDING" && now >= createdAt + reportedWithinMs && now < expiresAt
