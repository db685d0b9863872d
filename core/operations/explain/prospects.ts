// What may still happen to a record: for each trigger of its lifecycle what follows from the record and its movements for the
// guards, one entry for each way in which it can come. A trigger that nothing can bring any more has none.
import { isLeftToOperator, restDelivery } from "../../payments/deposit/decide-deposit.ts"
import { isOpenUnsent, lastOf, restOf } from "../../payments/deposit/deposit-effects.ts"
import type { DepositGuardFacts, DepositTrigger } from "../../payments/deposit/deposit.states.ts"
import type { Deposit } from "../../payments/deposit/deposit.ts"
import { type Dispute, disputeStatuses, hasLeg, triggerOf } from "../../payments/dispute/dispute.ts"
import type { DisputeGuardFacts, DisputeTrigger } from "../../payments/dispute/dispute.states.ts"
import { type KycAttempt, isProof } from "../../customers/kyc/kyc-attempt.ts"
import type { KycGuardFacts, KycTrigger } from "../../customers/kyc/kyc-attempt.states.ts"
import type { LightningInvoiceTrigger } from "../../payments/lightning-invoice/lightning-invoice.states.ts"
import { type Cents, subtract, unitsUnsafe } from "../../base/money/units.ts"
import { evidenceOf, returnedOf } from "../../payments/movement/decide-movement.ts"
import { type Movement, type Purpose, isLeftToPerson, isMadeReady, isRetriable, needsSeed } from "../../payments/movement/movement.ts"
import type { MovementGuardFacts, MovementTrigger } from "../../payments/movement/movement.states.ts"
import type { MovementNews } from "../../payments/movement/news.ts"
import type { PayoutTrigger } from "../../payments/payout/payout.states.ts"
import { type PixPayment, isGivenBack, isOrdered } from "../../payments/pix-payment/pix-payment.ts"
import type { PixPaymentGuardFacts } from "../../payments/pix-payment/pix-payment.states.ts"
import type { Stored } from "../../engine/store/records.ts"
import { type Swap, legPurpose, legsTo } from "../../payments/swap/swap.ts"
import type { SwapGuardFacts, SwapTrigger } from "../../payments/swap/swap.states.ts"
import type { TransferTrigger } from "../../payments/transfer/transfer.states.ts"

/** What is known for a trigger of a record; `movements` are those of the record, newest first. */
export type Prospects<A, T extends string, F> = (
  record: A,
  movements: ReadonlyArray<Stored<Movement>>,
  on: T
) => ReadonlyArray<Partial<F>>

const when = <F>(can: boolean, known: Partial<F>): ReadonlyArray<Partial<F>> => can ? [known] : []

/** How much of an amount in cents may come back at once, as far as it makes a difference: a part of it, or all. */
const partsOf = (rest: Cents | undefined): ReadonlyArray<Cents> =>
  rest === undefined || rest === 0n ? [] : rest === 1n ? [rest] : [unitsUnsafe("BRL", 1n), rest]

/** Whether a PIX payment has settled in part or whole, and some of it has not come back. */
const mayComeBack = (movement: Movement): boolean =>
  movement.order.kind === "pixPayment" && returnedOf(movement) < movement.order.value

const mayBeSent = ({ order, sentAt, state }: Movement): boolean =>
  ["PLANNED", "SENDING", "HELD"].includes(state) && (sentAt === null || !needsSeed(order.kind))

export const ofMovement: Prospects<Movement, MovementTrigger, MovementGuardFacts> = (movement, _, on) => {
  const { order, prepared, receipt, sentAt, state, subjectKind } = movement
  const known = { wasSent: sentAt !== null, wasPrepared: prepared !== null }
  switch (on) {
    case "prepared":
    case "notPrepared":
      return when(isMadeReady(order.kind), known)
    case "claimed":
    case "held":
      return when(mayBeSent(movement), known)
    case "done": {
      const later = evidenceOf(receipt) === null ? "new" : "other"
      return when<MovementGuardFacts>(known.wasSent || isLeftToPerson(movement), {
        ...known,
        proof: state === "DONE" ? later : "known"
      })
    }
    case "reversed":
      return when(mayComeBack(movement), { ...known, fits: true })
    case "cancelled":
      return when(subjectKind === "deposit" || subjectKind === "pixReceipt", known)
    case "retried":
      return [{ ...known, isRetriable: isRetriable(movement) }]
    case "doubted":
    case "refused":
    case "withdrawn":
    case "neverSent":
      return [known]
  }
}

/** Whether a movement can still tell its record something, now or after it was sent. */
const canTell = (movement: Movement, news: MovementNews["on"]): boolean => {
  const { order, prepared, receipt, sentAt, state } = movement
  const isOpen = state !== "DONE" && state !== "REFUSED" && state !== "CANCELLED"
  switch (news) {
    case "moved":
      return isOpen || (state === "REFUSED" && sentAt !== null) || (state === "DONE" && evidenceOf(receipt) === null)
    case "refused":
    case "doubted":
      return isOpen
    case "prepared":
      return state === "PLANNED" && prepared === null && isMadeReady(order.kind)
    case "reversed":
      return state !== "CANCELLED" && mayComeBack(movement)
  }
}

/** Whether one of the movements for a purpose can still tell something. */
const told = (
  movements: ReadonlyArray<Stored<Movement>>,
  isFor: (purpose: Purpose) => boolean,
  news: MovementNews["on"]
): boolean => movements.some(({ value }) => isFor(value.purpose) && canTell(value, news))

export const ofDeposit: Prospects<Deposit, DepositTrigger, DepositGuardFacts> = (deposit, movements, on) => {
  const last = lastOf(movements)
  const known = { value: deposit.value, returnedBefore: deposit.refunded, withheld: deposit.withheld }
  const isFor = (purpose: Purpose) => (each: Purpose) => each === purpose
  switch (on) {
    case "delivered":
      return when(told(movements, isFor("deliver"), "moved"), known)
    case "deliveryRefused":
      return when(told(movements, isFor("deliver"), "refused"), known)
    case "deliveryUnknown":
      return when(told(movements, isFor("deliver"), "doubted"), known)
    case "returnRefused":
      return when(told(movements, isFor("return"), "refused"), known)
    case "returnConfirmed":
      return deposit.endToEndId === null ? [] : partsOf(restOf(deposit)).map((returnedNow) => ({
        ...known,
        returnedNow,
        isDeliverySent: (last.deliver?.value.sentAt ?? null) !== null,
        isReturnUnsent: isOpenUnsent(last.return)
      }))
    case "returnOverdue":
      return when(deposit.returnDueAt !== null, known)
    case "restDeliveryOrdered":
    case "restReturnOrdered":
      return [{
        ...known,
        isWithOperator: isLeftToOperator(deposit, last),
        isRestDeliverable: restDelivery(deposit).units > 0n
      }]
    case "pixSettled":
    case "chargeExpired":
      return [known]
  }
}

/** What payouts and Lightning invoices have in common; what is theirs alone comes from outside. */
export const ofPixPayment: Prospects<PixPayment, PayoutTrigger | LightningInvoiceTrigger, PixPaymentGuardFacts> = (
  payment,
  movements,
  on
) => {
  const { endToEndId, refunded, refunding, returned, value } = payment
  const known = { returnedBefore: returned, refunded, refunding, ...(endToEndId === null ? {} : { tellsId: false }) }
  const isRestored = (purpose: Purpose) => purpose === "restore" || purpose === "return"
  const by = (isFor: (purpose: Purpose) => boolean, news: MovementNews["on"]) =>
    when(told(movements, isFor, news), known)
  switch (on) {
    case "debited":
      return by((purpose) => purpose === "debit", "moved")
    case "debitRefused":
      return by((purpose) => purpose === "debit", "refused")
    case "pixSettled":
      return by((purpose) => purpose === "pix", "moved")
    case "pixRefused":
      return by((purpose) => purpose === "pix", "refused")
    case "reversed":
      return told(movements, (purpose) => purpose === "pix", "reversed")
        ? partsOf(subtract(value, returned)).map((returnedNow) => ({ ...known, returnedNow }))
        : []
    case "restored":
      return by(isRestored, "moved")
    case "restoreRefused":
      return by(isRestored, "refused")
    case "refundedByOperator":
      return by((purpose) => purpose === "refund", "moved")
    case "operatorRefundRefused":
      return by((purpose) => purpose === "refund", "refused")
    case "reversalRefunded":
      return by((purpose) => purpose === "reversal", "moved")
    case "reversalRefundRefused":
      return by((purpose) => purpose === "reversal", "refused")
    case "refundPrepared":
      return by((purpose) => isGivenBack(purpose) || isOrdered(purpose), "prepared")
    case "doubted":
      return by(() => true, "doubted")
    case "refundOrdered":
    case "invoicePaid":
    case "invoiceExpired":
      return [known]
  }
}

/** Of a record that is one movement and nothing else: a transfer, or a sweep. */
export const ofOneMovement: Prospects<object, TransferTrigger, object> = (_, movements, on) =>
  when(told(movements, () => true, on), {})

export const ofSwap: Prospects<Swap, SwapTrigger, SwapGuardFacts> = (swap, movements, on) => {
  const { confirmedLegs, network, poolMinimum } = swap
  const nothingMoved = poolMinimum === null
  const legs = legsTo(network).map((leg) => ({
    isFor: (purpose: Purpose) => purpose === legPurpose(leg),
    known: { leg, isLastLeg: leg === legsTo(network).length - 1, isNext: leg === confirmedLegs, nothingMoved }
  }))
  const tellers = (news: MovementNews["on"]) =>
    legs.filter(({ isFor }) => told(movements, isFor, news)).map(({ known }) => known)
  switch (on) {
    case "legConfirmed":
      return tellers("moved")
    case "legRefused":
      return tellers("refused")
    // Each look-up in vain is told.
    case "legDoubted":
      return legs.filter(({ known }) => known.isNext).map(({ known }) => known)
    case "legSubmitted":
      return legs.filter(({ isFor }) => !movements.some(({ value }) => isFor(value.purpose))).map(({ known }) => known)
    case "claimed":
    case "expired":
    case "stopped":
      return [{ leg: undefined, nothingMoved }]
  }
}

export const ofDispute: Prospects<Dispute, DisputeTrigger, DisputeGuardFacts> = (dispute, _, on) =>
  disputeStatuses.filter((status) => triggerOf[status] === on).map((status) => ({ isNews: !hasLeg(dispute, status) }))

export const ofKycAttempt: Prospects<KycAttempt, KycTrigger, KycGuardFacts> = (attempt, _, on) => {
  const isPossible = on === "hostedTimedOut"
    ? (attempt.submitted?.expiresAt ?? null) !== null
    : attempt.submitted !== undefined
  return when(isPossible, { isProof: isProof(attempt) })
}
