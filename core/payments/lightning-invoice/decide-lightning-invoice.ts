// What becomes of a Lightning invoice by one fact about it: record, journal, events and movements. Pure; the table in
// `lightning-invoice.states.ts` decides.
import { Effect } from "effect"
import { provedBy } from "../../base/reason/reason.ts"
import { type ReceiptLinks, receiptUrl } from "../../customers/access/proofs.ts"
import { type Taken, decideBy, factsAbout } from "../../engine/event/book-fact.ts"
import { announced } from "../../engine/event/event.ts"
import { routingFeeBound } from "../../base/fees/routing-fee.ts"
import { zero } from "../../base/money/units.ts"
import { type Reversal, plan } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import {
  type HeardFact,
  begunWith,
  entryFactsOf,
  entryOf,
  evolvePixPayment,
  ordered,
  pixPaymentFactOf,
  pixPaymentGuardFacts,
  pixPaymentKey,
  pixPaymentProof,
  pixPaymentReview,
  restoring,
  reversalsFor
} from "../pix-payment/decide-pix-payment.ts"
import { type GivenBack, failedData, grossOf, reversedData } from "../pix-payment/pix-payment.ts"
import type { PixPaymentEvent, PixPaymentPost } from "../pix-payment/pix-payment.states.ts"
import type { Stored } from "../../engine/store/records.ts"
import { type ChangeSet, changeSet, joined } from "../../engine/store/store.ts"
import {
  type LightningInvoice,
  LightningInvoices,
  cameInOf,
  refundedData,
  successfulData
} from "./lightning-invoice.ts"
import { type LightningInvoiceAsk, lightningInvoiceStates } from "./lightning-invoice.states.ts"

/** What can be learned about an invoice. */
export type LightningInvoiceFact =
  | { readonly on: "invoicePaid" }
  | { readonly on: "invoiceExpired" }
  /** The refund address gave this invoice. */
  | { readonly on: "refundPrepared"; readonly bolt11: string }
  | { readonly on: "refundOrdered"; readonly refundId: string; readonly address: string }
  | HeardFact

/** Decides a fact about an invoice at an instant (Unix milliseconds); the receipt of its PIX can be had at `receiptUrl`. */
export const decideLightningInvoice = (
  before: Stored<LightningInvoice>,
  fact: LightningInvoiceFact,
  now: number,
  receiptUrl: string | null = null
) =>
  decideBy({
    machine: lightningInvoiceStates,
    kind: LightningInvoices,
    guardFacts: (invoice: LightningInvoice, given: LightningInvoiceFact) =>
      pixPaymentGuardFacts(invoice, given, invoice.refundAddress !== null),
    evolve,
    keyOf: (given) => pixPaymentKey(given).slice(1),
    proofOf: (given) => given.on === "refundPrepared" ? provedBy(given.bolt11) : pixPaymentProof(given),
    follows: (taken) => following(taken, receiptUrl)
  })(before, fact, now)

const evolve = (
  before: LightningInvoice,
  fact: LightningInvoiceFact,
  { ask }: { readonly ask: ReadonlyArray<LightningInvoiceAsk> },
  now: number
): LightningInvoice => {
  if (fact.on === "invoicePaid" || fact.on === "invoiceExpired") return before
  if (fact.on === "refundPrepared") return { ...before, refundInvoice: fact.bolt11 }
  const back = ask.map((each) => backBy(each, before, fact)).find((each) => each !== undefined)
  const invoice = evolvePixPayment(before, fact, back === undefined ? zero("BRL") : begunWith(back), now)
  if ("proof" in fact) return { ...invoice, refundTxId: fact.proof, refundedAt: now }
  return back === undefined ? invoice : { ...invoice, refundInvoice: null, refundTxId: null, refundedAt: null }
}

type InvoiceRow = Taken<LightningInvoice, LightningInvoiceFact, PixPaymentPost, PixPaymentEvent, LightningInvoiceAsk>

const following = (taken: InvoiceRow, receiptUrl: string | null): ChangeSet => {
  const { after, ask, before, emit, fact, now, post } = taken
  // Shares of what is given back are counted from what was given back before.
  const facts = entryFactsOf(fact, cameInOf(before), now)
  return joined(
    ...emit.flatMap((name) => eventsOf(name, after, fact, receiptUrl, now)),
    ...ask.map((each) => askOf(each, taken)),
    { entries: post.map((template) => entryOf(template, before, facts)) }
  )
}

const eventsOf = (
  name: PixPaymentEvent,
  invoice: LightningInvoice,
  fact: LightningInvoiceFact,
  receiptUrl: string | null,
  now: number
) => {
  switch (name) {
    case "PAYOUT_SUCCESSFUL":
      return [announced(invoice, name, successfulData(invoice, receiptUrl), now)]
    case "PAYOUT_FAILED":
      return [announced(invoice, name, failedData(invoice, invoice.bolt11), now)]
    case "PAYOUT_REFUNDED": {
      if ("proof" in fact) {
        return [announced(invoice, name, refundedData(invoice, fact.refund, fact.proof, now), now, pixPaymentKey(fact))]
      }
      // What came back while the sats were on their way, which then could not be sent.
      const reversals = fact.on === "restoreRefused" ? fact.reversals : fact.on === "reversed" ? [fact.reversal] : []
      return reversals.map((reversal) => {
        const data = reversedData(invoice, invoice.paymentHash, reversal)
        return announced(invoice, name, data, now, `/${reversal.returnId.toUpperCase()}`)
      })
    }
  }
}

const askOf = (ask: LightningInvoiceAsk, taken: InvoiceRow): Pick<ChangeSet, "writes"> => {
  const { after, before, fact, now } = taken
  const of = { owner: after.owner, subjectKind: "lightningInvoice", subject: after.id, at: now } as const
  if (ask === "review") return changeSet({ writes: [pixPaymentReview(taken)] })
  if (ask === "pay") {
    const { destination, id: paymentId, value } = after
    return plan({ ...of, purpose: "pix", order: { kind: "pixPayment", paymentId, value, destination }, cents: value })
  }
  const back = backBy(ask, before, fact)
  if (back === undefined) throw new Error(`${fact.on} gives nothing back`)
  const { about, address, cents, purpose } = back
  const sats = back.units as LightningInvoice["sats"]
  const order = { kind: "lightningPayment", address, sats, maximumFee: routingFeeBound(sats) } as const
  return plan({ ...of, purpose, about, order, cents })
}

/** What a fact gives back of an invoice; undefined for what begins nothing. A paid PIX is worth all the sats that came in. */
const backBy = (
  ask: LightningInvoiceAsk,
  invoice: LightningInvoice,
  fact: LightningInvoiceFact
): GivenBack | undefined => {
  if (ask === "restore") return restoring(invoice, cameInOf(invoice), invoice.refundAddress ?? "")
  return ask === "refund" && fact.on === "refundOrdered"
    ? ordered(invoice, cameInOf(invoice), fact, grossOf(invoice))
    : undefined
}

// What the movements of a Lightning invoice mean for it: its PIX with what came back of it, and the sats that go back.

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
