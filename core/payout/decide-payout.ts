// One fact about a payout, decided: the table says which row holds, and this turns the row into a change set. Pure, and
// the only place where a payout's record, journal and events come from. Ids of entries, events and movements are made of
// the fact, so that the store itself refuses to book, announce or send the same twice.
import { type Account, hasFlag } from "../account/account.ts"
import { emit } from "../event/event.ts"
import { derivedId } from "../ids/derived-id.ts"
import { passed } from "../machine/history.ts"
import { step } from "../machine/machine.ts"
import { type Cents, add, subtract, zero } from "../money/units.ts"
import { type Stored, insert, replace } from "../ports/records.ts"
import { type ChangeSet, type NewJob, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import {
  type Payout,
  type PayoutRefund,
  PayoutRefunds,
  type PayoutReversal,
  PayoutReversals,
  Payouts,
  reversalRecordId
} from "./payout.ts"
import { entriesOf, grossOf, unitsOf } from "./payout-entries.ts"
import { failedData, manualRefundData, reversedData, successfulData } from "./payout-events.ts"
import { type PayoutAsk, type PayoutEvent, type PayoutGuardFacts, payoutStates } from "./payout.states.ts"
import { payoutRoutes } from "./routes.ts"

/** Evidence of a settled PIX, as far as it was told. */
export interface SettledPix {
  readonly endToEndId: string | null
  /** Unix milliseconds. */
  readonly paidAt: number
  readonly payerIspb: string | null
  readonly receiver: Payout["receiver"]
}

/** The refund that a fact is about, as it is stored. */
interface OfRefund {
  readonly refund: Stored<PayoutRefund>
}

/** What can be learned about a payout. */
export type PayoutFact =
  | { readonly on: "debited"; readonly transactionHash: string }
  | { readonly on: "debitRefused"; readonly reason: string }
  | { readonly on: "debitUnknown" }
  | { readonly on: "pixSettled"; readonly pix: SettledPix }
  | { readonly on: "pixRefused"; readonly reason: string }
  | { readonly on: "pixUnknown" }
  | { readonly on: "reversed"; readonly returnId: string; readonly value: Cents; readonly reason: string | null }
  | { readonly on: "refundOrdered"; readonly refundId: string }
  | OfRefund & {
    readonly on: "restored" | "refundedByOperator"
    readonly transactionHash: string
  }
  | OfRefund & { readonly on: "restoreRefused" | "operatorRefundRefused"; readonly reason: string }
  | OfRefund & {
    readonly on: "reversalRefunded"
    readonly reversal: PayoutReversal
    readonly transactionHash: string
  }
  | OfRefund & {
    readonly on: "reversalRefundRefused"
    readonly reversal: PayoutReversal
    readonly reason: string
  }

/** What follows from a fact: a change set to commit, or nothing for one that is stale, refused or impossible. */
export type PayoutDecision =
  | { readonly _tag: "Changed"; readonly payout: Payout; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Rejected"; readonly state: Payout["state"] }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

/** Decides a fact about a payout at an instant (Unix milliseconds). */
export const decidePayout = (
  before: Stored<Payout>,
  account: Account,
  fact: PayoutFact,
  now: number,
  /** Where the receipt of a PIX that has settled can be had, if anywhere. */
  receiptUrl: string | null = null
): PayoutDecision => {
  const taken = step(payoutStates, before.value.state, fact.on, guardFacts(before.value, account, fact))
  switch (taken._tag) {
    case "Ignored":
      return { _tag: "Ignored" }
    case "Rejected":
      return { _tag: "Rejected", state: before.value.state }
    case "Alarmed":
      return { _tag: "Alarmed", changes: alarm(before.value, fact, now) }
    case "Taken": {
      const refund = refundAfter(fact, now)
      const given = taken.ask.flatMap((ask) => refundFor(ask, before.value, fact, now))
      const course = { state: taken.to, given, isPaid: taken.post.includes("payoutPaid") }
      const payout = passed(evolve(before.value, fact, course, now), taken, now, proofOf(fact))
      const events = taken.emit.map((name) => eventOf(name, payout, { fact, refund, receiptUrl }, now))
      const asked = taken.ask.map((ask) => askOf(ask, payout, fact, now))
      const facts = { at: now, key: factKey(fact), returned: returnedNow(fact), refund }
      return {
        _tag: "Changed",
        payout,
        changes: changeSet({
          moves: [taken],
          writes: [
            replace(Payouts, before, payout),
            ...factWrites(before.value, fact, refund, now),
            ...given.map((each) => insert(PayoutRefunds, each)),
            ...events.map((event) => event.write),
            ...asked.flatMap((each) => each.writes)
          ],
          // Shares of what is given back are counted from what was given back before.
          entries: taken.post.flatMap((post) => entriesOf(post, before.value, facts)),
          jobs: [
            ...given.map(sendJob),
            ...events.map((event) => event.job),
            ...asked.flatMap((each) => each.jobs)
          ]
        })
      }
    }
  }
}

const returnedNow = (fact: PayoutFact): Cents => fact.on === "reversed" ? fact.value : zero("BRL")

const fundsOf = (payout: Payout): PayoutGuardFacts["funds"] => {
  if (payout.debitedAt === null) return "untaken"
  if (payout.restoredAt !== null) return "restored"
  return payout.state === "REFUNDING" ? "returning" : "taken"
}

const guardFacts = (payout: Payout, account: Account, fact: PayoutFact): PayoutGuardFacts => ({
  value: payout.value,
  autoRefund: hasFlag(account, "AUTO_REFUND") &&
    (fact.on !== "reversed" || payoutRoutes[payout.network].manualRefundsOn === undefined),
  funds: fundsOf(payout),
  isPaid: payout.paidAt !== null,
  tellsId: payout.paidAt !== null && payout.endToEndId === null && fact.on === "pixSettled" &&
    fact.pix.endToEndId !== null,
  isOrdered: payout.orderedRefund !== null,
  returnedBefore: payout.returned,
  returnedNow: returnedNow(fact),
  refunded: payout.refunded,
  refunding: payout.refunding
})

/** The foreign id of a fact that can come several times; nothing for those that a payout has once. */
const factKey = (fact: PayoutFact): string => {
  switch (fact.on) {
    case "reversed":
      return `/${fact.returnId.toUpperCase()}`
    case "reversalRefunded":
    case "reversalRefundRefused":
      return `/${fact.reversal.returnId.toUpperCase()}`
    case "refundOrdered":
      return `/${fact.refundId}`
    case "refundedByOperator":
    case "operatorRefundRefused":
    case "restored":
    case "restoreRefused":
      return fact.refund.value.cause === "failure" ? "" : `/${fact.refund.value.id}`
    case "debited":
    case "debitRefused":
    case "debitUnknown":
    case "pixSettled":
    case "pixRefused":
    case "pixUnknown":
      return ""
  }
}

// What proves a fact to whoever asks later.
const proofOf = (fact: PayoutFact): string | null => {
  switch (fact.on) {
    case "debited":
    case "restored":
    case "refundedByOperator":
    case "reversalRefunded":
      return fact.transactionHash
    case "pixSettled":
      return fact.pix.endToEndId
    case "reversed":
      return fact.returnId
    case "refundOrdered":
      return fact.refundId
    case "debitRefused":
    case "pixRefused":
    case "restoreRefused":
    case "reversalRefundRefused":
    case "operatorRefundRefused":
      return fact.reason
    case "debitUnknown":
    case "pixUnknown":
      return null
  }
}

interface Course {
  readonly state: Payout["state"]
  /** What begins to be given back with this. */
  readonly given: ReadonlyArray<PayoutRefund>
  /** Whether the row says that the PIX had settled. */
  readonly isPaid: boolean
}

const sumOf = (given: ReadonlyArray<PayoutRefund>): Cents =>
  given.filter(({ cause }) => cause === "reversal" || cause === "orderedPaid")
    .reduce((sum, { cents }) => add(sum, cents), zero("BRL"))

const less = (amount: Cents, by: Cents): Cents => subtract(amount, by) ?? zero("BRL")

const evolve = (payout: Payout, fact: PayoutFact, { given, isPaid, state }: Course, now: number): Payout => {
  const refunding = add(payout.refunding, sumOf(given))
  const next: Payout = { ...payout, state, refunding, doubtedAt: null, updatedAt: now }
  switch (fact.on) {
    case "debited":
      return { ...next, transactionHash: fact.transactionHash, debitedAt: now }
    case "debitRefused":
    case "pixRefused":
      return { ...next, refusal: fact.reason }
    case "debitUnknown":
    case "pixUnknown":
      return { ...next, doubtedAt: payout.doubtedAt ?? now }
    case "pixSettled":
      return { ...next, ...fact.pix, paidAt: payout.paidAt ?? fact.pix.paidAt }
    case "reversed":
      return {
        ...next,
        returned: add(payout.returned, fact.value),
        paidAt: payout.paidAt ?? (isPaid || fundsOf(payout) !== "taken" ? now : null)
      }
    case "refundOrdered":
      return { ...next, orderedRefund: fact.refundId }
    case "restored":
      return { ...next, restoredAt: now, ...sent(fact) }
    case "restoreRefused":
      return { ...next, orderedRefund: null }
    case "reversalRefunded":
    case "refundedByOperator": {
      const { cents } = fact.refund.value
      return { ...next, refunding: less(refunding, cents), refunded: add(payout.refunded, cents), ...sent(fact) }
    }
    case "reversalRefundRefused":
      return { ...next, refunding: less(refunding, fact.refund.value.cents) }
    case "operatorRefundRefused":
      return { ...next, refunding: less(refunding, fact.refund.value.cents), orderedRefund: null }
  }
}

// What the operator ordered is no longer on its way.
const sent = ({ refund, transactionHash }: OfRefund & { readonly transactionHash: string }): Partial<Payout> =>
  refund.value.cause === "reversal" || refund.value.cause === "failure"
    ? {}
    : { orderedRefund: null, manualRefund: transactionHash }

/** The refund that a fact is about, as the fact leaves it. */
const refundAfter = (fact: PayoutFact, now: number): PayoutRefund | undefined => {
  switch (fact.on) {
    case "restored":
    case "reversalRefunded":
    case "refundedByOperator":
      return { ...fact.refund.value, state: "SENT", transactionHash: fact.transactionHash, updatedAt: now }
    case "restoreRefused":
    case "reversalRefundRefused":
    case "operatorRefundRefused":
      return { ...fact.refund.value, state: "REFUSED", updatedAt: now }
    case "debited":
    case "debitRefused":
    case "debitUnknown":
    case "pixSettled":
    case "pixRefused":
    case "pixUnknown":
    case "reversed":
    case "refundOrdered":
      return undefined
  }
}

/** What a row asks to be given back, with its place among what was given back before. */
const refundFor = (ask: PayoutAsk, payout: Payout, fact: PayoutFact, now: number): ReadonlyArray<PayoutRefund> => {
  const made = (parts: Pick<PayoutRefund, "id" | "cause" | "cents" | "units" | "reversalId">): PayoutRefund => ({
    ...parts,
    owner: payout.owner,
    payoutId: payout.id,
    state: "SENDING",
    transactionHash: null,
    createdAt: now,
    updatedAt: now
  })
  const whole = { cents: grossOf(payout), units: payout.units, reversalId: null }
  const settled = add(payout.refunded, payout.refunding)
  switch (ask) {
    case "restore":
      return [made({ ...whole, id: `restore/${payout.id}`, cause: "failure" })]
    case "refundReversal": {
      if (fact.on !== "reversed") throw new Error(`${fact.on} is no reversal`)
      const reversalId = reversalRecordId(payout.id, fact.returnId)
      const units = unitsOf(payout, settled, fact.value)
      return [made({ id: `reversal/${reversalId}`, cause: "reversal", cents: fact.value, units, reversalId })]
    }
    case "sendOrdered": {
      if (fact.on !== "refundOrdered") throw new Error(`${fact.on} is no order`)
      if (payout.paidAt === null || payout.state === "FAILED") {
        return [made({ ...whole, id: fact.refundId, cause: "orderedUnpaid" })]
      }
      const cents = less(payout.state === "COMPLETED" ? payout.value : payout.returned, settled)
      const units = unitsOf(payout, settled, cents)
      return [made({ id: fact.refundId, cause: "orderedPaid", cents, units, reversalId: null })]
    }
    case "pay":
    case "review":
      return []
  }
}

const sendJob = (refund: PayoutRefund): NewJob => ({
  id: `send/${refund.id}`,
  task: "deliver-refund",
  subject: refund.id,
  runAt: refund.createdAt
})

/** What an event tells beside the payout itself. */
interface Told {
  readonly fact: PayoutFact
  readonly refund: PayoutRefund | undefined
  readonly receiptUrl: string | null
}

const eventOf = (name: PayoutEvent, payout: Payout, told: Told, now: number) => {
  const key = name === "PAYOUT_REFUNDED" ? factKey(told.fact) : ""
  const id = derivedId("evt", `${payout.id}/${name}${key}`, payout.owner)
  const parts = { id, owner: payout.owner, name, subject: payout.id, createdAt: now }
  return emit(parts, eventData(name, payout, told, now))
}

const eventData = (
  name: PayoutEvent,
  payout: Payout,
  { fact, receiptUrl, refund }: Told,
  now: number
): Readonly<Record<string, unknown>> => {
  switch (name) {
    case "PAYOUT_SUCCESSFUL":
      return successfulData(payout, receiptUrl)
    case "PAYOUT_FAILED":
      return failedData(payout)
    case "PAYOUT_REFUNDED":
      return refundedData(payout, fact, refund, now)
  }
}

const refundedData = (payout: Payout, fact: PayoutFact, refund: PayoutRefund | undefined, now: number) => {
  // What the operator had given back before is what this reversal gives back.
  if (fact.on === "reversed") return reversedData(payout, fact, payout.manualRefund)
  if (fact.on === "reversalRefunded" || fact.on === "reversalRefundRefused") {
    return reversedData(payout, fact.reversal, refund?.transactionHash ?? null)
  }
  if (refund === undefined) throw new Error(`${fact.on} refunds nothing`)
  return manualRefundData(payout, refund, now)
}

// A reversal is kept under its own id: the unique id makes each count once, also under concurrency.
const factWrites = (
  payout: Payout,
  fact: PayoutFact,
  refund: PayoutRefund | undefined,
  now: number
): ReadonlyArray<Write> => {
  if (fact.on === "reversed") {
    return [insert(PayoutReversals, {
      id: reversalRecordId(payout.id, fact.returnId),
      owner: payout.owner,
      payoutId: payout.id,
      returnId: fact.returnId,
      value: fact.value,
      reason: fact.reason,
      createdAt: now
    })]
  }
  return refund === undefined || !("refund" in fact) ? [] : [replace(PayoutRefunds, fact.refund, refund)]
}

interface Asked {
  readonly jobs: ReadonlyArray<NewJob>
  readonly writes: ReadonlyArray<Write>
}

const askOf = (ask: PayoutAsk, payout: Payout, fact: PayoutFact, now: number): Asked => {
  switch (ask) {
    case "pay":
      return {
        jobs: [{ id: `pay/${payout.id}`, task: "pay-payout", subject: payout.id, runAt: now }],
        writes: []
      }
    case "review":
      return { jobs: [], writes: [reviewOf(payout, `${fact.on}, to be decided by a person`, fact, now)] }
    case "restore":
    case "refundReversal":
    case "sendOrdered":
      return { jobs: [], writes: [] }
  }
}

const reviewOf = (payout: Payout, reason: string, fact: PayoutFact, now: number): Write =>
  insert(
    Reviews,
    review({
      owner: payout.owner,
      subject: payout.id,
      reason: `${reason}${factKey(fact)}`,
      evidence: "reason" in fact ? `${fact.on}: ${fact.reason ?? "no reason told"}` : `${fact.on} in ${payout.state}`,
      createdAt: now
    })
  )

// An impossible fact changes nothing but the operator's list.
const alarm = (payout: Payout, fact: PayoutFact, now: number): ChangeSet =>
  changeSet({ writes: [reviewOf(payout, `impossible ${fact.on} in ${payout.state}`, fact, now)] })
