// One fact about a Lightning invoice, decided: the table says which row holds, and this turns the row into a change set.
// Pure, and the only place where an invoice's record, journal and events come from. Ids of entries, events and jobs are
// made of the fact, so that the store itself refuses to book or announce the same fact twice.
import { emit } from "../event/event.ts"
import { derivedId } from "../ids/derived-id.ts"
import { type Posting, entry } from "../ledger/journal.ts"
import * as templates from "../ledger/payout-templates.ts"
import { passed } from "../machine/history.ts"
import { step } from "../machine/machine.ts"
import { type Rate, assetForCents } from "../money/rate.ts"
import { type Cents, type Sats, add, subtract, zero } from "../money/units.ts"
import { type Stored, insert, replace } from "../ports/records.ts"
import { type ChangeSet, type NewJob, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { type LightningInvoice, LightningInvoices, type Receipt } from "./lightning-invoice.ts"
import { failedData, refundedData, reversedData, successfulData } from "./lightning-invoice-events.ts"
import {
  type LightningInvoiceAsk,
  type LightningInvoiceEntry,
  type LightningInvoiceEvent,
  type LightningInvoiceState,
  lightningInvoiceStates
} from "./lightning-invoice.states.ts"

/** What can be learned about an invoice. */
export type LightningInvoiceFact =
  | { readonly on: "invoicePaid" }
  | { readonly on: "invoiceLapsed" }
  | {
    readonly on: "pixPaid"
    readonly endToEndId: string | null
    readonly receipt: typeof Receipt.Type | null
  }
  | { readonly on: "pixRefused"; readonly reason: string }
  | { readonly on: "pixUnknown" }
  | {
    readonly on: "pixReversed"
    readonly returnId: string
    readonly value: Cents
    readonly reason: string | null
  }
  | { readonly on: "refundAsked"; readonly address: string }
  | { readonly on: "refundSent"; readonly paymentHash: string; readonly networkFee: Sats }
  | { readonly on: "refundRefused"; readonly reason: string }

/** What follows from a fact: a change set to commit, nothing for a duplicate or stale one, or no to who asked. */
export type LightningInvoiceDecision =
  | { readonly _tag: "Changed"; readonly invoice: LightningInvoice; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

/** What the bank has sent back so far. */
const returnedOf = (invoice: LightningInvoice): Cents =>
  invoice.reversals.reduce((sum, { value }) => add(sum, value), zero("BRL"))

/** Decides a fact about an invoice at an instant (Unix milliseconds). */
export const decideLightningInvoice = (
  before: Stored<LightningInvoice>,
  fact: LightningInvoiceFact,
  now: number,
  /** Where the receipt of a PIX that has settled can be had, if anywhere. */
  receiptUrl: string | null = null
): LightningInvoiceDecision => {
  const given = before.value
  const taken = step(lightningInvoiceStates, given.state, fact.on, {
    value: given.value,
    returnedBefore: returnedOf(given),
    returnedNow: fact.on === "pixReversed" ? fact.value : zero("BRL"),
    hasRefundAddress: given.refundAddress !== null,
    isPixPaid: given.settledAt !== null,
    tellsId: fact.on === "pixPaid" && fact.endToEndId !== null && given.endToEndId === null && given.settledAt !== null,
    refundOf: given.refund?.of ?? "nothing"
  })
  switch (taken._tag) {
    case "Ignored":
    case "Rejected":
      return { _tag: taken._tag }
    case "Alarmed":
      return {
        _tag: "Alarmed",
        changes: changeSet({ writes: [reviewOf(given, `impossible ${fact.on} in ${given.state}`, fact, now)] })
      }
    case "Taken": {
      const invoice = passed(evolve(given, fact, taken.to, now), taken, now, proofOf(fact))
      const events = taken.emit.map((name) => eventOf(name, invoice, { fact, receiptUrl }, now))
      const asked = taken.ask.map((ask) => askOf(ask, invoice, fact, now))
      return {
        _tag: "Changed",
        invoice,
        changes: changeSet({
          moves: [taken],
          writes: [
            replace(LightningInvoices, before, invoice),
            ...events.map(({ write }) => write),
            ...asked.flatMap(({ writes }) => writes)
          ],
          entries: taken.post.map((template) =>
            entry({
              id: `${invoice.id}/${template}${factKey(fact, invoice)}`,
              template,
              source: invoice.id,
              owner: invoice.owner,
              at: now,
              postings: postingsOf(template, invoice, fact)
            })
          ),
          jobs: [...events.map(({ job }) => job), ...asked.flatMap(({ jobs }) => jobs)]
        })
      }
    }
  }
}

// What tells facts apart that an invoice can have several times; nothing for those that it has once.
const factKey = (fact: LightningInvoiceFact, invoice: LightningInvoice): string => {
  switch (fact.on) {
    case "pixReversed":
      return `/${fact.returnId.toUpperCase()}`
    case "refundAsked":
    case "refundSent":
    case "refundRefused":
      return `/refund-${invoice.refund?.number ?? 0}`
    case "invoicePaid":
    case "invoiceLapsed":
    case "pixPaid":
    case "pixRefused":
    case "pixUnknown":
      return ""
  }
}

// What proves a fact to whoever asks later.
const proofOf = (fact: LightningInvoiceFact): string | null => {
  switch (fact.on) {
    case "pixPaid":
      return fact.endToEndId
    case "pixReversed":
      return fact.returnId
    case "refundAsked":
      return fact.address
    case "refundSent":
      return fact.paymentHash
    case "pixRefused":
    case "refundRefused":
      return fact.reason
    case "invoicePaid":
    case "invoiceLapsed":
    case "pixUnknown":
      return null
  }
}

const evolve = (
  invoice: LightningInvoice,
  fact: LightningInvoiceFact,
  state: LightningInvoiceState,
  now: number
): LightningInvoice => {
  const next: LightningInvoice = { ...invoice, state, updatedAt: now }
  switch (fact.on) {
    case "invoicePaid":
    case "invoiceLapsed":
    case "pixUnknown":
      return next
    case "pixPaid":
      return {
        ...next,
        endToEndId: fact.endToEndId ?? invoice.endToEndId,
        receipt: fact.receipt ?? invoice.receipt,
        settledAt: invoice.settledAt ?? now,
        refusal: state === "COMPLETED" ? null : invoice.refusal
      }
    case "pixRefused":
      return {
        ...next,
        refusal: fact.reason,
        refund: invoice.refundAddress === null ? null : refundTo(invoice, "unpaid", invoice.refundAddress)
      }
    case "pixReversed":
      return {
        ...next,
        reversals: [...invoice.reversals, { returnId: fact.returnId, value: fact.value, reason: fact.reason, at: now }]
      }
    case "refundAsked":
      return { ...next, refund: refundTo(invoice, refundable[state] ?? "unpaid", fact.address) }
    case "refundSent":
      return invoice.refund === null
        ? next
        : { ...next, refund: { ...invoice.refund, paymentHash: fact.paymentHash, sentAt: now } }
    case "refundRefused":
      return next
  }
}

type Refund = NonNullable<LightningInvoice["refund"]>

/** What the operator gives back, by the state that his order leads to. */
const refundable: Partial<Readonly<Record<LightningInvoiceState, Refund["of"]>>> = {
  REFUNDING: "unpaid",
  GIVING_BACK: "paid",
  RETURNING: "reversed"
}

// A PIX that did not go out, or that the operator gives back, is worth all the sats that came; a reversed one what the
// bank returned, at the price of the invoice (0097).
const refundTo = (invoice: LightningInvoice, of: Refund["of"], address: string): Refund => {
  const cents = of === "reversed" ? returnedOf(invoice) : invoice.gross
  return {
    number: (invoice.refund?.number ?? 0) + 1,
    of,
    address,
    sats: of === "reversed" ? assetForCents(invoice.rate as Rate<"BTC">, cents) : invoice.sats,
    cents,
    bolt11: null,
    paymentHash: null,
    sentAt: null
  }
}

const postingsOf = (
  template: LightningInvoiceEntry,
  invoice: LightningInvoice,
  fact: LightningInvoiceFact
): ReadonlyArray<Posting> => {
  const { fee, gross, owner, refund, sats, value } = invoice
  const back = { cents: refund?.cents ?? zero("BRL"), sats: refund?.sats ?? zero("BTC") }
  switch (template) {
    case "payoutDebited":
      return templates.payoutDebited(owner, gross, "BTC", sats)
    case "payoutPaid":
      return templates.payoutPaid(owner, value)
    case "payoutFeeEarned":
      return templates.payoutFeeEarned(owner, fee)
    case "payoutRestored":
      return templates.payoutRestored(owner, back.cents, "BTC", back.sats)
    case "payoutReversed":
      return templates.payoutReversed(owner, fact.on === "pixReversed" ? fact.value : zero("BRL"))
    case "reversalRefunded":
      return templates.reversalRefunded(owner, back.cents, "BTC", back.sats)
    case "paidPayoutRefunded":
      return templates.paidPayoutRefunded(back.cents, "BTC", back.sats)
    case "paidAfterRestoring":
      return templates.paidAfterRestoring(value)
    case "returnedAfterRestoring":
      return templates.returnedAfterRestoring(fact.on === "pixReversed" ? fact.value : zero("BRL"))
    case "lossRecovered":
      return templates.lossRecovered(owner, returnedOf(invoice))
    case "networkFeePaid":
      return templates.networkFeePaid("BTC", fact.on === "refundSent" ? fact.networkFee : zero("BTC"))
  }
}

/** What an event tells beside the invoice itself. */
interface Told {
  readonly fact: LightningInvoiceFact
  readonly receiptUrl: string | null
}

const eventOf = (name: LightningInvoiceEvent, invoice: LightningInvoice, told: Told, now: number) => {
  const id = derivedId("evt", `${invoice.id}/${name}${factKey(told.fact, invoice)}`, invoice.owner)
  const parts = { id, owner: invoice.owner, name, subject: invoice.id, createdAt: now }
  return emit(parts, eventData(name, invoice, told, now))
}

const eventData = (
  name: LightningInvoiceEvent,
  invoice: LightningInvoice,
  { fact, receiptUrl }: Told,
  now: number
): Readonly<Record<string, unknown>> => {
  switch (name) {
    case "PAYOUT_SUCCESSFUL":
      return successfulData(invoice, receiptUrl)
    case "PAYOUT_FAILED":
      return failedData(invoice)
    case "PAYOUT_REFUNDED":
      return fact.on === "pixReversed" ? reversedData(invoice, fact) : refundedData(invoice, now)
  }
}

interface Asked {
  readonly jobs: ReadonlyArray<NewJob>
  readonly writes: ReadonlyArray<Write>
}

const askOf = (
  ask: LightningInvoiceAsk,
  invoice: LightningInvoice,
  fact: LightningInvoiceFact,
  now: number
): Asked => {
  switch (ask) {
    case "pay":
      return { jobs: [jobOf("deliver-lightning-invoice", invoice.id, "", now)], writes: [] }
    case "refund":
      return {
        jobs: [jobOf("return-lightning-invoice", invoice.id, `/${invoice.refund?.number ?? 0}`, now)],
        writes: []
      }
    case "review":
      return { jobs: [], writes: [reviewOf(invoice, reasons[fact.on], fact, now)] }
  }
}

const jobOf = (task: string, subject: string, suffix: string, runAt: number): NewJob => ({
  id: `${task}/${subject}${suffix}`,
  task,
  subject,
  runAt
})

/** What the operator reads when a fact asks for a person. */
const reasons: Readonly<Record<LightningInvoiceFact["on"], string>> = {
  invoicePaid: "Lightning invoice paid",
  invoiceLapsed: "Lightning invoice lapsed",
  pixPaid: "PIX settled after it had been refused",
  pixRefused: "PIX refused, and no address to send the sats back to",
  pixUnknown: "PIX unknown",
  pixReversed: "PIX sent back by the receiver's bank",
  refundAsked: "refund asked for",
  refundSent: "refund sent",
  refundRefused: "sats cannot be sent back"
}

const evidenceOf = (fact: LightningInvoiceFact): string =>
  "reason" in fact && fact.reason !== null ? fact.reason : fact.on

const reviewOf = (invoice: LightningInvoice, reason: string, fact: LightningInvoiceFact, now: number): Write =>
  insert(
    Reviews,
    review({
      owner: invoice.owner,
      subject: invoice.id,
      reason: `${reason}${factKey(fact, invoice)}`,
      evidence: evidenceOf(fact),
      createdAt: now
    })
  )

/** What is left of the value that the bank has not sent back. */
export const unreturnedOf = (invoice: LightningInvoice): Cents =>
  subtract(invoice.value, returnedOf(invoice)) ?? zero("BRL")
