// What the facts of a PIX payment change and begin: the part that payouts and Lightning invoices share. Pure; their tables
// decide.
import { Effect, Option } from "effect"
import { type Proof, type Reason, because, noProof, provedBy } from "../../base/reason/reason.ts"
import { reviewOf } from "../../engine/event/book-fact.ts"
import { type Entry, type Posting, entry } from "../../engine/ledger/journal.ts"
import * as templates from "../../engine/ledger/payout-templates.ts"
import { type Cents, add, min, mulDivFloor, subtract, zero } from "../../base/money/units.ts"
import { type About, Movements, type Reversal, aboutKey } from "../movement/movement.ts"
import type { MovementNews } from "../movement/news.ts"
import { type MovementOrder, type ReceiptOf, evidenceOf } from "../movement/order.ts"
import { get } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import type { PixPaymentGuardFacts, PixPaymentPost } from "./pix-payment.states.ts"
import {
  type BackPurpose,
  type CameIn,
  type GivenBack,
  type PixPayment,
  grossOf,
  isGivenBack,
  pixOf,
  unitsOf
} from "./pix-payment.ts"

/** Evidence of a settled PIX, as far as it was told. What it cost is booked with its movement. */
export type SettledPix = Omit<ReceiptOf<"pixPayment">, "cost" | "kind">

/** Something has arrived at who had paid. */
interface Arrived<On extends string> {
  readonly on: On
  readonly refund: GivenBack
  /** The id or hash that proves it. */
  readonly proof: string
  /** What the network took for it from us, in smallest units of the asset. */
  readonly networkFee: bigint
}

/** Something cannot be sent to who had paid. */
interface Stuck<On extends string> {
  readonly on: On
  readonly refund: GivenBack
  /** What came back of the PIX so far. */
  readonly reversals: ReadonlyArray<Reversal>
  readonly reason: Reason
}

/** What the movements of a PIX payment tell. */
export type HeardFact =
  | { readonly on: "doubted" }
  | { readonly on: "pixSettled"; readonly pix: SettledPix }
  | { readonly on: "pixRefused"; readonly reason: Reason }
  | { readonly on: "reversed"; readonly reversal: Reversal }
  | Arrived<"restored" | "refundedByOperator">
  | Stuck<"restoreRefused" | "operatorRefundRefused">

/** What can be learned about a PIX payment. */
export type PixPaymentFact = HeardFact | { readonly on: "refundOrdered"; readonly refundId: string }

/** What goes back without an order after a reversal: payouts alone. */
export type ReversalRefundFact = Arrived<"reversalRefunded"> | Stuck<"reversalRefundRefused">

/** Any fact whose movement takes something back. */
export type BackFact = PixPaymentFact | ReversalRefundFact

const returnedNow = (fact: { readonly on: string } | BackFact): Cents =>
  "reversal" in fact ? fact.reversal.value : zero("BRL")

/** What the shared guards look at. */
export const pixPaymentGuardFacts = (
  payment: PixPayment,
  fact: { readonly on: string } | BackFact,
  goesBack: boolean
): PixPaymentGuardFacts => ({
  goesBack,
  tellsId: payment.endToEndId === null && "pix" in fact && fact.pix.endToEndId !== null,
  returnedBefore: payment.returned,
  returnedNow: returnedNow(fact),
  refunded: payment.refunded,
  refunding: payment.refunding
})

/** The foreign id of a fact that can come several times; empty for those that a payment has once. */
export const pixPaymentKey = (fact: { readonly on: string } | BackFact): string => {
  if ("reversal" in fact) return `/${fact.reversal.returnId.toUpperCase()}`
  return "refund" in fact && fact.refund.about !== null ? `/${aboutKey(fact.refund.about)}` : ""
}

/** What proves a fact to whoever asks later. */
export const pixPaymentProof = (fact: { readonly on: string } | BackFact): Proof => {
  if ("proof" in fact) return provedBy(fact.proof)
  if ("reason" in fact) return because(fact.reason)
  if ("pix" in fact) return provedBy(fact.pix.endToEndId)
  if ("reversal" in fact) return provedBy(fact.reversal.returnId)
  return "refundId" in fact ? provedBy(fact.refundId) : noProof
}

const less = (amount: Cents, by: Cents): Cents => subtract(amount, by) ?? zero("BRL")

/** The record after a fact; `begun` is the value that is on its way back with it. */
export const evolvePixPayment = <R extends PixPayment>(before: R, fact: BackFact, begun: Cents, now: number): R => {
  const payment: R = { ...before, doubtedAt: null, refunding: add(before.refunding, begun) }
  switch (fact.on) {
    case "doubted":
      return { ...payment, doubtedAt: before.doubtedAt ?? now }
    case "pixSettled":
      return { ...payment, ...fact.pix, paidAt: payment.paidAt ?? fact.pix.paidAt }
    case "pixRefused":
      return { ...payment, refusal: fact.reason }
    case "reversed":
      return { ...payment, returned: add(payment.returned, fact.reversal.value) }
    case "refundedByOperator":
    case "reversalRefunded": {
      const { cents } = fact.refund
      return { ...payment, refunding: less(payment.refunding, cents), refunded: add(payment.refunded, cents) }
    }
    case "operatorRefundRefused":
    case "reversalRefundRefused":
      return { ...payment, refunding: less(payment.refunding, fact.refund.cents) }
    case "refundOrdered":
    case "restored":
    case "restoreRefused":
      return payment
  }
}

/** What entries are about beside their payment. */
export const entryFactsOf = (
  fact: { readonly on: string } | BackFact,
  cameIn: CameIn,
  at: number
): EntryFacts => ({
  at,
  key: pixPaymentKey(fact),
  cameIn,
  returned: returnedNow(fact),
  refund: "refund" in fact ? fact.refund : undefined,
  networkFee: "networkFee" in fact ? fact.networkFee : 0n
})

/** Cents that are on their way back from now on, which the value of a paid PIX has to stand for. */
export const begunWith = ({ cents, purpose }: GivenBack): Cents =>
  purpose === "refund" || purpose === "reversal" ? cents : zero("BRL")

/** All that came in, to an address: the PIX was refused. */
export const restoring = (payment: PixPayment, { units }: CameIn, address: string): GivenBack => ({
  purpose: "restore",
  about: null,
  reversal: null,
  cents: grossOf(payment),
  units,
  address,
  invoice: null
})

/** What a return gives back without an order. */
export const givingBack = (payment: PixPayment, reversal: Reversal, address: string): GivenBack => ({
  purpose: "reversal",
  about: { answers: reversal.returnId.toUpperCase() },
  reversal,
  cents: reversal.value,
  units: unitsOf(payment, add(payment.refunded, payment.refunding), reversal.value),
  address,
  invoice: null
})

/** What an operator's order gives back, counted from what was given back before; `paid` is what a paid PIX is worth. */
export const ordered = (
  payment: PixPayment & { readonly state: string },
  { units }: CameIn,
  { address, refundId }: { readonly refundId: string; readonly address: string },
  paid: Cents
): GivenBack => {
  const gross = grossOf(payment)
  const parts = { about: { order: refundId }, reversal: null, address, invoice: null }
  if (payment.state === "OWED") return { ...parts, purpose: "return", cents: gross, units }
  const settled = add(payment.refunded, payment.refunding)
  const cents = less(payment.state === "COMPLETED" ? paid : payment.returned, settled)
  return { ...parts, purpose: "refund", cents, units: cents === gross ? units : unitsOf(payment, settled, cents) }
}

/** Puts a fact before the operator. */
export const pixPaymentReview = (
  { after, before, fact, now }: {
    readonly after: PixPayment
    readonly before: { readonly state: string }
    readonly fact: { readonly on: string } | BackFact
    readonly now: number
  }
): Write => {
  const { on } = fact
  const why = "reason" in fact ? { reason: fact.reason } : {}
  const key = pixPaymentKey(fact).slice(1)
  return reviewOf(after, { code: "operatorDecides", on, state: before.state, key, ...why }, now)
}

// The journal entries of a PIX payment: which accounts each business fact moves, and by how much. Pure.

/** What an entry is about beside its payment. */
export interface EntryFacts {
  /** Unix milliseconds. */
  readonly at: number
  /** Tells apart the facts that a payment has several times; empty for the others. */
  readonly key: string
  readonly cameIn: CameIn
  /** What the bank returned now. */
  readonly returned: Cents
  /** What arrived, or cannot be sent, now. */
  readonly refund: GivenBack | undefined
  /** What the network took for it from us. */
  readonly networkFee: bigint
}

// A PIX settles once, whatever tells of it: its success, or the return that shows that it had settled.
const bookedOnce: ReadonlySet<PixPaymentPost> = new Set([
  "payoutSettled",
  "payoutFeeEarned",
  "settledAfterRestoring",
  "lossCovered"
])

/** The entry of a business fact. */
export const entryOf = (post: PixPaymentPost, payment: PixPayment, facts: EntryFacts): Entry =>
  entry({
    id: `${payment.id}/${post}${bookedOnce.has(post) ? "" : facts.key}`,
    template: post,
    source: payment.id,
    owner: payment.owner,
    at: facts.at,
    postings: postingsOf(post, payment, facts)
  })

const postingsOf = (
  template: PixPaymentPost,
  payment: PixPayment,
  { cameIn: { asset, units }, networkFee, refund, returned }: EntryFacts
): ReadonlyArray<Posting> => {
  const { fee, owner, value } = payment
  switch (template) {
    case "payoutDebited":
      return templates.payoutDebited(owner, grossOf(payment), asset, units)
    case "payoutSettled":
      return templates.payoutSettled(owner, value)
    case "payoutFeeEarned":
      return templates.payoutFeeEarned(owner, fee)
    case "payoutRestored":
      return templates.payoutRestored(owner, grossOf(payment), asset, units)
    case "payoutReversed":
      return templates.payoutReversed(owner, returned)
    case "reversalRefunded": {
      const share = shareOf(payment, refund)
      return templates.reversalRefunded(owner, share.returnedCents, asset, share.returnedUnits)
    }
    case "paidPayoutRefunded": {
      const share = shareOf(payment, refund)
      return templates.paidPayoutRefunded(share.lostCents, asset, share.lostUnits)
    }
    case "settledAfterRestoring":
      return templates.settledAfterRestoring(value)
    case "returnedAfterRestoring":
      return templates.returnedAfterRestoring(returned)
    case "lossRecovered":
      return templates.lossRecovered(owner, returned)
    case "lossCovered":
      return templates.lossCovered(owner, value, payment.returned)
    case "networkFeePaid":
      return templates.networkFeePaid(asset, networkFee)
  }
}

// What was sent is first of all what had come back and was owed; the rest was never returned by anybody and is lost.
const shareOf = (payment: PixPayment, refund: GivenBack | undefined) => {
  if (refund === undefined) throw new Error(`${payment.id} gives back what no one sent`)
  const owed = subtract(payment.returned, payment.refunded) ?? zero("BRL")
  const returnedCents = min(owed, refund.cents)
  const returnedUnits = refund.cents === 0n ? 0n : mulDivFloor(refund.units, returnedCents, refund.cents)
  return {
    returnedCents,
    returnedUnits,
    lostCents: subtract(refund.cents, returnedCents) ?? zero("BRL"),
    lostUnits: refund.units - returnedUnits
  }
}

// What the movements of a PIX payment mean for it: its PIX with what came back of it, and what goes back to who had paid.

/** What came back of the PIX of a payment, where the news of a movement need it; nothing where none was ever sent. */
export const reversalsFor = ({ movement: { purpose, subject } }: MovementNews) =>
  isGivenBack(purpose)
    ? Effect.map(get(Movements, pixOf(subject)), (found) => Option.getOrUndefined(found)?.value.reversals ?? [])
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
    const { cost: _, kind: __, ...pix } = news.receipt
    return { on: "pixSettled", pix }
  }
  const refund: GivenBack = {
    purpose,
    about,
    cents: cents ?? zero("BRL"),
    reversal: reversals.find(({ returnId }) => isAnswered(about, returnId)) ?? null,
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

const isAnswered = (about: About | null, returnId: string): boolean =>
  about !== null && "answers" in about && about.answers === returnId.toUpperCase()

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
