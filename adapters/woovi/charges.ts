// Charges, and what was paid on them: the transactions of a charge, page by page.
import { Clock, Effect, Option, Schema } from "effect"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import { absent, done, unknown } from "../../core/ports/outcome.ts"
import type { ChargePayment, ChargeRequest } from "../../core/ports/pix-rail.ts"
import { type Ask, type WooviAnswer, instantOf, maybe, taxIdOf } from "./calls.ts"
import { receivedStates } from "./codes.ts"
import { correlationIdOf } from "./ids.ts"

const text = maybe(Schema.String)
/** The provider takes no shorter time. Seconds. */
const shortestSeconds = 300
/** How many rows a page is asked for with. */
const rows = 100
/** More pages than a charge or a stretch of the books has. */
const mostPages = 200

const FoundCharge = Schema.Struct({
  charge: Schema.Struct({ value: CentsFromNumber, status: Schema.String, correlationID: Schema.String, brCode: text }),
  brCode: text
})

const Customer = Schema.Struct({ name: text, taxID: maybe(Schema.Struct({ taxID: text })) })

/** A movement of the account. */
const Transaction = Schema.Struct({
  type: text,
  status: text,
  value: CentsFromNumber,
  time: text,
  endToEndId: text,
  charge: maybe(Schema.Struct({ correlationID: text })),
  payer: maybe(Customer)
})
export type Transaction = typeof Transaction.Type

const decodeTransaction = Schema.decodeUnknownOption(Transaction)

/** A row of a list as a transaction; undefined where it cannot be read. */
export const transactionOf = (row: unknown): Transaction | undefined => Option.getOrUndefined(decodeTransaction(row))

const Transactions = Schema.Struct({
  transactions: Schema.Array(Schema.Unknown),
  pageInfo: maybe(Schema.Struct({ hasNextPage: maybe(Schema.Boolean) }))
})

const OneTransaction = Schema.Struct({ transaction: Transaction })

/** What a page of transactions is asked by. */
export interface TransactionFilter {
  readonly charge?: string
  readonly start?: string
  readonly end?: string
  readonly type?: string
}

/** One page of transactions as they came, and where the next one begins; null after the last. */
export const transactionsFrom = (ask: Ask, filter: TransactionFilter, skip: number) =>
  Effect.map(
    ask({
      route: "GET /transaction",
      method: "GET",
      path: "/transaction",
      query: { ...filter, skip: String(skip), limit: String(rows) }
    }, Transactions),
    (asked): WooviAnswer<{ readonly found: ReadonlyArray<unknown>; readonly next: number | null }> => {
      if (asked._tag !== "Answered") return asked
      const { pageInfo, transactions } = asked.value
      const goesOn = pageInfo?.hasNextPage === true && transactions.length > 0
      return {
        _tag: "Answered",
        value: { found: transactions, next: goesOn ? skip + transactions.length : null }
      }
    }
  )

/** A received PIX by its end-to-end id. */
export const findTransaction = (ask: Ask, endToEndId: string): Effect.Effect<WooviAnswer<Transaction>> =>
  Effect.map(
    ask(
      {
        route: "GET /transaction/{id}",
        method: "GET",
        path: `/transaction/${encodeURIComponent(endToEndId)}`
      },
      OneTransaction,
      "transaction"
    ),
    (asked) => asked._tag === "Answered" ? { _tag: "Answered", value: asked.value.transaction } : asked
  )

/** A transaction as a payment of a charge; null for what was not received, undefined for what cannot be told yet. */
export const receivedOf = (transaction: Transaction): ChargePayment | null | undefined => {
  const { endToEndId, payer, status, time, type, value } = transaction
  if ((type ?? "PAYMENT") !== "PAYMENT") return null
  const state = status === undefined || status === null ? "settled" : receivedStates[status]
  if (state === "refused") return null
  if (state !== "settled" || !endToEndId) return undefined
  return {
    endToEndId,
    value,
    paidAt: instantOf(time),
    payer: payer === undefined || payer === null
      ? null
      : { name: payer.name ?? null, taxId: taxIdOf(payer.taxID?.taxID) }
  }
}

/** Everything that was paid on a charge; Unknown while one payment of it cannot be told. */
const paymentsOf = Effect.fnUntraced(function*(ask: Ask, charge: string) {
  const payments: Array<ChargePayment> = []
  let skip: number | null = 0
  for (let page = 0; skip !== null; page++) {
    const asked: WooviAnswer<{ readonly found: ReadonlyArray<unknown>; readonly next: number | null }> =
      yield* transactionsFrom(ask, { charge, type: "PAYMENT" }, skip)
    if (asked._tag !== "Answered" || page >= mostPages) {
      return "reason" in asked ? unknown("noAnswer", asked.reason) : unknown("unreadable", "payments of the charge")
    }
    for (const row of asked.value.found) {
      const transaction = transactionOf(row)
      // One that cannot be read may have paid the charge.
      if (transaction === undefined) return unknown("unreadable", "payment of the charge")
      const payment = receivedOf(transaction)
      if (payment === undefined) return unknown("underWay", "payment")
      if (payment !== null) payments.push(payment)
    }
    skip = asked.value.next
  }
  return done(payments)
})

/** Looks a charge up, with all its payments. */
export const lookUpCharge = Effect.fnUntraced(function*(ask: Ask, trackId: string) {
  const asked = yield* ask(
    { route: "GET /charge/{id}", method: "GET", path: `/charge/${encodeURIComponent(trackId)}` },
    FoundCharge,
    "charge"
  )
  if (asked._tag === "NotFound") return absent
  if (asked._tag !== "Answered") return unknown("noAnswer", asked.reason)
  const payments = yield* paymentsOf(ask, trackId)
  // The list may be behind the charge: taken as unpaid, a charge would expire although it was paid.
  const isBehind = payments._tag === "Done" && payments.value.length === 0 && asked.value.charge.status === "COMPLETED"
  return isBehind ? unknown("notFound", "payment") : payments
})

/** Makes a charge, or gives the one that was made under our id. */
export const createCharge = Effect.fnUntraced(function*(ask: Ask, request: ChargeRequest) {
  const { chargeId, description, expiresAt, payer, value } = request
  const now = yield* Clock.currentTimeMillis
  const seconds = Number(BigInt(Math.max(0, expiresAt - now)) / 1_000n)
  const correlationID = correlationIdOf(chargeId)
  const asked = yield* ask({
    route: "POST /charge",
    method: "POST",
    path: "/charge",
    query: { return_existing: "true" },
    json: {
      correlationID,
      value: Number(value),
      type: "DYNAMIC",
      comment: description.slice(0, 140),
      expiresIn: Math.max(shortestSeconds, seconds),
      ...payer.taxId === null ? {} : { customer: { name: payer.name, taxID: payer.taxId } }
    }
  }, FoundCharge)
  if (asked._tag !== "Answered") {
    return "reason" in asked
      ? unknown("noAnswer", asked.reason)
      : unknown("notFound", "charge")
  }
  const { brCode, charge } = asked.value
  const code = charge.brCode ?? brCode
  if (charge.correlationID !== correlationID || charge.value !== value) {
    return unknown("idTaken")
  }
  return code ? done({ trackId: correlationID, brCode: code }) : unknown("incomplete", "code")
})
