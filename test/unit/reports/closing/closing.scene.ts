// A payer, a PIX provider that shows its statement, and the closings that are made of it.
import { Context, Effect } from "effect"
import { listReviews } from "../../../../core/reports/browse/list-reviews.ts"
import { closeDays } from "../../../../core/reports/closing/close-days.ts"
import { readClosings } from "../../../../core/reports/closing/read-closings.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import type { ProviderFact } from "../../../../core/ports/provider-fact.ts"
import { type ListedKind, RailBooks, RailBooksUnavailable } from "../../../../core/ports/rail-books.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { order, payer } from "../../payments/payout/payouts.ts"

const hour = 3_600_000
const cents = (value: number) => unitsUnsafe("BRL", BigInt(value))

/** A row of the provider's statement, by the instant at which it settled. */
interface Row {
  readonly at: number
  readonly fact: ProviderFact
}

export const received = (n: number, value = 1_000): ProviderFact => ({
  _tag: "ChargePaid",
  eventId: null,
  trackId: "",
  endToEndId: endToEndIdAt(n),
  value: cents(value),
  paidAt: null,
  payer: null
})

export const sent = (paymentId: string, value = 1_000): ProviderFact => ({
  _tag: "PaymentSettled",
  eventId: null,
  paymentId,
  endToEndId: `Eof${paymentId}`,
  value: cents(value)
})

export const open = async (lists: ReadonlyArray<ListedKind> = ["received", "sent", "returned"]) => {
  const statement: Array<Row> = []
  const provider = { isAway: false, balance: 100_000 }
  const by = await payer(undefined, undefined, (services) =>
    Context.add(services, RailBooks, {
      lists,
      movements: ({ from, until }) =>
        Effect.suspend(() =>
          provider.isAway
            ? Effect.fail(new RailBooksUnavailable({ reason: "closed for the night" }))
            : Effect.succeed({
              facts: statement.filter(({ at }) => at >= from && at < until).map(({ fact }) => fact),
              next: null
            })
        ),
      balance: Effect.sync(() => cents(provider.balance))
    }))
  const { world } = by
  return {
    world,
    provider,
    list: (...facts: ReadonlyArray<ProviderFact>) =>
      void statement.push(...facts.map((fact) => ({ at: world.clock.now, fact }))),
    receive: async (n: number) => {
      const { trackId } = await world.deposit(by.caller)
      await world.settle(trackId, endToEndIdAt(n))
      await world.work()
    },
    pay: async () => {
      const id = await order(by)
      await world.work()
      return id
    },
    /** Lets hours pass, and closes what is over. */
    later: async (hours: number) => {
      world.advance(hours * hour)
      return await world.run(closeDays())
    },
    closed: (day?: string) => world.run(readClosings(day)),
    refused: (day: string) => world.refusal(readClosings(day)),
    pix: async (day: string) => (await world.run(readClosings(day))).places.find(({ place }) => place === "pix"),
    reviews: async () => (await world.run(listReviews({}))).reviews.map(({ cause }) => cause)
  }
}
