// What becomes of a deposit by one fact about it: record, journal, events and movements. Pure; the table in
// `deposit.states.ts` decides.
import type { ReviewReason } from "../../base/reason/review-reason.ts"
import { type Proof, type Reason, because, noProof, provedBy, reason } from "../../base/reason/reason.ts"
import type { Account } from "../../customers/account/account.ts"
import { type Taken, decideBy, reviewOf } from "../../engine/event/book-fact.ts"
import { announced } from "../../engine/event/event.ts"
import { entry } from "../../engine/ledger/journal.ts"
import type * as templates from "../../engine/ledger/templates.ts"
import { type Rate, assetForCents } from "../../base/money/rate.ts"
import { type Cents, type Sats, add, zero } from "../../base/money/units.ts"
import { isPerhapsSent, plan } from "../movement/movement.ts"
import { type Stored, insert } from "../../engine/store/records.ts"
import { type ChangeSet, type Write, changeSet, joined } from "../../engine/store/store.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Deposit, Deposits, type PixReceipt, PixReceipts, PixReturns } from "./deposit.ts"
import {
  type DepositMovements,
  cancel,
  failedData,
  isOpen,
  isOpenUnsent,
  netOf,
  noMovements,
  planDelivery,
  planReturn,
  postingsOf,
  refundedData,
  successData
} from "./deposit-effects.ts"
import { type DepositAsk, type DepositEvent, type PaymentReceived, depositStates } from "./deposit.states.ts"

/** What can be learned about a deposit. */
export type DepositFact =
  | {
    readonly on: "pixSettled"
    readonly endToEndId: string
    readonly payer: Deposit["payer"]
    /** What was paid, when it settled in Unix milliseconds, and what follows from both (C45, C48). */
    readonly value: Cents
    readonly paidAt: number
    readonly received: PaymentReceived
    /** Whether returns of it were reported before it (C52). */
    readonly isReturnedEarly: boolean
    /** What the provider took for it, where it says so. */
    readonly cost?: Cents
    /** The price of a late payment. */
    readonly rateNow?: Rate
    readonly railReturns: boolean
  }
  | { readonly on: "chargeExpired" }
  /** `routingFee`: what routing took of a delivery over Lightning, where that is known. */
  | {
    readonly on: "delivered"
    readonly transactionHash: string
    readonly routingFee?: Sats
    /** Where the delivery had been refused: its payment may be on its way back. */
    readonly movements?: DepositMovements
  }
  | {
    readonly on: "deliveryRefused"
    readonly reason: Reason
    /** Whether the rail returns the payment of a failed deposit by itself (C46). */
    readonly railReturns: boolean
    readonly movements: DepositMovements
  }
  | { readonly on: "deliveryUnknown" }
  | {
    readonly on: "returnConfirmed"
    readonly returnId: string
    readonly value: Cents
    /** Movements that may have to be cancelled because of it. */
    readonly movements: DepositMovements
  }
  /** A return that we ordered is impossible. */
  | { readonly on: "returnRefused"; readonly movementId: string; readonly reason: Reason }
  | {
    /** An operator decided what becomes of the rest. */
    readonly on: "restDeliveryOrdered" | "restReturnOrdered"
    readonly movements: DepositMovements
    /** Whether returns were reported that are not applied yet. */
    readonly hasReturnsWaiting: boolean
  }
  /** The rail has not reported in time the return that it makes by itself. */
  | { readonly on: "returnOverdue" }

/** Decides facts about deposits of an account, each at an instant (Unix milliseconds). */
export const decideDeposit = (before: Stored<Deposit>, account: Account, fact: DepositFact, now: number) =>
  decideBy({
    machine: depositStates,
    kind: Deposits,
    guardFacts: (deposit: Deposit, given: DepositFact) => ({
      value: deposit.value,
      returnedBefore: deposit.refunded,
      returnedNow: given.on === "returnConfirmed" ? given.value : zero("BRL"),
      received: given.on === "pixSettled" ? given.received : null,
      withheld: deposit.withheld,
      isReturnedEarly: given.on === "pixSettled" && given.isReturnedEarly,
      deliversNothing: given.on === "pixSettled" && given.rateNow !== undefined &&
        assetForCents(given.rateNow, netOf(deposit)) === 0n,
      railReturns: "railReturns" in given && given.railReturns,
      isDeliverySent: given.on === "returnConfirmed" && (given.movements.deliver?.value.sentAt ?? null) !== null,
      isWithOperator: isWithOperator(deposit, given),
      isRestDeliverable: restDelivery(deposit).units > 0n,
      isReturnUnsent: given.on === "returnConfirmed" && isOpenUnsent(given.movements.return)
    }),
    evolve,
    keyOf: (given) => factKey(given).slice(1),
    proofOf,
    follows: (taken) => following(taken, account)
  })(before, fact, now)

/** Whether a deposit is neither delivered nor on its way, with no return on its way or expected of the rail. */
export const isLeftToOperator = ({ returnDueAt }: Deposit, movements: DepositMovements): boolean =>
  returnDueAt === null && !isOpen(movements.deliver) && !isOpen(movements.return) &&
  movements.deliver?.value.state !== "DONE"

// Every reported return has to be applied first.
const isWithOperator = (deposit: Deposit, given: DepositFact): boolean =>
  (given.on === "restDeliveryOrdered" || given.on === "restReturnOrdered") && !given.hasReturnsWaiting &&
  isLeftToOperator(deposit, given.movements)

/** What is delivered of a deposit when what came back is left out. */
export const restDelivery = (deposit: Deposit): Pick<Deposit, "units" | "withheld"> => {
  const withheld = deposit.refunded
  return { withheld, units: assetForCents(deposit.rate, netOf({ ...deposit, withheld })) }
}

type TakenRow = Taken<Deposit, DepositFact, keyof typeof templates, DepositEvent, DepositAsk>

const following = (taken: TakenRow, account: Account): ChangeSet => {
  const { after, ask, before, emit, fact, now, post } = taken
  const amounts = {
    returned: returnedBy(fact),
    surplus: surplusIn(fact),
    receivingFee: receivingFeeIn(fact),
    routingFee: routingFeeIn(fact)
  }
  const none = new Set([
    ...amounts.surplus === 0n ? ["surplusReceived"] : [],
    ...amounts.receivingFee === 0n ? ["receivingFeePaid"] : [],
    ...amounts.routingFee === 0n ? ["routingFeePaid"] : []
  ])
  const entries = post.filter((template) => !none.has(template)).map((template) =>
    entry({
      id: `${after.id}/${template}${factKey(fact)}`,
      template,
      source: after.id,
      owner: after.owner,
      at: now,
      postings: postingsOf(template, before, after, amounts)
    })
  )
  const events = emit.map((name) =>
    announced(after, name, (eventId) => eventData(name, after, account, fact, eventId, now), now, factKey(fact))
  )
  return joined({ writes: factWrites(before, fact, now), entries }, ...events, ...ask.map((each) => askOf(each, taken)))
}

/** How much of the PIX goes back to its payer. */
const goesBack = (received: PaymentReceived): Cents => received._tag === "Funds" ? received.surplus : received.returned

const surplusIn = (fact: DepositFact): Cents => fact.on === "pixSettled" ? goesBack(fact.received) : zero("BRL")

const receivingFeeIn = (fact: DepositFact): Cents => (fact.on === "pixSettled" ? fact.cost : undefined) ?? zero("BRL")

const routingFeeIn = (fact: DepositFact): Sats => (fact.on === "delivered" ? fact.routingFee : undefined) ?? zero("BTC")

const returnedBy = (fact: DepositFact): Cents => fact.on === "returnConfirmed" ? fact.value : zero("BRL")

// The foreign id of a fact that can come several times; nothing for those that a deposit has once.
const factKey = (fact: DepositFact): string => {
  if (fact.on === "pixSettled") return `/${fact.endToEndId.toUpperCase()}`
  if (fact.on === "returnConfirmed") return `/${fact.returnId.toUpperCase()}`
  return fact.on === "returnRefused" ? `/${fact.movementId}` : ""
}

// What proves a fact to whoever asks later.
const proofOf = (fact: DepositFact): Proof => {
  if ("reason" in fact) return because(fact.reason)
  if (fact.on === "pixSettled") return provedBy(fact.endToEndId)
  if (fact.on === "delivered") return provedBy(fact.transactionHash)
  return fact.on === "returnConfirmed" ? provedBy(fact.returnId) : noProof
}

const evolve = (
  deposit: Deposit,
  fact: DepositFact,
  { ask, to }: { readonly to: Deposit["state"]; readonly ask: ReadonlyArray<DepositAsk> },
  now: number
): Deposit => {
  // The rail has so long to report the return that it makes by itself.
  const returnDueAt = ask.includes("awaitReturn") ? now + limits.railReturnMs : deposit.returnDueAt
  switch (fact.on) {
    case "pixSettled": {
      if (fact.received._tag !== "Funds") return deposit
      const paid = { ...deposit, ...funded(deposit, fact), returnDueAt }
      return to === "FAILED" ? { ...paid, processingStep: null, refusal: reason("worthNothing") } : paid
    }
    case "delivered":
      return {
        ...deposit,
        processingStep: null,
        transactionHash: fact.transactionHash,
        confirmedAt: now,
        refusal: null,
        returnDueAt: null
      }
    case "deliveryRefused":
      return { ...deposit, processingStep: null, refusal: fact.reason, returnDueAt }
    case "deliveryUnknown":
      return { ...deposit, processingStep: "DELIVERY_UNKNOWN" }
    case "returnConfirmed":
      return {
        ...deposit,
        refunded: add(deposit.refunded, fact.value),
        refundedAt: now,
        refundEndToEndId: fact.returnId
      }
    case "returnOverdue":
      return { ...deposit, returnDueAt: null }
    case "restDeliveryOrdered":
      return { ...deposit, ...restDelivery(deposit) }
    case "restReturnOrdered":
    case "chargeExpired":
    case "returnRefused":
      return deposit
  }
}

type PixSettled = Extract<DepositFact, { readonly on: "pixSettled" }>

const funded = (deposit: Deposit, { endToEndId, paidAt, payer, rateNow, value }: PixSettled): Partial<Deposit> => ({
  endToEndId,
  payer,
  paidAt,
  paidValue: value,
  ...(rateNow === undefined ? {} : repriced(deposit, rateNow))
})

const repriced = (deposit: Deposit, rate: Rate): Partial<Deposit> => ({
  processingStep: "LATE_PAYMENT",
  quotedRate: deposit.quotedRate ?? deposit.rate,
  rate,
  units: assetForCents(rate, netOf(deposit))
})

const eventData = (
  name: DepositEvent,
  deposit: Deposit,
  account: Account,
  fact: DepositFact,
  eventId: string,
  now: number
): Readonly<Record<string, unknown>> => {
  if (name === "DEPOSIT_ASSET_SUCCESS") return successData(deposit, account)
  if (name === "DEPOSIT_ASSET_FAILED") return failedData(deposit, eventId, now)
  if (fact.on !== "returnConfirmed") throw new Error(`${name} without a return`)
  return refundedData(deposit, fact, eventId, now)
}

// Facts that carry a foreign id are kept under it: the unique id makes each count once, also under concurrency.
const factWrites = (before: Deposit, fact: DepositFact, now: number): ReadonlyArray<Write> => {
  if (fact.on === "pixSettled") return [insert(PixReceipts, receiptOf(before, fact, now))]
  if (fact.on !== "returnConfirmed") return []
  const { returnId, value } = fact
  const { id: depositId, owner } = before
  return [insert(PixReturns, { id: returnId.toUpperCase(), owner, depositId, returnId, value, createdAt: now })]
}

const receiptOf = (deposit: Deposit, fact: PixSettled, now: number): PixReceipt => ({
  id: fact.endToEndId.toUpperCase(),
  owner: deposit.owner,
  depositId: deposit.id,
  endToEndId: fact.endToEndId,
  role: fact.received._tag === "Funds" ? "funding" : "surplus",
  value: fact.value,
  surplus: goesBack(fact.received),
  ...fact.cost === undefined ? {} : { cost: fact.cost },
  createdAt: now
})

// What a store that lost commits may have delivered is before the operator when it is cancelled: its payment is back already.
const perhapsDelivered = (deposit: Deposit, fact: DepositFact, now: number): ChangeSet => {
  const delivery = movementsIn(fact).deliver?.value
  if (delivery === undefined || delivery.reason === null || !isPerhapsSent(delivery)) return changeSet({})
  const { id: key, reason: why } = delivery
  const about = { code: "operatorDecides", on: fact.on, state: deposit.state, key, reason: why } as const
  return changeSet({ writes: [reviewOf(deposit, about, now)] })
}

const movementsIn = (fact: DepositFact): DepositMovements =>
  ("movements" in fact ? fact.movements : undefined) ?? noMovements

const askOf = (ask: DepositAsk, { after, before, fact, now }: TakenRow): ChangeSet => {
  const movements = movementsIn(fact)
  switch (ask) {
    case "deliver":
      return planDelivery(after, movements, now)
    case "cancelDelivery":
      return joined(cancel(movements.deliver, now), perhapsDelivered(before, fact, now))
    case "return":
      return planReturn(after, movements, now)
    case "cancelReturn":
      return cancel(movements.return, now)
    // The state owes the job that ends the wait.
    case "awaitReturn":
      return changeSet({})
    case "applyReturns":
      return changeSet({
        jobs: [{ id: `returns/${after.id}`, task: "apply-early-returns", subject: after.id, runAt: now }]
      })
    case "returnSurplus": {
      if (fact.on !== "pixSettled" || surplusIn(fact) === 0n) return changeSet({})
      const { endToEndId, id, owner, surplus } = receiptOf(before, fact, now)
      const order = { kind: "pixReturn", endToEndId, value: surplus } as const
      const subject = { owner, subjectKind: "pixReceipt", subject: id } as const
      return changeSet(plan({ ...subject, purpose: "surplus", order, cents: surplus, via: before.via, at: now }))
    }
    case "review":
      return changeSet({ writes: [reviewOf(after, reviewReason(fact, before), now)] })
  }
}

const reviewReason = (fact: DepositFact, { state }: Deposit): ReviewReason => {
  switch (fact.on) {
    case "returnRefused":
      return { code: "paymentNotReturned", movementId: fact.movementId, reason: fact.reason }
    case "returnOverdue":
      return { code: "returnNotReported", state }
    case "returnConfirmed":
      return { code: "returnedInPart", returnId: fact.returnId, state }
    case "chargeExpired":
    case "delivered":
    case "deliveryRefused":
    case "deliveryUnknown":
    case "pixSettled":
    case "restDeliveryOrdered":
    case "restReturnOrdered":
      return { code: "deliveredAfterReturn", state }
  }
}
