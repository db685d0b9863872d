// What becomes of a Lightning invoice by one fact about it: record, journal, events and movements. Pure; the table in
// `lightning-invoice.states.ts` decides.
import { type Taken, decideBy } from "../event/decide-fact.ts"
import { emit } from "../event/event.ts"
import { derivedId } from "../ids/ids.ts"
import { zero } from "../money/units.ts"
import { plan } from "../movement/movement.ts"
import {
  type HeardFact,
  begunWith,
  entryFactsOf,
  evolvePixPayment,
  ordered,
  pixPaymentGuardFacts,
  pixPaymentKey,
  pixPaymentProof,
  pixPaymentReview,
  restoring
} from "../pix-payment/decide-pix-payment.ts"
import { entryOf } from "../pix-payment/pix-payment-entries.ts"
import { type GivenBack, grossOf } from "../pix-payment/pix-payment.ts"
import type { PixPaymentEvent, PixPaymentPost } from "../pix-payment/pix-payment.states.ts"
import type { Stored } from "../ports/records.ts"
import { type ChangeSet, changeSet } from "../ports/store.ts"
import { type LightningInvoice, LightningInvoices, cameInOf, refundFeeBound } from "./lightning-invoice.ts"
import { failedData, refundedData, reversedData, successfulData } from "./lightning-invoice-events.ts"
import { type LightningInvoiceAsk, lightningInvoiceStates } from "./lightning-invoice.states.ts"

/** What can be learned about an invoice. */
export type LightningInvoiceFact =
  | { readonly on: "invoicePaid" }
  | { readonly on: "invoiceLapsed" }
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
    keyOf: pixPaymentKey,
    evidenceOf: (given) => given.on === "refundPrepared" ? given.bolt11 : pixPaymentProof(given),
    follows: (taken) => following(taken, receiptUrl)
  })(before, fact, now)

const evolve = (
  before: LightningInvoice,
  fact: LightningInvoiceFact,
  { ask }: { readonly ask: ReadonlyArray<LightningInvoiceAsk> },
  now: number
): LightningInvoice => {
  if (fact.on === "invoicePaid" || fact.on === "invoiceLapsed") return before
  if (fact.on === "refundPrepared") return { ...before, refundInvoice: fact.bolt11 }
  const back = ask.map((each) => backBy(each, before, fact)).find((each) => each !== undefined)
  const invoice = evolvePixPayment(before, fact, back === undefined ? zero("BRL") : begunWith(back), now)
  if ("proof" in fact) return { ...invoice, refundTxId: fact.proof, refundedAt: now }
  return back === undefined ? invoice : { ...invoice, refundInvoice: null, refundTxId: null, refundedAt: null }
}

type InvoiceRow = Taken<LightningInvoice, LightningInvoiceFact, PixPaymentPost, PixPaymentEvent, LightningInvoiceAsk>

const following = (taken: InvoiceRow, receiptUrl: string | null): Partial<ChangeSet> => {
  const { after, ask, before, emit: names, fact, now, post } = taken
  const events = names.flatMap((name) => eventsOf(name, after, fact, receiptUrl, now))
  const asked = ask.map((each) => askOf(each, taken))
  const facts = entryFactsOf(fact, cameInOf(before), now)
  return {
    writes: [...events.map(({ write }) => write), ...asked.flatMap(({ writes }) => writes)],
    // Shares of what is given back are counted from what was given back before.
    entries: post.map((template) => entryOf(template, before, facts)),
    jobs: [...events.map(({ job }) => job), ...asked.flatMap(({ jobs }) => jobs)]
  }
}

const eventsOf = (
  name: PixPaymentEvent,
  invoice: LightningInvoice,
  fact: LightningInvoiceFact,
  receiptUrl: string | null,
  now: number
) => {
  const { id: subject, owner } = invoice
  const parts = (key = "") => ({
    id: derivedId("evt", `${subject}/${name}${key}`, owner),
    owner,
    name,
    subject,
    createdAt: now
  })
  switch (name) {
    case "PAYOUT_SUCCESSFUL":
      return [emit(parts(), successfulData(invoice, receiptUrl))]
    case "PAYOUT_FAILED":
      return [emit(parts(), failedData(invoice))]
    case "PAYOUT_REFUNDED": {
      // What came back while the sats were on their way, which then could not be sent.
      const reversals = fact.on === "restoreRefused" ? fact.reversals : fact.on === "reversed" ? [fact.reversal] : []
      return "proof" in fact
        ? [emit(parts(pixPaymentKey(fact)), refundedData(invoice, fact.refund, fact.proof, now))]
        : reversals.map((reversal) =>
          emit(parts(`/${reversal.returnId.toUpperCase()}`), reversedData(invoice, reversal))
        )
    }
  }
}

const askOf = (ask: LightningInvoiceAsk, taken: InvoiceRow): Pick<ChangeSet, "jobs" | "writes"> => {
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
  const order = { kind: "lightningPayment", address, sats, maximumFee: refundFeeBound(sats) } as const
  return plan({ ...of, purpose, about: about ?? undefined, order, cents })
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
