// Woovi's books: received PIX of a stretch by its list of transactions, and the balance of the account.
import { Effect, Schema } from "effect"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import type { ProviderFact } from "../../core/ports/provider-fact.ts"
import { type RailBooksReader, RailBooksUnavailable } from "../../core/ports/rail-books.ts"
import type { Ask, WooviAnswer } from "./calls.ts"
import { transactionsFrom } from "./charges.ts"
import { paidFact } from "./provider-inbox.ts"

const Accounts = Schema.Struct({
  accounts: Schema.Array(Schema.Struct({
    accountId: Schema.String,
    isDefault: Schema.Boolean,
    balance: Schema.Struct({ total: CentsFromNumber })
  }))
})

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
      for (const transaction of asked.value.found) {
        const fact = paidFact(transaction, null)
        if (fact === undefined) return yield* unavailable("a received PIX has not settled, or cannot be read")
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
