// What becomes of a deposit by one fact about it: record, journal, events and movements. Pure; the table in
// `deposit.states.ts` decides.
import { Effect, Option } from "effect"
import { type Account, Accounts } from "../account/account.ts"
import { type Taken, decideBy, reviewOf } from "../event/decide-fact.ts"
import { emit } from "../event/event.ts"
import { derivedId } from "../ids/derived-id.ts"
import { type Posting, entry } from "../ledger/journal.ts"
import * as templates from "../ledger/templates.ts"
import { type Rate, assetForCents } from "../money/rate.ts"
import { type Cents, add, subtract, zero } from "../money/units.ts"
import { decideMovement, evidenceOf } from "../movement/decide-movement.ts"
import { type Movement, movementId, plan } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { type Stored, get, insert } from "../ports/records.ts"
import { type ChangeSet, type Write, changeSet } from "../ports/store.ts"
import { type Deposit, Deposits, type PixReceipt, PixReceipts, PixReturns } from "./deposit.ts"
import { failedData, refundedData, successData } from "./deposit-events.ts"
import { type DepositAsk, type DepositEvent, depositStates } from "./deposit.states.ts"
import { type PaymentReceived, goesBack } from "./payment-received.ts"

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
    /** The price of a late payment. */
    readonly rateNow?: Rate
  }
  | { readonly on: "chargeLapsed" }
  | { readonly on: "delivered"; readonly transactionHash: string }
  | { readonly on: "deliveryRefused"; readonly reason: string }
  | { readonly on: "deliveryUnknown" }
  | {
    readonly on: "returnConfirmed"
    readonly returnId: string
    readonly value: Cents
    /** The movement that delivers, where one was planned: it may have to be cancelled. */
    readonly delivery?: Stored<Movement> | undefined
  }

/** The movement that delivers a deposit. */
export const deliveryOf = (depositId: string): string => movementId(depositId, delivers)

const delivers = "deliver"

/** Decides facts about deposits of an account, each at an instant (Unix milliseconds). */
export const decideDeposit = (before: Stored<Deposit>, account: Account, fact: DepositFact, now: number) =>
  decideBy({
    machine: depositStates,
    kind: Deposits,
    guardFacts: ({ refunded, value }: Deposit, given: DepositFact) => ({
      value,
      returnedBefore: refunded,
      returnedNow: given.on === "returnConfirmed" ? given.value : zero("BRL"),
      received: given.on === "pixSettled" ? given.received : null,
      isReturnedEarly: given.on === "pixSettled" && given.isReturnedEarly,
      isDeliverySent: given.on === "returnConfirmed" && (given.delivery?.value.sentAt ?? null) !== null
    }),
    evolve,
    keyOf: factKey,
    evidenceOf: proofOf,
    follows: (taken) => following(taken, account)
  })(before, fact, now)

type TakenRow = Taken<Deposit, DepositFact, keyof typeof templates, DepositEvent, DepositAsk>

const following = (taken: TakenRow, account: Account): ChangeSet => {
  const { after, ask, before, emit: names, fact, now, post } = taken
  const events = names.map((name) => eventOf(name, after, account, fact, now))
  const asked = ask.map((each) => askOf(each, taken))
  return changeSet({
    writes: [...factWrites(before, fact, now), ...events.map(({ write }) => write), ...asked.flatMap((a) => a.writes)],
    entries: post.filter((template) => template !== "surplusReceived" || surplusIn(fact) > 0n).map((template) =>
      entry({
        id: `${after.id}/${template}${factKey(fact)}`,
        template,
        source: after.id,
        owner: after.owner,
        at: now,
        postings: postingsOf(template, before, after, fact)
      })
    ),
    jobs: [...events.map(({ job }) => job), ...asked.flatMap(({ jobs }) => jobs)],
    moves: asked.flatMap(({ moves }) => moves)
  })
}

/** How much of a PIX goes back; most often nothing. */
const surplusIn = (fact: DepositFact): Cents => fact.on === "pixSettled" ? goesBack(fact.received) : zero("BRL")

// The foreign id of a fact that can come several times; nothing for those that a deposit has once.
const factKey = (fact: DepositFact): string => {
  switch (fact.on) {
    case "pixSettled":
      return `/${fact.endToEndId.toUpperCase()}`
    case "returnConfirmed":
      return `/${fact.returnId.toUpperCase()}`
    case "chargeLapsed":
    case "delivered":
    case "deliveryRefused":
    case "deliveryUnknown":
      return ""
  }
}

// What proves a fact to whoever asks later.
const proofOf = (fact: DepositFact): string | null => {
  switch (fact.on) {
    case "pixSettled":
      return fact.endToEndId
    case "delivered":
      return fact.transactionHash
    case "deliveryRefused":
      return fact.reason
    case "returnConfirmed":
      return fact.returnId
    case "chargeLapsed":
    case "deliveryUnknown":
      return null
  }
}

const evolve = (deposit: Deposit, fact: DepositFact, _: unknown, now: number): Deposit => {
  switch (fact.on) {
    case "pixSettled":
      return fact.received._tag === "Funds" ? { ...deposit, ...funded(deposit, fact) } : deposit
    case "chargeLapsed":
      return deposit
    case "delivered":
      return { ...deposit, processingStep: null, transactionHash: fact.transactionHash, confirmedAt: now }
    case "deliveryRefused":
      return { ...deposit, processingStep: null, refusal: fact.reason }
    case "deliveryUnknown":
      return { ...deposit, processingStep: "DELIVERY_UNKNOWN" }
    case "returnConfirmed":
      return {
        ...deposit,
        refunded: add(deposit.refunded, fact.value),
        refundedAt: now,
        refundEndToEndId: fact.returnId
      }
  }
}

type PixSettled = Extract<DepositFact, { readonly on: "pixSettled" }>

const funded = (deposit: Deposit, { endToEndId, paidAt, payer, rateNow }: PixSettled): Partial<Deposit> => ({
  endToEndId,
  payer,
  paidAt,
  ...(rateNow === undefined ? {} : repriced(deposit, rateNow))
})

const repriced = (deposit: Deposit, rate: Rate): Partial<Deposit> => ({
  processingStep: "LATE_PAYMENT",
  rate,
  units: assetForCents(rate, netOf(deposit))
})

const netOf = (deposit: Deposit): Cents => subtract(deposit.value, deposit.fee) ?? zero("BRL")

const postingsOf = (
  template: keyof typeof templates,
  before: Deposit,
  deposit: Deposit,
  fact: DepositFact
): ReadonlyArray<Posting> => {
  const returned = fact.on === "returnConfirmed" ? fact.value : zero("BRL")
  const surplus = surplusIn(fact)
  switch (template) {
    case "depositReceived":
      return templates.depositReceived(deposit.owner, deposit.value)
    case "depositDelivered":
      return templates.depositDelivered(deposit.owner, netOf(deposit), deposit.delivers, deposit.units)
    case "feeEarned":
      return templates.feeEarned(deposit.owner, deposit.fee)
    case "depositReturned":
      return templates.depositReturned(deposit.owner, returned)
    case "returnedAfterDelivery":
      return templates.returnedAfterDelivery(returned)
    case "lossRecognised":
      return templates.lossRecognised(deposit.owner, before.refunded)
    case "surplusReceived":
      return templates.surplusReceived(deposit.owner, surplus)
    case "surplusReturned":
      return templates.surplusReturned(deposit.owner, surplus)
  }
}

const eventOf = (name: DepositEvent, deposit: Deposit, account: Account, fact: DepositFact, now: number) => {
  const id = derivedId("evt", `${deposit.id}/${name}${factKey(fact)}`, deposit.owner)
  const parts = { id, owner: deposit.owner, name, subject: deposit.id, createdAt: now }
  return emit(parts, eventData(name, deposit, account, fact, id, now))
}

const eventData = (
  name: DepositEvent,
  deposit: Deposit,
  account: Account,
  fact: DepositFact,
  eventId: string,
  now: number
): Readonly<Record<string, unknown>> => {
  switch (name) {
    case "DEPOSIT_ASSET_SUCCESS":
      return successData(deposit, account)
    case "DEPOSIT_ASSET_FAILED":
      return failedData(deposit, eventId, now)
    case "DEPOSIT_ASSET_REFUNDED":
      if (fact.on !== "returnConfirmed") throw new Error(`${name} without a return`)
      return refundedData(deposit, fact, eventId, now)
  }
}

// Facts that carry a foreign id are kept under it: the unique id makes each count once, also under concurrency.
const factWrites = (before: Deposit, fact: DepositFact, now: number): ReadonlyArray<Write> => {
  switch (fact.on) {
    case "pixSettled":
      return [insert(PixReceipts, receiptOf(before, fact, now))]
    case "returnConfirmed":
      return [insert(PixReturns, {
        id: fact.returnId.toUpperCase(),
        owner: before.owner,
        depositId: before.id,
        returnId: fact.returnId,
        value: fact.value,
        createdAt: now
      })]
    case "chargeLapsed":
    case "delivered":
    case "deliveryRefused":
    case "deliveryUnknown":
      return []
  }
}

const receiptOf = (deposit: Deposit, fact: PixSettled, now: number): PixReceipt => ({
  id: fact.endToEndId.toUpperCase(),
  owner: deposit.owner,
  depositId: deposit.id,
  endToEndId: fact.endToEndId,
  role: fact.received._tag === "Funds" ? "funding" : "surplus",
  value: fact.value,
  surplus: goesBack(fact.received),
  createdAt: now
})

const askOf = (ask: DepositAsk, { after, before, fact, now }: TakenRow): ChangeSet => {
  switch (ask) {
    case "deliver":
      return changeSet(plan({
        purpose: delivers,
        owner: after.owner,
        subjectKind: "deposit",
        subject: after.id,
        order: {
          kind: "delivery",
          asset: after.delivers,
          network: after.network,
          address: after.address,
          units: after.units
        },
        at: now
      }))
    case "cancelDelivery": {
      const delivery = fact.on === "returnConfirmed" ? fact.delivery : undefined
      const cancelled = delivery && decideMovement(delivery, { on: "cancelled" }, now)
      return cancelled?._tag === "Changed" ? cancelled.changes : changeSet({})
    }
    case "applyReturns":
      return changeSet({
        jobs: [{ id: `returns/${after.id}`, task: "apply-early-returns", subject: after.id, runAt: now }]
      })
    case "returnSurplus": {
      if (fact.on !== "pixSettled" || surplusIn(fact) === 0n) return changeSet({})
      const { endToEndId, id, owner, surplus } = receiptOf(before, fact, now)
      const order = { kind: "pixReturn", endToEndId, value: surplus } as const
      return changeSet(
        plan({ purpose: "surplus", owner, subjectKind: "pixReceipt", subject: id, order, cents: surplus, at: now })
      )
    }
    case "review": {
      const reason = fact.on === "returnConfirmed"
        ? `returned in part before the delivery${factKey(fact)}`
        : `delivered after a full return${factKey(fact)}`
      return changeSet({ writes: [reviewOf(after, reason, `${fact.on} in ${after.state}`, now)] })
    }
  }
}

/** What the delivery of a deposit means for it. */
export const hearDeposit: Hear = Effect.fnUntraced(function*(news, now) {
  const before = Option.getOrThrow(yield* get(Deposits, news.movement.subject))
  const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
  const decision = decideDeposit(before, account, factOf(news), now)
  return "changes" in decision ? decision.changes : undefined
})

const factOf = (news: MovementNews): DepositFact => {
  switch (news.on) {
    case "moved":
      return { on: "delivered", transactionHash: evidenceOf(news.receipt) ?? "" }
    case "refused":
      return { on: "deliveryRefused", reason: news.reason }
    case "doubted":
      return { on: "deliveryUnknown" }
    case "prepared":
    case "reversed":
      throw new Error("a delivery does not come back")
  }
}

/** What the return of a surplus means for its receipt: it is booked once the rail has settled it (C41). */
export const hearPixReceipt: Hear = Effect.fnUntraced(function*(news, now) {
  if (news.on !== "moved" && news.on !== "refused") return undefined
  const { depositId, id, owner, surplus } = Option.getOrThrow(yield* get(PixReceipts, news.movement.subject)).value
  if (news.on === "refused") {
    const about = { id: depositId, owner }
    return changeSet({ writes: [reviewOf(about, `surplus cannot be returned/${id}`, news.reason, now)] })
  }
  return changeSet({
    entries: [entry({
      id: `${depositId}/surplusReturned/${id}`,
      template: "surplusReturned",
      source: depositId,
      owner,
      at: now,
      postings: templates.surplusReturned(owner, surplus)
    })]
  })
})
