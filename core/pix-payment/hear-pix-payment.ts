// What the movements of a PIX payment mean for it: its PIX with what came back of it, and what goes back to who had paid.
import { Effect, Option } from "effect"
import { zero } from "../money/units.ts"
import { evidenceOf } from "../movement/decide-movement.ts"
import { Movements, type Reversal } from "../movement/movement.ts"
import type { MovementNews } from "../movement/news.ts"
import type { MovementOrder } from "../movement/order.ts"
import { get } from "../ports/records.ts"
import type { HeardFact, ReversalRefundFact } from "./decide-pix-payment.ts"
import { type BackPurpose, type GivenBack, isGivenBack, pixOf } from "./pix-payment.ts"

/** What came back of the PIX of a payment, where the news of a movement need it. */
export const reversalsFor = ({ movement: { purpose, subject } }: MovementNews) =>
  isGivenBack(purpose)
    ? Effect.map(get(Movements, pixOf(subject)), (found) => Option.getOrThrow(found).value.reversals)
    : Effect.succeed([])

/** What the news of a movement means for its payment; `reversals` are those of its PIX. */
export const pixPaymentFactOf = (
  news: MovementNews,
  reversals: ReadonlyArray<Reversal>
): HeardFact | ReversalRefundFact | undefined => {
  const { about, cents, order, prepared, purpose } = news.movement
  if (news.on === "prepared") return undefined
  if (news.on === "doubted") return { on: "doubted" }
  if (news.on === "reversed") return { on: "reversed", reversal: news.reversal }
  if (!isGivenBack(purpose)) {
    if (news.on === "refused") return { on: "pixRefused", reason: news.reason }
    if (news.receipt.kind !== "pixPayment") return undefined
    const { kind: _, ...pix } = news.receipt
    return { on: "pixSettled", pix }
  }
  const refund: GivenBack = {
    purpose,
    about,
    cents: cents ?? zero("BRL"),
    reversal: reversals.find(({ returnId }) => returnId.toUpperCase() === about) ?? null,
    invoice: prepared,
    ...wayOf(order)
  }
  const [arrived, refused] = ends[purpose]
  return news.on === "moved"
    ? {
      on: arrived,
      refund,
      proof: evidenceOf(news.receipt) ?? "",
      networkFee: news.receipt.kind === "lightningPayment" ? news.receipt.fee ?? 0n : 0n
    }
    : { on: refused, refund, reversals, reason: news.reason }
}

const wayOf = (order: MovementOrder): Pick<GivenBack, "address" | "units"> => {
  if (order.kind === "delivery") return { address: order.address, units: order.units }
  if (order.kind === "lightningPayment") return { address: order.address, units: order.sats }
  throw new Error(`${order.kind} gives nothing back`)
}

/** What the two outcomes of giving something back are called. */
const ends = {
  restore: ["restored", "restoreRefused"],
  return: ["restored", "restoreRefused"],
  refund: ["refundedByOperator", "operatorRefundRefused"],
  reversal: ["reversalRefunded", "reversalRefundRefused"]
} as const satisfies Readonly<Record<BackPurpose, readonly [string, string]>>
