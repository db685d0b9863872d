// What follows from a fact about a deposit. Pure; amounts in cents or smallest units, instants in Unix milliseconds.
import { Effect } from "effect"
import type { Account } from "../../customers/account/account.ts"
import type { Posting } from "../../engine/ledger/journal.ts"
import * as templates from "../../engine/ledger/templates.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { routingFeeBound } from "../../base/fees/routing-fee.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import { rateNumber } from "../../base/money/rate.ts"
import { type Cents, type Sats, type Units, subtract, unitsUnsafe, zero } from "../../base/money/units.ts"
import { decideMovement } from "../movement/decide-movement.ts"
import { type About, type Movement, Movements, attemptAfter, plan } from "../movement/movement.ts"
import type { MovementOrder } from "../movement/order.ts"
import { type Stored, list } from "../../engine/store/records.ts"
import { type ChangeSet, changeSet } from "../../engine/store/store.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import { type Deposit, deliveryFailedText, isFullyReturned } from "./deposit.ts"
import { depositStates } from "./deposit.states.ts"

// What a fact about a deposit brings about beside the record: the payloads of its events (spec "DEPOSIT_ASSET_SUCCESS data",
// "Deposit failure and refund events"; C44), and its journal entries. Pure.

const destinationKind = (deposit: Deposit): string => {
  if (deposit.network !== "lightning") return "ADDRESS"
  if (deposit.address.includes("@")) return "LIGHTNING_ADDRESS"
  return /^lnurl1/i.test(deposit.address) ? "LNURL" : "LIGHTNING_INVOICE"
}

/** DEPOSIT_ASSET_SUCCESS, always in its extended form. Payer and funding PIX only for owners of a virtual account. */
export const successData = (deposit: Deposit, account: Pick<Account, "virtualAccount">) => ({
  success: true,
  value: Number(deposit.value),
  asset: deposit.asset,
  externalId: deposit.externalId,
  fee: printBrl(deposit.fee),
  fxRateAtTx: rateNumber(deposit.rate),
  network: deposit.network,
  finalDestinationKind: destinationKind(deposit),
  valueInBrl: printBrl(deposit.value),
  valueInCurrency: wholeUnits(deposit),
  trackId: deposit.trackId,
  ...(account.virtualAccount
    ? { payer: deposit.payer, endToEndId: deposit.endToEndId, paidAt: isoInstantOrNull(deposit.paidAt) }
    : {})
})

// A JSON number in whole units, at most 15 significant digits; the exact amount is `receivedAmount` of the record.
const wholeUnits = (deposit: Deposit): number =>
  Number(Number(printDecimal(deposit.delivers, deposit.units as Units<AssetCode>)).toPrecision(15))

const common = (deposit: Deposit, eventId: string, now: number) => ({
  eventId,
  occurredAt: isoInstant(now),
  externalId: deposit.externalId,
  walletCharge: deposit.id,
  trackId: deposit.trackId,
  asset: deposit.asset,
  network: deposit.network,
  value: Number(deposit.value),
  valueInBrl: printBrl(deposit.value)
})

/** DEPOSIT_ASSET_FAILED: delivery is impossible. It does not say that money was returned. */
export const failedData = (deposit: Deposit, eventId: string, now: number) => ({
  ...common(deposit, eventId, now),
  success: false,
  status: "FAILED",
  errorCode: "DEPOSIT_DELIVERY_FAILED",
  errorDescription: deliveryFailedText,
  retryable: false
})

/** DEPOSIT_ASSET_REFUNDED: one confirmed return, and the cumulative total, which is the one to use. */
export const refundedData = (
  deposit: Deposit,
  refund: { readonly value: Cents; readonly returnId: string },
  eventId: string,
  now: number
) => ({
  ...common(deposit, eventId, now),
  success: true,
  status: depositStates.states[deposit.state],
  refundStatus: "CONFIRMED",
  refundValue: Number(refund.value),
  refundedValue: Number(deposit.refunded),
  refundEndToEndId: refund.returnId,
  partial: !isFullyReturned(deposit),
  retryable: isFullyReturned(deposit)
})

// The journal entries of a deposit: which accounts each business fact moves, and by how much.

/** What a delivery is worth in cents: the value less the fee, and less what was returned before the rest was ordered. */
export const netOf = ({ fee, value, withheld }: Deposit): Cents => {
  const net = subtract(value, fee)
  return (net && subtract(net, withheld)) ?? zero("BRL")
}

/** What was returned beside what the delivery leaves out: the asset was delivered for it all the same. */
const lossOf = ({ refunded, withheld }: Deposit): Cents => subtract(refunded, withheld) ?? zero("BRL")

/** What a fact brings: the return that it confirms, the surplus of a PIX, and what receiving it and routing the delivery took. */
interface DepositEntryFacts {
  readonly returned: Cents
  readonly surplus: Cents
  readonly receivingFee: Cents
  readonly routingFee: Sats
}

/** The postings of a template for a deposit before and after a fact. */
export const postingsOf = (
  template: keyof typeof templates,
  before: Deposit,
  deposit: Deposit,
  { receivingFee, returned, routingFee, surplus }: DepositEntryFacts
): ReadonlyArray<Posting> => {
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
      return templates.lossRecognised(deposit.owner, lossOf(before))
    case "surplusReceived":
      return templates.surplusReceived(deposit.owner, surplus)
    case "surplusReturned":
      return templates.surplusReturned(deposit.owner, surplus)
    case "receivingFeePaid":
      return templates.receivingFeePaid(receivingFee)
    case "routingFeePaid":
      return templates.routingFeePaid(routingFee)
  }
}

// The movements of a deposit: its delivery, and the return of its payment. An attempt exists only after the one before it was
// refused or cancelled, and every one after the first has a number.

/** What the movements of a deposit do for it. */
export type DepositPurpose = "deliver" | "return"

/** The last attempt of each purpose, where there was one. */
export type DepositMovements = { readonly [P in DepositPurpose]?: Stored<Movement> | undefined }

/** Before anything was planned. */
export const noMovements: DepositMovements = {}

/** The movements of a deposit as they are on record. */
export const movementsOf = (depositId: string) =>
  Effect.map(list(Movements, "bySubject", depositId, { limit: 50 }), lastOf)

/** The last attempt of each purpose. */
export const lastOf = (newestFirst: ReadonlyArray<Stored<Movement>>): DepositMovements => {
  const last = (purpose: DepositPurpose) => newestFirst.find(({ value }) => value.purpose === purpose)
  return { deliver: last("deliver"), return: last("return") }
}

/** Whether a movement may still happen. */
export const isOpen = (movement: Stored<Movement> | undefined): boolean =>
  movement !== undefined && ["PLANNED", "SENDING", "HELD", "CANCELLING"].includes(movement.value.state)

/** Whether a movement may still happen, and was never sent. */
export const isOpenUnsent = (movement: Stored<Movement> | undefined): boolean =>
  isOpen(movement) && movement?.value.sentAt === null

/** What was paid and has not come back, in cents. */
export const restOf = ({ refunded, value }: Deposit): Cents => subtract(value, refunded) ?? zero("BRL")

const after = (before: Stored<Movement> | undefined): About | null =>
  before === undefined ? null : attemptAfter(before.value)

const subjectOf = ({ id, owner }: Deposit) => ({ owner, subjectKind: "deposit", subject: id }) as const

/** The next delivery, of the units that are on record. */
export const planDelivery = (deposit: Deposit, { deliver }: DepositMovements, at: number): ChangeSet => {
  const order = deliveryOrder(deposit)
  return changeSet(plan({ ...subjectOf(deposit), purpose: "deliver", about: after(deliver), order, at }))
}

// Our Lightning node pays what goes over Lightning.
const deliveryOrder = ({ address, delivers, network, units }: Deposit): MovementOrder => {
  if (network !== "lightning") return { kind: "delivery", asset: delivers, network, address, units }
  const sats = unitsUnsafe("BTC", units)
  return { kind: "lightningPayment", address, sats, maximumFee: routingFeeBound(sats) }
}

/** The next return, of all that has not come back. */
export const planReturn = (deposit: Deposit, movements: DepositMovements, at: number): ChangeSet => {
  if (deposit.endToEndId === null) throw new Error(`${deposit.id} was not paid, so nothing can be returned`)
  const value = restOf(deposit)
  const order = { kind: "pixReturn", endToEndId: deposit.endToEndId, value } as const
  const about = after(movements.return)
  return changeSet(plan({ ...subjectOf(deposit), purpose: "return", about, order, cents: value, via: deposit.via, at }))
}

/** Cancels a movement that is open; what was sent is looked up and never sent again. */
export const cancel = (movement: Stored<Movement> | undefined, at: number): ChangeSet => {
  const cancelled = movement && decideMovement(movement, { on: "cancelled" }, at)
  return cancelled?._tag === "Changed" ? cancelled.changes : changeSet({})
}
