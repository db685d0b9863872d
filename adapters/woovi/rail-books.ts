// Woovi's books: received PIX of a stretch by its list of transactions, and the balance of the account.
import { Clock, Effect, Schema } from "effect"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import { type ProviderFact, unreadable } from "../../core/ports/provider-fact.ts"
import { type RailBooksReader, RailBooksUnavailable } from "../../core/ports/rail-books.ts"
import type { Ask, WooviAnswer } from "./calls.ts"
import { type Transaction, transactionOf, transactionsFrom } from "./charges.ts"
import { receivedStates } from "./codes.ts"
import { paidFact } from "./provider-inbox.ts"

const Accounts = Schema.Struct({
  accounts: Schema.Array(Schema.Struct({
    accountId: Schema.String,
    isDefault: Schema.Boolean,
    balance: Schema.Struct({ total: CentsFromNumber })
  }))
})

/** So long after it was made a payment has settled or never will. Milliseconds. */
const openForMs = 86_400_000

const isOpen = (transaction: Transaction | undefined): boolean => receivedStates[transaction?.status ?? ""] === "open"

const unavailable = (reason: string) => new RailBooksUnavailable({ reason })

const reasonOf = (asked: Exclude<WooviAnswer<never>, { readonly _tag: "Answered" }>): string =>
  asked._tag === "NotFound" ? "it is not found" : asked.reason

/**
 * The books of the company's default account, and those of its received PIX alone: the provider's list does not say of which payment
 * or return of ours a movement is.
 */
export const railBooks = (ask: Ask): RailBooksReader => ({
  lists: ["received"],
  movements: ({ from, until }, page) =>
    Effect.gen(function*() {
      const filter = { start: new Date(from).toISOString(), end: new Date(until).toISOString(), type: "PAYMENT" }
      const asked = yield* transactionsFrom(ask, filter, Number(page ?? "0"))
      if (asked._tag !== "Answered") return yield* unavailable(reasonOf(asked))
      const facts: Array<ProviderFact> = []
      const now = yield* Clock.currentTimeMillis
      for (const row of asked.value.found) {
        const transaction = transactionOf(row)
        const fact = transaction && paidFact(transaction, null)
        if (fact === undefined) {
          // What may still settle is waited for, and what never does keeps nothing that came after it.
          if (isOpen(transaction) && now - until < openForMs) return yield* unavailable("a PIX has not settled")
          facts.push(unreadable("GET /transaction", row))
          continue
        }
        // Both ends of a stretch may belong to the provider's answer, and one alone to ours.
        if (fact !== null && (fact.paidAt === null || fact.paidAt >= from && fact.paidAt < until)) facts.push(fact)
      }
      return { facts, next: asked.value.next === null ? null : String(asked.value.next) }
    }),
  balance: Effect.gen(function*() {
    const asked = yield* ask({ route: "GET /account/", method: "GET", path: "/account/" }, Accounts)
    if (asked._tag !== "Answered") return yield* unavailable(reasonOf(asked))
    const account = asked.value.accounts.find(({ isDefault }) => isDefault)
    return account === undefined ? yield* unavailable("no account is the default") : account.balance.total
  })
})
