// Worker step that recurs: closes each civil day of São Paulo once it is over, for the PIX provider's account and each chain's treasury. The
// place's own statement is held against our journal, and what one side alone has is carried on until the other has it too (0267). A
// place that cannot be read is closed later, day after day.
import { Clock, Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { dateInSaoPaulo, dayBegins, days } from "../../base/time/instant.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { solveReviews } from "../../engine/review/solve-review.ts"
import { again } from "../../engine/store/job-queue.ts"
import { insert, latest } from "../../engine/store/records.ts"
import { type BookedEntry, Store, changeSet } from "../../engine/store/store.ts"
import { flowsOf } from "../../payments/movement/treasury-flows.ts"
import { RailBooks } from "../../ports/rail-books.ts"
import { Network } from "../../standards/address/network.ts"
import { chainBalances, chainJournalRows, chainStatement } from "./chain-day.ts"
import { type Closing, Closings } from "./closing.ts"
import { type ClosingRow, compareSides } from "./differences.ts"
import { pixBalances, pixJournalRow, pixStatement } from "./pix-day.ts"

const hour = 3_600_000
const minute = 60_000
/** So long after its end a day is closed: what was sent in it is final, and what moved in it is in the statement. */
const restsForMs = hour
/** So many days before a day a chain is read: what was sent then may be final in it. */
const lookBackDays = 3
/** Entries of the journal that are read at a time. */
const entriesAtOnce = 500

/** Closes what is over. */
export const closeDays = Effect.fnUntraced(function*() {
  const now = yield* Clock.currentTimeMillis
  const first = (yield* Store.use((store) => store.journal({ after: 0n, limit: 1 })))[0]
  if (first === undefined) return again(hour)
  const problems: Array<string> = []
  for (const place of ["pix", ...Network.literals] as const) {
    const closed = closePlace(place, first.at, now).pipe(
      Effect.catchTags({
        RailBooksUnavailable: (away) => Effect.succeed(away.reason),
        ChainUnavailable: (away) => Effect.succeed(away.reason)
      })
    )
    const problem = yield* closed
    if (problem !== undefined) problems.push(`${place}: ${problem}`)
  }
  return again(hour, problems.length === 0 ? null : reason("noAnswer", problems.join("; ")))
})

type ClosedPlace = "pix" | Network

const closePlace = Effect.fnUntraced(function*(place: ClosedPlace, firstAt: number, now: number) {
  for (;;) {
    const before = Option.getOrUndefined(yield* latest(Closings, "byPlace", place))?.value
    const stretch = nextDay(before, firstAt)
    if (now < stretch.until + restsForMs) return undefined
    const day = place === "pix" ? yield* pixDay(before, stretch) : yield* chainDay(place, before, stretch)
    if (typeof day === "string") return day
    if (day === undefined) return undefined
    const closing: Closing = {
      id: `${place}/${stretch.day}`,
      owner: operatorOwner,
      place,
      day: stretch.day,
      closedAt: now,
      ...day
    }
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Closings, closing)] }))).pipe(
      // Another process has closed it.
      Effect.catchTag("DuplicateKey", () => Effect.void)
    )
    yield* reviewed(closing)
  }
})

interface Stretch {
  readonly day: string
  readonly from: number
  readonly until: number
}

// The first day begins with the first entry: what the place has from before it is not ours.
const nextDay = (before: Closing | undefined, firstAt: number): Stretch => {
  const first = dateInSaoPaulo(firstAt)
  const start = before === undefined ? dayBegins(first) : dayBegins(before.day) + days(1)
  const from = before === undefined ? Math.max(start, firstAt - minute) : start
  return { day: dateInSaoPaulo(start), from, until: start + days(1) }
}

const pixDay = Effect.fnUntraced(function*(before: Closing | undefined, stretch: Stretch) {
  const books = yield* RailBooks
  if (books === undefined) return undefined
  const { rows: statement, unreadable } = yield* pixStatement(books, stretch)
  const { journalTo, rows: journal } = yield* readDay(
    before,
    stretch,
    (entry) => Effect.map(pixJournalRow(entry), (row) => row === undefined ? [] : [row])
  )
  const compared = new Set(books.lists)
  const sides = compareSides(before?.open ?? [], { day: stretch.day, statement, journal, compared })
  return { ...sides, unreadable, balances: yield* pixBalances(books), journalTo }
})

const chainDay = Effect.fnUntraced(function*(network: Network, before: Closing | undefined, stretch: Stretch) {
  // Where no treasury can be read there is nothing to close.
  const balances = yield* chainBalances(network)
  if (balances.length === 0) return undefined
  const open = before?.open ?? []
  // What was sent before midnight may be final long after it, and what our journal alone has may be older.
  const oldest = open.filter(({ statement }) => statement === null).map(({ since }) => dayBegins(since))
  const flows = yield* flowsOf(network, Math.min(stretch.from, ...oldest) - days(lookBackDays))
  if (flows === undefined) return undefined
  const { journalTo, rows: journal } = yield* readDay(before, stretch, (entry) => chainJournalRows(network, entry))
  const statement = yield* chainStatement(network, flows, open, journal)
  const sides = compareSides(open, { day: stretch.day, statement, journal, compared: new Set(["sent"]) })
  return { ...sides, unreadable: 0, balances, journalTo }
})

/** The rows of the entries up to the first one that is not before the end of the day. */
const readDay = Effect.fnUntraced(
  function*<E, R>(
    before: Closing | undefined,
    { until }: Stretch,
    rowsOf: (entry: BookedEntry) => Effect.Effect<ReadonlyArray<ClosingRow>, E, R>
  ) {
    const rows: Array<ClosingRow> = []
    for (let journalTo = before?.journalTo ?? 0n;;) {
      const page = yield* Store.use((store) => store.journal({ after: journalTo, limit: entriesAtOnce }))
      const end = page.findIndex(({ at }) => at >= until)
      const entries = end === -1 ? page : page.slice(0, end)
      for (const entry of entries) rows.push(...(yield* rowsOf(entry)))
      journalTo = entries.at(-1)?.place ?? journalTo
      if (end !== -1 || page.length < entriesAtOnce) return { rows, journalTo }
    }
  }
)

// What is a day late on the other side is nothing unusual; what is older needs a person.
const reviewed = Effect.fnUntraced(function*({ day, open, place }: Closing) {
  const old = open.filter(({ since }) => since < day)
  const subject = `closing/${place}`
  const [oldest] = old.toSorted((a, b) => a.since < b.since ? -1 : 1)
  if (oldest === undefined) return yield* solveReviews(subject, "closingDiffers")
  const { movement, since } = oldest
  yield* raiseReview({
    owner: operatorOwner,
    subject,
    reason: { code: "closingDiffers", place, day, count: old.length, first: movement, since }
  })
})
