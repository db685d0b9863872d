// What the movements of a payout mean for it: its debit, its PIX with what came back of it, and what is given back.
import { Effect, Option } from "effect"
import { type ReceiptLinks, receiptUrl } from "../access/receipt-link.ts"
import { Accounts } from "../account/account.ts"
import { zero } from "../money/units.ts"
import { evidenceOf } from "../movement/decide-movement.ts"
import { Movements, type Reversal } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { get } from "../ports/records.ts"
import { type PayoutFact, decidePayout } from "./decide-payout.ts"
import { type GivenBack, type PayoutPurpose, Payouts, isGivenBack, pixOf } from "./payout.ts"

/** The payout of the movement, with its account and where its receipt can be had. */
export const hearPayout: Hear<ReceiptLinks> = Effect.fnUntraced(function*(news, now) {
  const { subject } = news.movement
  const before = Option.getOrThrow(yield* get(Payouts, subject))
  const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
  const reversals = isGivenBack(news.movement.purpose)
    ? Option.getOrThrow(yield* get(Movements, pixOf(subject))).value.reversals
    : []
  const fact = factOf(news, reversals)
  if (fact === undefined) return undefined
  const decision = decidePayout(before, { account, receiptUrl: yield* receiptUrl(subject, now) }, fact, now)
  return "changes" in decision ? decision.changes : undefined
})

/** What the news of a movement means for its payout; `reversals` are those of its PIX. */
export const factOf = (news: MovementNews, reversals: ReadonlyArray<Reversal>): PayoutFact | undefined => {
  const purpose = news.movement.purpose as PayoutPurpose
  if (news.on === "doubted") return { on: "doubted" }
  if (news.on === "reversed") return { on: "reversed", reversal: news.reversal }
  if (purpose === "debit") {
    return news.on === "moved"
      ? { on: "debited", transactionHash: evidenceOf(news.receipt) ?? "" }
      : { on: "debitRefused", reason: news.reason }
  }
  if (purpose === "pix") {
    if (news.on === "refused") return { on: "pixRefused", reason: news.reason }
    if (news.receipt.kind !== "pixPayment") return undefined
    const { kind: _, ...pix } = news.receipt
    return { on: "pixSettled", pix }
  }
  const { about, cents, order } = news.movement
  const refund: GivenBack = {
    purpose,
    about,
    cents: cents ?? zero("BRL"),
    units: "units" in order ? order.units : 0n,
    reversal: reversals.find(({ returnId }) => returnId.toUpperCase() === about) ?? null
  }
  const [arrived, refused] = ends[purpose]
  return news.on === "moved"
    ? { on: arrived, refund, transactionHash: evidenceOf(news.receipt) ?? "" }
    : { on: refused, refund, reversals, reason: news.reason }
}

/** What the two outcomes of giving something back are called. */
const ends = {
  restore: ["restored", "restoreRefused"],
  return: ["restored", "restoreRefused"],
  refund: ["refundedByOperator", "operatorRefundRefused"],
  reversal: ["reversalRefunded", "reversalRefundRefused"]
} as const
