// One fact about a deposit, decided: the table says which row holds, and this turns the row into a change set. Pure, and
// the only place where a deposit's record, journal and events come from. Ids of entries and events are made of the fact,
// so that the store itself refuses to book or announce the same fact twice.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Account } from "../account/account.ts"
import { emit } from "../event/event.ts"
import { type Posting, entry } from "../ledger/journal.ts"
import * as templates from "../ledger/templates.ts"
import { passed } from "../machine/history.ts"
import { step } from "../machine/machine.ts"
import { type Rate, assetForCents } from "../money/rate.ts"
import { type Cents, add, subtract, zero } from "../money/units.ts"
import { type Stored, insert, replace } from "../ports/records.ts"
import { type ChangeSet, type NewJob, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import type { Deposit, PixReceipt } from "./deposit.ts"
import { Deposits, PixReceipts, PixReturns } from "./deposit.ts"
import { failedData, refundedData, successData } from "./deposit-events.ts"
import { type DepositAsk, type DepositEvent, depositStates } from "./deposit.states.ts"

/** What can be learned about a deposit. `rateNow` is the price of a late payment. */
export type DepositFact =
  | {
    readonly on: "pixSettled"
    readonly endToEndId: string
    readonly payer: Deposit["payer"]
    readonly rateNow?: Rate
  }
  | { readonly on: "chargeLapsed" }
  | { readonly on: "delivered"; readonly transactionHash: string }
  | { readonly on: "deliveryRefused"; readonly reason: string }
  | { readonly on: "deliveryUnknown" }
  | { readonly on: "returnConfirmed"; readonly returnId: string; readonly value: Cents }

/** What follows from a fact: a change set to commit, or nothing for a duplicate or stale one. */
export type DepositDecision =
  | { readonly _tag: "Changed"; readonly deposit: Deposit; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

/** Decides a fact about a deposit at an instant (Unix milliseconds). */
export const decideDeposit = (
  before: Stored<Deposit>,
  account: Account,
  fact: DepositFact,
  now: number
): DepositDecision => {
  const taken = step(depositStates, before.value.state, fact.on, {
    value: before.value.value,
    returnedBefore: before.value.refunded,
    returnedNow: fact.on === "returnConfirmed" ? fact.value : zero("BRL")
  })
  switch (taken._tag) {
    case "Ignored":
      return { _tag: "Ignored" }
    case "Rejected":
    case "Alarmed":
      return { _tag: "Alarmed", changes: alarm(before.value, fact, now) }
    case "Taken": {
      const deposit = passed(evolve(before.value, fact, taken.to, now), taken, now, proofOf(fact))
      const events = taken.emit.map((name) => eventOf(name, deposit, account, fact, now))
      const asked = taken.ask.map((ask) => askOf(ask, deposit, fact, now))
      return {
        _tag: "Changed",
        deposit,
        changes: changeSet({
          moves: [taken],
          writes: [
            replace(Deposits, before, deposit),
            ...factWrites(before.value, fact, now),
            ...events.map((event) => event.write),
            ...asked.flatMap((each) => each.writes)
          ],
          entries: taken.post.map((template) =>
            entry({
              id: `${deposit.id}/${template}${factKey(fact)}`,
              template,
              source: deposit.id,
              owner: deposit.owner,
              at: now,
              postings: postingsOf(template, before.value, deposit, fact)
            })
          ),
          jobs: [...events.map((event) => event.job), ...asked.flatMap((each) => each.jobs)]
        })
      }
    }
  }
}

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

const isFunding = (deposit: Deposit): boolean => deposit.endToEndId === null

const evolve = (deposit: Deposit, fact: DepositFact, state: Deposit["state"], now: number): Deposit => {
  const next: Deposit = { ...deposit, state, updatedAt: now }
  switch (fact.on) {
    case "pixSettled":
      return isFunding(deposit) ? { ...next, ...funded(deposit, fact, now) } : next
    case "chargeLapsed":
      return next
    case "delivered":
      return { ...next, processingStep: null, transactionHash: fact.transactionHash, confirmedAt: now }
    case "deliveryRefused":
      return { ...next, processingStep: null, refusal: fact.reason }
    case "deliveryUnknown":
      return { ...next, processingStep: "DELIVERY_UNKNOWN" }
    case "returnConfirmed":
      return {
        ...next,
        refunded: add(deposit.refunded, fact.value),
        refundedAt: now,
        refundEndToEndId: fact.returnId
      }
  }
}

type PixSettled = Extract<DepositFact, { readonly on: "pixSettled" }>

const funded = (deposit: Deposit, fact: PixSettled, now: number): Partial<Deposit> => ({
  endToEndId: fact.endToEndId,
  payer: fact.payer,
  paidAt: now,
  ...(deposit.state === "EXPIRED" && fact.rateNow !== undefined ? repriced(deposit, fact.rateNow) : {})
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
      return templates.surplusReceived(deposit.owner, deposit.value)
    case "surplusReturned":
      return templates.surplusReturned(deposit.owner, deposit.value)
  }
}

const eventOf = (name: DepositEvent, deposit: Deposit, account: Account, fact: DepositFact, now: number) => {
  const id = `evt_${bytesToHex(sha256(utf8ToBytes(`${deposit.id}/${name}${factKey(fact)}`))).slice(0, 32)}`
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
  role: isFunding(deposit) ? "funding" : "surplus",
  value: deposit.value,
  createdAt: now
})

interface Asked {
  readonly jobs: ReadonlyArray<NewJob>
  readonly writes: ReadonlyArray<Write>
}

const askOf = (ask: DepositAsk, deposit: Deposit, fact: DepositFact, now: number): Asked => {
  switch (ask) {
    case "deliver":
      return {
        jobs: [{ id: `deliver/${deposit.id}`, task: "deliver-deposit", subject: deposit.id, runAt: now }],
        writes: []
      }
    case "returnSurplus": {
      const receipt = factKey(fact).slice(1)
      return {
        jobs: [{ id: `return-surplus/${receipt}`, task: "return-surplus", subject: receipt, runAt: now }],
        writes: []
      }
    }
    case "review":
      return { jobs: [], writes: [reviewOf(deposit, "delivered after a full return", fact, now)] }
  }
}

const reviewOf = (deposit: Deposit, reason: string, fact: DepositFact, now: number): Write =>
  insert(
    Reviews,
    review({
      owner: deposit.owner,
      subject: deposit.id,
      reason: `${reason}${factKey(fact)}`,
      evidence: `${fact.on} in ${deposit.state}`,
      createdAt: now
    })
  )

// An impossible fact changes nothing but the operator's list.
const alarm = (deposit: Deposit, fact: DepositFact, now: number): ChangeSet =>
  changeSet({ writes: [reviewOf(deposit, `impossible ${fact.on} in ${deposit.state}`, fact, now)] })
