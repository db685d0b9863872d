// The books of the simulated PIX provider, as it shows them to its customer: every PIX that it received, sent or returned, page by page
// and by its own times, and what it holds. They are made of what really happened there, not of what was reported.
import { Effect } from "effect"
import { type Cents, unitsUnsafe } from "../../../core/base/money/units.ts"
import type { ProviderFact } from "../../../core/ports/provider-fact.ts"
import type { BooksStretch, RailBooksReader } from "../../../core/ports/rail-books.ts"
import type { FaultRates } from "../faults.ts"
import type { Scenario } from "../scenario.ts"
import type { SimulatedRail } from "./pix-rail.ts"

/** One row: what moved, when it settled, and by how much the balance changed, in cents. */
interface BookedPix {
  readonly at: number
  readonly change: bigint
  readonly fact: ProviderFact
}

/** What the account holds before anything moves: more than is ever paid out. */
const openingBalance = 100_000_000n

const rowsOnPage = 20

/** Payers who pay another amount make nothing go wrong at the provider. */
const harmless: ReadonlySet<string> = new Set<keyof FaultRates>(["paidOtherAmount"])

/** Whether the provider shows its books in a scenario: only where nothing goes wrong, as in the profile `calm`. */
export const showsBooks = ({ faults }: Scenario): boolean =>
  "script" in faults
    ? Object.keys(faults.script).length === 0
    : Object.entries(faults).every(([fault, rate]) => rate === 0 || harmless.has(fault))

/** The books of a provider. */
export const booksOf = (rail: SimulatedRail): RailBooksReader => ({
  lists: ["received", "sent", "returned"],
  movements: (stretch, page) =>
    Effect.sync(() => {
      const rows = rowsOf(rail).filter(isIn(stretch))
      const first = Number(page ?? "0")
      const end = first + rowsOnPage
      return {
        facts: rows.slice(first, end).map(({ fact }) => fact),
        next: end < rows.length ? String(end) : null
      }
    }),
  balance: Effect.sync((): Cents =>
    unitsUnsafe("BRL", rowsOf(rail).reduce((sum, { change }) => sum + change, openingBalance))
  )
})

const isIn = ({ from, until }: BooksStretch) => ({ at }: BookedPix): boolean => at >= from && at < until

/** Every row, the oldest first. */
const rowsOf = (rail: SimulatedRail): ReadonlyArray<BookedPix> =>
  [...received(rail), ...returnedByBanks(rail), ...returnedByUs(rail), ...sent(rail), ...reversed(rail)]
    .toSorted((one, other) => one.at - other.at)

const received = (rail: SimulatedRail): ReadonlyArray<BookedPix> =>
  rail.paid.map((paid) => ({ at: paid.at, change: paid.value, fact: rail.chargePaid(paid, null) }))

const returnedByBanks = ({ returned }: SimulatedRail): ReadonlyArray<BookedPix> =>
  returned.map(({ at, endToEndId, returnId, value }) => ({
    at,
    change: 0n - value,
    fact: { _tag: "PixReturned", eventId: null, endToEndId, returnId, ourReturnId: null, value, nature: null }
  }))

const returnedByUs = ({ returns }: SimulatedRail): ReadonlyArray<BookedPix> =>
  [...returns.effects.values()].map(({ at, id, receipt, request: { endToEndId, value } }) => ({
    at,
    change: 0n - value,
    fact: {
      _tag: "PixReturned",
      eventId: null,
      endToEndId,
      returnId: receipt.returnEndToEndId,
      ourReturnId: id,
      value,
      nature: null
    }
  }))

const sent = ({ payments }: SimulatedRail): ReadonlyArray<BookedPix> =>
  [...payments.effects.values()].map(({ at, id, receipt, request: { value } }) => ({
    at,
    change: 0n - value,
    fact: { _tag: "PaymentSettled", eventId: null, paymentId: id, endToEndId: receipt.endToEndId, value }
  }))

const reversed = (rail: SimulatedRail): ReadonlyArray<BookedPix> =>
  rail.reversed.map(({ at, paymentId, returnId, value }) => ({
    at,
    change: value,
    fact: {
      _tag: "PaymentReversed",
      eventId: null,
      paymentId,
      returnId,
      returnedValue: value,
      reason: null
    }
  }))
