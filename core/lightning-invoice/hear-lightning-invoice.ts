// What the movements of a Lightning invoice mean for it: its PIX with what came back of it, and the sats that go back.
import { Effect, Option } from "effect"
import { type ReceiptLinks, receiptUrl } from "../access/receipt-link.ts"
import type { Reversal } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { pixPaymentFactOf, reversalsFor } from "../pix-payment/hear-pix-payment.ts"
import { get } from "../ports/records.ts"
import { type LightningInvoiceFact, decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { LightningInvoices } from "./lightning-invoice.ts"

/** The invoice of the movement, with where the receipt of its PIX can be had. */
export const hearLightningInvoice: Hear<ReceiptLinks> = Effect.fnUntraced(function*(news, now) {
  const { subject } = news.movement
  const before = Option.getOrThrow(yield* get(LightningInvoices, subject))
  const fact = factOf(news, yield* reversalsFor(news))
  const decision = fact && decideLightningInvoice(before, fact, now, yield* receiptUrl(subject, now))
  return decision !== undefined && "changes" in decision ? decision.changes : undefined
})

/** What the news of a movement means for its invoice; `reversals` are those of its PIX. */
export const factOf = (news: MovementNews, reversals: ReadonlyArray<Reversal>): LightningInvoiceFact | undefined => {
  if (news.on === "prepared") return { on: "refundPrepared", bolt11: news.movement.prepared ?? "" }
  const fact = pixPaymentFactOf(news, reversals)
  if (fact?.on === "reversalRefunded" || fact?.on === "reversalRefundRefused") {
    throw new Error(`${fact.on} is nothing that a movement of a Lightning invoice says`)
  }
  return fact
}
