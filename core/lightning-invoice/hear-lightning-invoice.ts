// What the movements of a Lightning invoice mean for it: its PIX with what came back of it, and the sats that go back.
import { Effect } from "effect"
import { type ReceiptLinks, receiptUrl } from "../access/receipt-link.ts"
import { factsAbout } from "../event/book-fact.ts"
import type { Reversal } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { pixPaymentFactOf, reversalsFor } from "../pix-payment/hear-pix-payment.ts"
import { type LightningInvoiceFact, decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { LightningInvoices } from "./lightning-invoice.ts"

/** Facts about Lightning invoices, decided with where the receipt of their PIX can be had. */
export const lightningInvoiceFacts = factsAbout(
  LightningInvoices,
  (before, fact: LightningInvoiceFact, now) =>
    Effect.map(receiptUrl(before.value.id, now), (url) => decideLightningInvoice(before, fact, now, url))
)

/** What a movement means for its invoice. */
export const hearLightningInvoice: Hear<ReceiptLinks> = (news, now) =>
  lightningInvoiceFacts.changes(
    news.movement.subject,
    () => Effect.map(reversalsFor(news), (reversals) => factOf(news, reversals)),
    now
  )

/** What the news of a movement means for its invoice; `reversals` are those of its PIX. */
export const factOf = (news: MovementNews, reversals: ReadonlyArray<Reversal>): LightningInvoiceFact | undefined => {
  if (news.on === "prepared") return { on: "refundPrepared", bolt11: news.movement.prepared ?? "" }
  const fact = pixPaymentFactOf(news, reversals)
  if (fact?.on === "reversalRefunded" || fact?.on === "reversalRefundRefused") {
    throw new Error(`${fact.on} is nothing that a movement of a Lightning invoice says`)
  }
  return fact
}
