// A civil day of the PIX provider's account: the rows of its list, and what our journal posts to `pix-settlement`.
import { Effect, Option } from "effect"
import { find, get } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import type { BookedEntry } from "../../engine/store/store.ts"
import { centsOf, movementOf, nameOfFact } from "../../inbox/rail-journal.ts"
import { PixReceipts } from "../../payments/deposit/deposit.ts"
import { Movements, orderedOf } from "../../payments/movement/movement.ts"
import { evidenceOf } from "../../payments/movement/order.ts"
import type { FactOf, ProviderFact } from "../../ports/provider-fact.ts"
import type { BooksPage, BooksStretch, ListedKind, RailBooksReader } from "../../ports/rail-books.ts"
import type { ClosingKind } from "./closing.ts"
import type { ClosingRow } from "./differences.ts"

const everyKind: ReadonlyArray<ListedKind> = ["received", "sent", "returned"]

/** Entries that are no movement of their own in a list. */
const besides: Readonly<Partial<Record<string, ClosingKind>>> = {
  payoutReversed: "reversed",
  returnedAfterRestoring: "reversed",
  receivingFeePaid: "cost",
  railFeePaid: "cost"
}

/** The row of an entry; undefined for one that posts nothing to the account. */
export const pixJournalRow = Effect.fnUntraced(function*(entry: BookedEntry) {
  const units = centsOf(entry)
  if (units === 0n) return undefined
  const movement = yield* movementOf(entry, everyKind)
  const name = movement?.name ?? (yield* nameOfCorrection(entry)) ?? `other/${entry.id}`
  const listed = everyKind.find((kind) => name.startsWith(`${kind}/`))
  const row: ClosingRow = {
    name,
    kind: listed ?? besides[entry.template] ?? "other",
    asset: "BRL",
    units,
    subject: entry.source
  }
  return row
})

// What moved beyond an order is booked by its movement, and is the same PIX.
const nameOfCorrection = Effect.fnUntraced(function*({ source, template }: BookedEntry) {
  if (template !== "movedMore" && template !== "movedLess") return undefined
  const movement = Option.getOrUndefined(yield* get(Movements, source))?.value
  if (movement?.order.kind === "pixPayment") return `sent/${movement.order.paymentId}`
  return movement?.order.kind === "pixReturn" ? `returned/${evidenceOf(movement.receipt)?.toUpperCase()}` : undefined
})

interface StatementRead {
  readonly rows: ReadonlyArray<ClosingRow>
  readonly unreadable: number
}

/** The rows of the provider's list in a stretch. */
export const pixStatement = Effect.fnUntraced(function*(books: RailBooksReader, stretch: BooksStretch) {
  // Pages may shift while they are read: a movement is in a list once.
  const rows = new Map<string, ClosingRow>()
  let unreadable = 0
  let page: string | null = null
  do {
    const found: BooksPage = yield* books.movements(stretch, page)
    for (const fact of found.facts) {
      if (fact._tag === "Unreadable") unreadable++
      const row = yield* rowOf(fact)
      if (row !== undefined) rows.set(row.name, row)
    }
    page = found.next
  } while (page !== null)
  return { rows: [...rows.values()], unreadable } satisfies StatementRead
})

const rowOf = Effect.fnUntraced(function*(fact: ProviderFact) {
  const row = (name: string, kind: ListedKind, cents: bigint): ClosingRow => ({
    name,
    kind,
    asset: "BRL",
    units: kind === "received" ? cents : -cents,
    subject: null
  })
  if (fact._tag === "PixWithoutCharge") return row(`received/${fact.endToEndId.toUpperCase()}`, "received", fact.value)
  const name = nameOfFact(fact)
  if (name === undefined) return undefined
  if (fact._tag === "ChargePaid") return row(name, "received", fact.value ?? (yield* receivedBy(fact)))
  if (fact._tag === "PaymentSettled") return row(name, "sent", fact.value ?? (yield* orderedBy(fact)))
  return fact._tag === "PixReturned" ? row(name, "returned", fact.value) : undefined
})

// A provider that does not say an amount means that of the charge or of the order.
const receivedBy = ({ endToEndId }: FactOf<"ChargePaid">) =>
  Effect.map(
    get(PixReceipts, endToEndId.toUpperCase()),
    Option.match({ onNone: () => 0n, onSome: ({ value }) => value.value })
  )

const orderedBy = ({ paymentId }: FactOf<"PaymentSettled">) =>
  Effect.map(
    find(Movements, "payment", paymentId),
    Option.match({ onNone: () => 0n, onSome: ({ value }) => orderedOf(value)?.units ?? 0n })
  )

/** What the provider holds of us now, and what our journal has. */
export const pixBalances = Effect.fnUntraced(function*(books: RailBooksReader) {
  const held: bigint = yield* books.balance
  const rows = yield* Store.use((store) => store.balances("pix-settlement"))
  const booked = rows.reduce((sum, { amount, asset }) => asset === "BRL" ? sum + amount : sum, 0n)
  return [{ asset: "BRL" as const, held, booked }]
})
