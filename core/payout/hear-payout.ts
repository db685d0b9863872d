// What the movements of a payout mean for it: its debit, its PIX with what came back of it, and what is given back.
import { Effect, Option } from "effect"
import { type ReceiptLinks, receiptUrl } from "../access/receipt-link.ts"
import { Accounts } from "../account/account.ts"
import { evidenceOf } from "../movement/decide-movement.ts"
import type { Reversal } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { pixPaymentFactOf, reversalsFor } from "../pix-payment/hear-pix-payment.ts"
import { get } from "../ports/records.ts"
import { type PayoutFact, decidePayout } from "./decide-payout.ts"
import { Payouts } from "./payout.ts"

/** The payout of the movement, with its account and where its receipt can be had. */
export const hearPayout: Hear<ReceiptLinks> = Effect.fnUntraced(function*(news, now) {
  const { subject } = news.movement
  const before = Option.getOrThrow(yield* get(Payouts, subject))
  const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
  const fact = factOf(news, yield* reversalsFor(news))
  if (fact === undefined) return undefined
  const decision = decidePayout(before, { account, receiptUrl: yield* receiptUrl(subject, now) }, fact, now)
  return "changes" in decision ? decision.changes : undefined
})

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
