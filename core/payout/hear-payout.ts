// What the movements of a payout mean for it: its debit, its PIX with what came back of it, and what is given back.
import { Effect, Option } from "effect"
import { type ReceiptLinks, receiptUrl } from "../access/receipt-link.ts"
import { Accounts } from "../account/account.ts"
import { factsAbout } from "../event/book-fact.ts"
import { evidenceOf } from "../movement/decide-movement.ts"
import type { Reversal } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { pixPaymentFactOf, reversalsFor } from "../pix-payment/hear-pix-payment.ts"
import { type Stored, get } from "../ports/records.ts"
import { type PayoutFact, decidePayout } from "./decide-payout.ts"
import { type Payout, Payouts } from "./payout.ts"

/** Facts about payouts, decided with their account and with where the receipt of their PIX can be had. */
export const payoutFacts = factsAbout(
  Payouts,
  Effect.fnUntraced(function*(before: Stored<Payout>, fact: PayoutFact, now: number) {
    const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
    return decidePayout(before, { account, receiptUrl: yield* receiptUrl(before.value.id, now) }, fact, now)
  })
)

/** What a movement means for its payout. */
export const hearPayout: Hear<ReceiptLinks> = (news, now) =>
  payoutFacts.changes(
    news.movement.subject,
    () => Effect.map(reversalsFor(news), (reversals) => factOf(news, reversals)),
    now
  )

/** What the news of a movement means for its payout; `reversals` are those of its PIX. */
export const factOf = (news: MovementNews, reversals: ReadonlyArray<Reversal>): PayoutFact | undefined => {
  if (news.movement.purpose !== "debit") return pixPaymentFactOf(news, reversals)
  switch (news.on) {
    case "moved":
      return { on: "debited", transactionHash: evidenceOf(news.receipt) ?? "" }
    case "refused":
      return { on: "debitRefused", reason: news.reason }
    case "doubted":
      return { on: "doubted" }
    case "prepared":
    case "reversed":
      return undefined
  }
}
