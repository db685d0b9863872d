// What becomes of a payout by one fact about it: record, journal, events and movements. Pure; the table in `payout.states.ts`
// decides.
import { type Account, hasFlag } from "../account/account.ts"
import { type Taken, decideBy, reviewOf } from "../event/decide-fact.ts"
import { emit } from "../event/event.ts"
import { derivedId } from "../ids/derived-id.ts"
import { type Cents, add, subtract, zero } from "../money/units.ts"
import { type Plan, type Reversal, movementId, plan } from "../movement/movement.ts"
import type { ReceiptOf } from "../movement/order.ts"
import type { Stored } from "../ports/records.ts"
import { type ChangeSet, type NewJob, changeSet } from "../ports/store.ts"
import { isMirrored, syncMirrorJob } from "../wallet/mirror.ts"
import { entriesOf, grossOf, unitsOf } from "./payout-entries.ts"
import { failedData, manualRefundData, reversedData, successfulData } from "./payout-events.ts"
import {
  type PayoutAsk,
  type PayoutEvent,
  type PayoutGuardFacts,
  type PayoutPost,
  payoutStates
} from "./payout.states.ts"
import { type GivenBack, type Payout, type PayoutPurpose, Payouts, refundPlace } from "./payout.ts"
import { payoutRoutes } from "./routes.ts"

/** Evidence of a settled PIX, as far as it was told. */
export type SettledPix = Omit<ReceiptOf<"pixPayment">, "kind">

/** What can be learned about a payout. */
export type PayoutFact =
  | { readonly on: "debited"; readonly transactionHash: string }
  | { readonly on: "debitRefused" | "pixRefused"; readonly reason: string }
  | { readonly on: "doubted" }
  | { readonly on: "pixSettled"; readonly pix: SettledPix }
  | { readonly on: "reversed"; readonly reversal: Reversal }
  | { readonly on: "refundOrdered"; readonly refundId: string }
  | {
    readonly on: "restored" | "refundedByOperator" | "reversalRefunded"
    readonly refund: GivenBack
    readonly transactionHash: string
  }
  | {
    readonly on: "restoreRefused" | "operatorRefundRefused" | "reversalRefundRefused"
    readonly refund: GivenBack
    /** What came back of the PIX so far. */
    readonly reversals: ReadonlyArray<Reversal>
    readonly reason: string
  }

/** What a payout's decisions depend on beside the payout. */
export interface PayoutContext {
  readonly account: Account
  /** Where the receipt of a PIX that has settled can be had, if anywhere. */
  readonly receiptUrl: string | null
}

/** Decides facts about payouts of an account, each at an instant (Unix milliseconds). */
export const decidePayout = (before: Stored<Payout>, context: PayoutContext, fact: PayoutFact, now: number) =>
  decideBy({
    machine: payoutStates,
    kind: Payouts,
    guardFacts: (payout: Payout, given: PayoutFact) => guardFacts(payout, context.account, given),
    evolve,
    keyOf: factKey,
    evidenceOf: proofOf,
    follows: (taken) => following(taken, context)
  })(before, fact, now)

const returnedNow = (fact: PayoutFact): Cents => fact.on === "reversed" ? fact.reversal.value : zero("BRL")

const guardFacts = (payout: Payout, account: Account, fact: PayoutFact): PayoutGuardFacts => ({
  value: payout.value,
  // Where manual refunds go elsewhere, no reversal is refunded but by hand (C55).
  autoRefund: hasFlag(account, "AUTO_REFUND") &&
    (fact.on !== "reversed" || payoutRoutes[payout.network].manualRefundsOn === undefined),
  tellsId: payout.endToEndId === null && fact.on === "pixSettled" && fact.pix.endToEndId !== null,
  returnedBefore: payout.returned,
  returnedNow: returnedNow(fact),
  refunded: payout.refunded,
  refunding: payout.refunding
})

/** The foreign id of a fact that can come several times; empty for those that a payout has once. */
const factKey = (fact: PayoutFact): string => {
  if (fact.on === "reversed") return `/${fact.reversal.returnId.toUpperCase()}`
  if (fact.on === "refundOrdered") return `/${fact.refundId}`
  return "refund" in fact && fact.refund.about !== null ? `/${fact.refund.about}` : ""
}

// What proves a fact to whoever asks later.
const proofOf = (fact: PayoutFact): string | null => {
  if ("transactionHash" in fact) return fact.transactionHash
  if ("reason" in fact) return fact.reason
  if (fact.on === "pixSettled") return fact.pix.endToEndId
  if (fact.on === "reversed") return fact.reversal.returnId
  return fact.on === "refundOrdered" ? fact.refundId : null
}

const less = (amount: Cents, by: Cents): Cents => subtract(amount, by) ?? zero("BRL")

const evolve = (
  before: Payout,
  fact: PayoutFact,
  { ask }: { readonly ask: ReadonlyArray<PayoutAsk> },
  now: number
): Payout => {
  const payout: Payout = { ...before, doubtedAt: null, refunding: add(before.refunding, begunBy(ask, before, fact)) }
  switch (fact.on) {
    case "debited":
      return { ...payout, transactionHash: fact.transactionHash }
    case "debitRefused":
    case "pixRefused":
      return { ...payout, refusal: fact.reason }
    case "doubted":
      return { ...payout, doubtedAt: before.doubtedAt ?? now }
    case "pixSettled":
      return { ...payout, ...fact.pix, paidAt: payout.paidAt ?? fact.pix.paidAt }
    case "reversed":
      return { ...payout, returned: add(payout.returned, fact.reversal.value) }
    case "restored":
      return { ...payout, ...manualRefundOf(fact) }
    case "reversalRefunded":
    case "refundedByOperator": {
      const { cents } = fact.refund
      const refunding = less(payout.refunding, cents)
      return { ...payout, refunding, refunded: add(payout.refunded, cents), ...manualRefundOf(fact) }
    }
    case "reversalRefundRefused":
    case "operatorRefundRefused":
      return { ...payout, refunding: less(payout.refunding, fact.refund.cents) }
    case "refundOrdered":
    case "restoreRefused":
      return payout
  }
}

// Cents of the value that are on their way back with this.
const begunBy = (ask: ReadonlyArray<PayoutAsk>, payout: Payout, fact: PayoutFact): Cents => {
  if (!ask.includes("refundReversal") && !ask.includes("refund")) return zero("BRL")
  const { cents, purpose } = givenBackBy(payout, fact)
  return purpose === "return" ? zero("BRL") : cents
}

type Arrived = Extract<PayoutFact, { readonly refund: GivenBack; readonly transactionHash: string }>

const manualRefundOf = ({ refund: { purpose }, transactionHash }: Arrived): Partial<Payout> =>
  purpose === "return" || purpose === "refund" ? { manualRefund: transactionHash } : {}

type PayoutRow = Taken<Payout, PayoutFact, PayoutPost, PayoutEvent, PayoutAsk>

const following = (taken: PayoutRow, context: PayoutContext): Partial<ChangeSet> => {
  const { after, ask, before, emit: names, fact, now, post } = taken
  const events = names.flatMap((name) => eventsOf(name, after, fact, context, now))
  const asked = ask.map((each) => askOf(each, taken))
  const facts = {
    at: now,
    key: factKey(fact),
    returned: returnedNow(fact),
    refund: "refund" in fact ? fact.refund : undefined
  }
  return {
    writes: [...events.map(({ write }) => write), ...asked.flatMap(({ writes }) => writes)],
    // Shares of what is given back are counted from what was given back before.
    entries: post.flatMap((template) => entriesOf(template, before, facts)),
    jobs: [...events.map(({ job }) => job), ...asked.flatMap(({ jobs }) => jobs), ...mirrorJobs(after, fact, now)]
  }
}

// What arrives on a wallet whose books follow its chain is booked by what the chain says.
const mirrorJobs = (payout: Payout, fact: PayoutFact, now: number): ReadonlyArray<NewJob> => {
  if (!("refund" in fact && "transactionHash" in fact)) return []
  const { about, purpose } = fact.refund
  const { network } = refundPlace(payout, purpose)
  const movement = movementId(payout.id, purpose, about ?? undefined)
  return isMirrored({ asset: payout.asset, network }) ? [syncMirrorJob(payout.walletId, movement, now)] : []
}

const eventsOf = (name: PayoutEvent, payout: Payout, fact: PayoutFact, { receiptUrl }: PayoutContext, now: number) => {
  const { id: subject, owner } = payout
  const parts = (key = "") => ({
    id: derivedId("evt", `${subject}/${name}${key}`, owner),
    owner,
    name,
    subject,
    createdAt: now
  })
  switch (name) {
    case "PAYOUT_SUCCESSFUL":
      return [emit(parts(), successfulData(payout, receiptUrl))]
    case "PAYOUT_FAILED":
      return [emit(parts(), failedData(payout))]
    case "PAYOUT_REFUNDED":
      // What came back while the asset was on its way to the wallet, which it then did not reach.
      if (fact.on === "restoreRefused") {
        return fact.reversals.map((reversal) =>
          emit(parts(`/${reversal.returnId.toUpperCase()}`), reversedData(payout, reversal, null))
        )
      }
      return [emit(parts(factKey(fact)), refundedData(payout, fact, now))]
  }
}

const refundedData = (payout: Payout, fact: PayoutFact, now: number) => {
  // What the operator had given back before is what this reversal gives back.
  if (fact.on === "reversed") return reversedData(payout, fact.reversal, payout.manualRefund)
  if (!("refund" in fact)) throw new Error(`${fact.on} refunds nothing`)
  const { refund } = fact
  const transaction = "transactionHash" in fact ? fact.transactionHash : null
  if (refund.reversal !== null) return reversedData(payout, refund.reversal, transaction)
  return manualRefundData(payout, refund, transaction, now)
}

const askOf = (ask: PayoutAsk, { after, before, fact, now }: PayoutRow): Pick<ChangeSet, "jobs" | "writes"> => {
  switch (ask) {
    case "pay":
      return plan(planOf(after, "pix", now, {
        order: { kind: "pixPayment", paymentId: after.id, value: after.value, destination: after.destination },
        cents: after.value
      }))
    case "restore":
    case "refundReversal":
    case "refund":
      return plan(backOf(after, givenBackBy(before, fact), now))
    case "review": {
      const evidence = "reason" in fact ? `${fact.on}: ${fact.reason}` : `${fact.on} in ${before.state}`
      return changeSet({
        writes: [reviewOf(after, `${fact.on}, to be decided by a person${factKey(fact)}`, evidence, now)]
      })
    }
  }
}

const planOf = (
  { id, owner }: Payout,
  purpose: PayoutPurpose,
  at: number,
  parts: Pick<Plan, "about" | "cents" | "order">
): Plan => ({ ...parts, purpose, owner, subjectKind: "payout", subject: id, at })

const backOf = (payout: Payout, { about, cents, purpose, units }: GivenBack, now: number): Plan =>
  planOf(payout, purpose, now, {
    about: about ?? undefined,
    cents,
    order: { kind: "delivery", asset: payout.asset, ...refundPlace(payout, purpose), units }
  })

/** What a fact gives back of a payout, counted from what was given back before. */
const givenBackBy = (payout: Payout, fact: PayoutFact): GivenBack => {
  const settled = add(payout.refunded, payout.refunding)
  const whole = { cents: grossOf(payout), units: payout.units }
  if (fact.on === "pixRefused") return { ...whole, purpose: "restore", about: null, reversal: null }
  if (fact.on === "reversed") {
    const { reversal } = fact
    const { returnId, value: cents } = reversal
    const units = unitsOf(payout, settled, cents)
    return { purpose: "reversal", about: returnId.toUpperCase(), cents, units, reversal }
  }
  if (fact.on !== "refundOrdered") throw new Error(`${fact.on} gives nothing back`)
  const order = { about: fact.refundId, reversal: null }
  if (payout.state === "OWED") return { ...whole, ...order, purpose: "return" }
  const cents = less(payout.state === "COMPLETED" ? payout.value : payout.returned, settled)
  return { ...order, purpose: "refund", cents, units: unitsOf(payout, settled, cents) }
}
