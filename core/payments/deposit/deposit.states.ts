// The lifecycle of a deposit (spec "Deposit (charge) status"; C7, C8, C10, C41, C42, C45, C46, C48). Facts are told apart by their
// foreign id before they come here, so a second `pixSettled` is another PIX and a second `returnConfirmed` another return.
import type { EventName } from "../../engine/event/event.ts"
import type * as templates from "../../engine/ledger/templates.ts"
import { defineMachine } from "../../engine/machine/machine.ts"
import type { Cents } from "../../base/money/units.ts"
import type { OwedTable } from "../../engine/store/records.ts"
import { depositTriggers } from "./deposit.triggers.ts"

/**
 * `Funds`: the deposit is funded, at the current price where `isLate`, and `surplus` goes back as a part of the same PIX.
 * `Partial`: it is below the charge, does not fund it, and goes back whole. `Surplus`: another PIX funded the deposit, and
 * this one goes back whole.
 */
export type PaymentReceived =
  | { readonly _tag: "Funds"; readonly surplus: Cents; readonly isLate: boolean }
  | { readonly _tag: "Partial"; readonly returned: Cents }
  | { readonly _tag: "Surplus"; readonly returned: Cents }

/** What guards look at: the charge's value, what was returned before, this return (0 for other triggers), and this PIX. */
export interface DepositGuardFacts {
  readonly value: Cents
  readonly returnedBefore: Cents
  readonly returnedNow: Cents
  readonly received: PaymentReceived | null
  /** What the delivery leaves out because it was returned before. */
  readonly withheld: Cents
  /** Whether returns of this PIX were reported before it. */
  readonly isReturnedEarly: boolean
  /** Whether this late PIX is worth less than the smallest unit of the asset. */
  readonly deliversNothing: boolean
  /** Whether the rail returns the payment of a failed deposit by itself. */
  readonly railReturns: boolean
  /** Whether its delivery was ever sent. */
  readonly isDeliverySent: boolean
  /** Whether nothing happens to the payment any more until an operator decides. */
  readonly isWithOperator: boolean
  /** Whether what has not come back is worth a delivery. */
  readonly isRestDeliverable: boolean
  /** Whether we ordered a return that is open and was never sent. */
  readonly isReturnUnsent: boolean
}

/** The events that a row may emit. */
export type DepositEvent = Extract<EventName, `DEPOSIT_${string}`>

/** What a row may ask for after the commit. */
export type DepositAsk =
  | "deliver"
  | "cancelDelivery"
  | "return"
  | "cancelReturn"
  | "awaitReturn"
  | "applyReturns"
  | "returnSurplus"
  | "review"

export const depositStates = defineMachine<DepositGuardFacts, keyof typeof templates, DepositEvent, DepositAsk>()({
  name: "deposit",
  initial: "PENDING",
  terminal: ["REFUNDED"],
  states: {
    PENDING: "PENDING",
    PROCESSING: "PROCESSING",
    COMPLETED: "COMPLETED",
    FAILED: "FAILED",
    EXPIRED: "EXPIRED",
    REFUNDED: "REFUNDED"
  },
  triggers: depositTriggers,
  guards: {
    nothingReturned: ({ returnedBefore, withheld }) => returnedBefore === withheld,
    returnsEqualValue: ({ returnedBefore, returnedNow, value }) => returnedBefore + returnedNow === value,
    returnsBelowValue: ({ returnedBefore, returnedNow, value }) => returnedBefore + returnedNow < value,
    paysLess: ({ received }) => received?._tag === "Partial",
    returnedEarly: ({ isReturnedEarly }) => isReturnedEarly,
    deliversNothing: ({ deliversNothing }) => deliversNothing,
    deliversNothingRailReturns: ({ deliversNothing, railReturns }) => deliversNothing && railReturns,
    railReturns: ({ railReturns }) => railReturns,
    isWithOperator: ({ isWithOperator }) => isWithOperator,
    isRestDeliverable: ({ isRestDeliverable, isWithOperator }) => isWithOperator && isRestDeliverable,
    returnsBelowValueUnsent: ({ isDeliverySent, returnedBefore, returnedNow, value }) =>
      !isDeliverySent && value > returnedBefore + returnedNow,
    returnsBelowReturnUnsent: ({ isReturnUnsent, returnedBefore, returnedNow, value }) =>
      isReturnUnsent && returnedNow < value - returnedBefore
  },
  rows: [
    {
      from: ["PENDING", "EXPIRED"],
      on: "pixSettled",
      when: "paysLess",
      to: "same",
      post: ["surplusReceived", "receivingFeePaid"],
      ask: ["returnSurplus"],
      spec: "C45: a PIX below the charge goes back whole"
    },
    {
      from: ["PENDING", "EXPIRED"],
      on: "pixSettled",
      when: "returnedEarly",
      to: "PROCESSING",
      post: ["depositReceived", "surplusReceived", "receivingFeePaid"],
      ask: ["applyReturns", "returnSurplus"],
      spec: "C52: a return that was reported first is applied before anything is delivered"
    },
    {
      from: ["PENDING", "EXPIRED"],
      on: "pixSettled",
      when: "deliversNothingRailReturns",
      to: "FAILED",
      post: ["depositReceived", "surplusReceived", "receivingFeePaid"],
      emit: ["DEPOSIT_ASSET_FAILED"],
      ask: ["awaitReturn", "returnSurplus"],
      spec: "C8, C46: worth nothing at the current price; the rail returns it and has a day to report that"
    },
    {
      from: ["PENDING", "EXPIRED"],
      on: "pixSettled",
      when: "deliversNothing",
      to: "FAILED",
      post: ["depositReceived", "surplusReceived", "receivingFeePaid"],
      emit: ["DEPOSIT_ASSET_FAILED"],
      ask: ["return", "returnSurplus"],
      spec: "C8, C46: worth nothing at the current price; we return it"
    },
    {
      from: ["PENDING"],
      on: "pixSettled",
      to: "PROCESSING",
      post: ["depositReceived", "surplusReceived", "receivingFeePaid"],
      ask: ["deliver", "returnSurplus"],
      spec: "C7; C45: what is above the charge goes back"
    },
    { from: ["PENDING"], on: "chargeExpired", to: "EXPIRED", spec: "C7" },
    {
      from: ["EXPIRED"],
      on: "pixSettled",
      to: "PROCESSING",
      post: ["depositReceived", "surplusReceived", "receivingFeePaid"],
      ask: ["deliver", "returnSurplus"],
      spec: "C8, C48; C45: what is above the charge goes back"
    },
    {
      from: ["PROCESSING", "FAILED"],
      on: "delivered",
      when: "nothingReturned",
      to: "COMPLETED",
      post: ["depositDelivered", "feeEarned", "routingFeePaid"],
      emit: ["DEPOSIT_ASSET_SUCCESS"],
      ask: ["cancelReturn"],
      spec: "Deposit status, row 1; 0070: also after a refusal, and then its payment does not go back"
    },
    {
      from: ["PROCESSING", "FAILED"],
      on: "delivered",
      to: "COMPLETED",
      post: ["lossRecognised", "depositDelivered", "feeEarned", "routingFeePaid"],
      emit: ["DEPOSIT_ASSET_SUCCESS"],
      ask: ["cancelReturn"],
      spec: "Deposit status, rows 1 and 6: delivered after a partial return"
    },
    {
      from: ["PROCESSING"],
      on: "deliveryRefused",
      when: "railReturns",
      to: "FAILED",
      emit: ["DEPOSIT_ASSET_FAILED"],
      ask: ["awaitReturn"],
      spec: "Deposit status, rows 2 and 4; C46: the rail returns the payment and has a day to report that"
    },
    {
      from: ["PROCESSING"],
      on: "deliveryRefused",
      to: "FAILED",
      emit: ["DEPOSIT_ASSET_FAILED"],
      ask: ["return"],
      spec: "Deposit status, rows 2 and 4; C46: we return the payment"
    },
    {
      from: ["PROCESSING", "FAILED"],
      on: "returnRefused",
      to: "same",
      ask: ["review"],
      spec: "C46: a person decides what becomes of the payment"
    },
    {
      from: ["FAILED"],
      on: "returnOverdue",
      to: "same",
      ask: ["review"],
      spec: "C46: a person finds out what became of the payment"
    },
    { from: ["PROCESSING", "REFUNDED"], on: "deliveryUnknown", to: "same", spec: "Deposit status, row 3; C10" },
    {
      from: ["PROCESSING", "FAILED"],
      on: "returnConfirmed",
      when: "returnsEqualValue",
      to: "REFUNDED",
      post: ["depositReturned"],
      emit: ["DEPOSIT_ASSET_REFUNDED"],
      ask: ["cancelDelivery", "cancelReturn"],
      spec: "Deposit status, row 5"
    },
    {
      from: ["PROCESSING", "FAILED"],
      on: "returnConfirmed",
      when: "returnsBelowReturnUnsent",
      to: "same",
      post: ["depositReturned"],
      emit: ["DEPOSIT_ASSET_REFUNDED"],
      ask: ["cancelReturn", "return"],
      spec: "Deposit status, row 6; C46: what is left is returned instead of the whole"
    },
    {
      from: ["PROCESSING"],
      on: "returnConfirmed",
      when: "returnsBelowValueUnsent",
      to: "same",
      post: ["depositReturned"],
      emit: ["DEPOSIT_ASSET_REFUNDED"],
      ask: ["cancelDelivery", "review"],
      spec: "C60: nothing is delivered automatically, and a person decides about the rest"
    },
    {
      from: ["PROCESSING", "FAILED"],
      on: "returnConfirmed",
      when: "returnsBelowValue",
      to: "same",
      post: ["depositReturned"],
      emit: ["DEPOSIT_ASSET_REFUNDED"],
      spec: "Deposit status, row 6"
    },
    {
      from: ["PROCESSING"],
      on: "restDeliveryOrdered",
      when: "isRestDeliverable",
      to: "same",
      ask: ["deliver"],
      spec: "C60: what was not returned is delivered, less the fee"
    },
    {
      from: ["PROCESSING", "FAILED"],
      on: "restReturnOrdered",
      when: "isWithOperator",
      to: "same",
      ask: ["return"],
      spec: "C46, C60: what was neither delivered nor returned is returned"
    },
    {
      from: ["COMPLETED"],
      on: "returnConfirmed",
      when: "returnsEqualValue",
      to: "REFUNDED",
      post: ["returnedAfterDelivery"],
      emit: ["DEPOSIT_ASSET_REFUNDED"],
      spec: "Deposit status, row 5"
    },
    {
      from: ["COMPLETED"],
      on: "returnConfirmed",
      when: "returnsBelowValue",
      to: "same",
      post: ["returnedAfterDelivery"],
      emit: ["DEPOSIT_ASSET_REFUNDED"],
      spec: "Deposit status, row 6"
    },
    {
      from: ["PROCESSING", "COMPLETED", "FAILED", "REFUNDED"],
      on: "pixSettled",
      to: "same",
      post: ["surplusReceived", "receivingFeePaid"],
      ask: ["returnSurplus"],
      spec: "C41"
    },
    {
      from: ["REFUNDED"],
      on: "delivered",
      to: "same",
      post: ["lossRecognised", "depositDelivered", "feeEarned", "routingFeePaid"],
      ask: ["review"],
      spec: "C42"
    }
  ],
  otherwise: {
    pixSettled: {},
    chargeExpired: { ignore: ["PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"] },
    delivered: { ignore: ["COMPLETED"] },
    deliveryRefused: { ignore: ["PENDING", "FAILED", "EXPIRED", "REFUNDED"] },
    deliveryUnknown: { ignore: ["PENDING", "COMPLETED", "FAILED", "EXPIRED"] },
    returnConfirmed: {},
    returnRefused: { ignore: ["REFUNDED"] },
    restDeliveryOrdered: { reject: ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"] },
    restReturnOrdered: { reject: ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"] },
    returnOverdue: { ignore: ["PENDING", "PROCESSING", "COMPLETED", "EXPIRED", "REFUNDED"] }
  }
})

export type DepositState = keyof typeof depositStates.states
export type DepositTrigger = keyof typeof depositStates.triggers

/** What is looked at for what a deposit owes. */
interface DepositOwedFacts {
  readonly id: string
  readonly expiresAt: number
  readonly returnDueAt: number | null
}

/** What a deposit owes beside its movements, and whom it waits for where it owes nothing. */
export const depositOwed = {
  PENDING: {
    owes: { task: "expire-deposit", id: ({ id }) => `expire/${id}`, dueAt: ({ expiresAt }) => expiresAt },
    waits: "the payer, until the charge expires"
  },
  PROCESSING: { waits: "its delivery" },
  COMPLETED: { waits: "no one: a return is reported by the rail" },
  FAILED: {
    owes: {
      task: "expire-rail-return",
      id: ({ id }) => `return-due/${id}`,
      dueAt: ({ returnDueAt }) => returnDueAt ?? 0,
      when: ({ returnDueAt }) => returnDueAt !== null
    },
    waits: "the return of its payment: by the rail until a deadline, by our own movement, or by an operator"
  },
  EXPIRED: { waits: "no one: a late payment is reported by the rail" },
  REFUNDED: { waits: "its delivery, where one was under way" }
} satisfies OwedTable<DepositState, DepositOwedFacts>
