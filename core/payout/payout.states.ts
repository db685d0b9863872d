// The lifecycle of a payout (spec "Payout status"; C9, C10, C53): debit, then PIX, then whatever comes back. The PIX is never
// planned before the debit is final, a doubt is no failure, and nothing undoes a settled PIX but its reversal. What came back
// had settled: its movement says so first.
import type { EventName } from "../event/event.ts"
import type * as templates from "../ledger/payout-templates.ts"
import { defineMachine } from "../machine/machine.ts"
import type { Cents } from "../money/units.ts"
import type { OwedTable } from "../ports/owed.ts"
import { payoutTriggers } from "./payout.triggers.ts"

/** What guards look at; amounts are cents, zero where the trigger has none. */
export interface PayoutGuardFacts {
  readonly value: Cents
  /** Whether what cannot be paid, or comes back, is given back without an order. */
  readonly autoRefund: boolean
  /** Whether the PIX settled under an end-to-end id that is not known yet, and this fact tells it. */
  readonly tellsId: boolean
  readonly returnedBefore: Cents
  readonly returnedNow: Cents
  /** Of the value: given back to the wallet, and on its way there. */
  readonly refunded: Cents
  readonly refunding: Cents
}

/** The events that a row may emit. */
export type PayoutEvent = Extract<EventName, `PAYOUT_${string}`>

/** Entries of a row: those of payouts, and what becomes of the wallet's hold. */
export type PayoutPost = keyof typeof templates | "walletSpent" | "walletReleased"

/** What a row begins: a movement, or a review. */
export type PayoutAsk = "pay" | "restore" | "refundReversal" | "refund" | "review"

const returned = ({ returnedBefore, returnedNow }: PayoutGuardFacts): bigint => returnedBefore + returnedNow

export const payoutStates = defineMachine<PayoutGuardFacts, PayoutPost, PayoutEvent, PayoutAsk>()({
  name: "payout",
  initial: "DEBITING",
  terminal: ["REFUNDED"],
  states: {
    /** The debit is on its way. */
    DEBITING: "PENDING",
    /** The PIX is on its way. */
    PAYING: "PENDING",
    /** The PIX has settled. */
    COMPLETED: "COMPLETED",
    /** The debit was refused: nothing left the wallet. */
    FAILED: "FAILED",
    /** The PIX was refused: the asset is with us, and the operator decides. */
    OWED: "FAILED",
    /** The PIX was refused: the asset is on its way back. */
    RESTORING: "PENDING",
    RESTORED: "FAILED",
    /** The operator ordered that the asset goes back. */
    RETURNING: "PENDING",
    GIVEN_BACK: "REFUNDED",
    /** The same four, and the PIX has settled after all. */
    RESTORING_PAID: "PENDING",
    RESTORED_PAID: "FAILED",
    RETURNING_PAID: "PENDING",
    GIVEN_BACK_PAID: "REFUNDED",
    /** The PIX had settled and came back, or the operator gave it back. */
    REFUNDED: "REFUNDED"
  },
  triggers: payoutTriggers,
  guards: {
    autoRefund: ({ autoRefund }) => autoRefund,
    tellsId: ({ tellsId }) => tellsId,
    hasReturned: ({ returnedBefore }) => returnedBefore > 0n,
    refundedAhead: (facts) => facts.refunded >= returned(facts),
    refundingAhead: (facts) => facts.refunded + facts.refunding >= returned(facts),
    nothingOnItsWay: ({ refunding }) => refunding === 0n,
    returnPending: ({ refunded, refunding, returnedBefore }) => returnedBefore > refunded + refunding
  },
  rows: [
    {
      from: ["DEBITING"],
      on: "debited",
      to: "PAYING",
      post: ["walletSpent", "payoutDebited"],
      ask: ["pay"],
      spec: "Endpoints, Wallet, detail 3; C4"
    },
    {
      from: ["DEBITING"],
      on: "debitRefused",
      to: "FAILED",
      post: ["walletReleased"],
      emit: ["PAYOUT_FAILED"],
      spec: "Payout status, row 2: nothing had left the wallet"
    },
    { from: ["DEBITING", "PAYING"], on: "doubted", to: "same", spec: "C10" },
    {
      from: ["PAYING", "OWED"],
      on: "pixSettled",
      to: "COMPLETED",
      post: ["payoutPaid", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL"],
      spec: "Payout status, row 1; C9: also after a refusal, before anything was given back"
    },
    {
      from: ["PAYING"],
      on: "pixRefused",
      when: "autoRefund",
      to: "RESTORING",
      ask: ["restore"],
      spec: "Payout status, row 2"
    },
    {
      from: ["PAYING"],
      on: "pixRefused",
      to: "OWED",
      emit: ["PAYOUT_FAILED"],
      ask: ["review"],
      spec: "Payout status, row 2: without AUTO_REFUND the asset is owed until the operator gives it back"
    },
    {
      from: ["RESTORING"],
      on: "restored",
      to: "RESTORED",
      post: ["payoutRestored"],
      emit: ["PAYOUT_FAILED"],
      spec: "Payout status, row 2"
    },
    {
      from: ["RETURNING"],
      on: "restored",
      to: "GIVEN_BACK",
      post: ["payoutRestored"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "PAYOUT_REFUNDED, manual stablecoin refund"
    },
    {
      from: ["RESTORING"],
      on: "restoreRefused",
      to: "OWED",
      emit: ["PAYOUT_FAILED"],
      ask: ["review"],
      spec: "Payout status, row 2; C9: still owed"
    },
    { from: ["RETURNING"], on: "restoreRefused", to: "OWED", ask: ["review"], spec: "C9: still owed" },
    {
      from: ["RESTORING"],
      on: "pixSettled",
      to: "RESTORING_PAID",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled while the asset was on its way back"
    },
    {
      from: ["RETURNING"],
      on: "pixSettled",
      to: "RETURNING_PAID",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled while the asset was on its way back"
    },
    {
      from: ["RESTORED"],
      on: "pixSettled",
      to: "RESTORED_PAID",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled after the asset was given back"
    },
    {
      from: ["GIVEN_BACK"],
      on: "pixSettled",
      to: "GIVEN_BACK_PAID",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled after the asset was given back"
    },
    {
      from: ["RESTORING_PAID"],
      on: "restored",
      to: "RESTORED_PAID",
      post: ["payoutRestored"],
      emit: ["PAYOUT_FAILED"],
      spec: "Payout status, row 2"
    },
    {
      from: ["RETURNING_PAID"],
      on: "restored",
      to: "GIVEN_BACK_PAID",
      post: ["payoutRestored"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "PAYOUT_REFUNDED, manual stablecoin refund"
    },
    {
      from: ["RESTORING_PAID", "RETURNING_PAID"],
      on: "restoreRefused",
      when: "hasReturned",
      to: "REFUNDED",
      post: ["lossCovered", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, rows 1 and 3: paid, not given back, and returned by the receiver's bank"
    },
    {
      from: ["RESTORING_PAID", "RETURNING_PAID"],
      on: "restoreRefused",
      to: "COMPLETED",
      post: ["lossCovered", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL"],
      spec: "Payout status, row 1: paid, and not given back"
    },
    {
      from: ["COMPLETED", "REFUNDED", "RESTORING_PAID", "RESTORED_PAID", "RETURNING_PAID", "GIVEN_BACK_PAID"],
      on: "pixSettled",
      when: "tellsId",
      to: "same",
      spec: "Payout status, row 1: endToEndId becomes available"
    },
    {
      from: ["RESTORING_PAID", "RESTORED_PAID", "RETURNING_PAID", "GIVEN_BACK_PAID"],
      on: "reversed",
      to: "same",
      post: ["returnedAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled after the asset was given back, and returned"
    },
    {
      from: ["REFUNDED"],
      on: "reversed",
      when: "refundedAhead",
      to: "same",
      post: ["payoutReversed", "lossRecovered"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "Payout status, row 3: the operator had given it back before"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "reversed",
      when: "refundingAhead",
      to: "REFUNDED",
      post: ["payoutReversed"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "Payout status, row 3: the operator is giving it back"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "reversed",
      when: "autoRefund",
      to: "REFUNDED",
      post: ["payoutReversed"],
      ask: ["refundReversal"],
      spec: "Payout status, row 3; PAYOUT_REFUNDED with AUTO_REFUND on"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "reversed",
      to: "REFUNDED",
      post: ["payoutReversed"],
      emit: ["PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, row 3; PAYOUT_REFUNDED, refund pending manual review"
    },
    {
      from: ["REFUNDED"],
      on: "reversalRefunded",
      to: "same",
      post: ["reversalRefunded"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "PAYOUT_REFUNDED with AUTO_REFUND on"
    },
    {
      from: ["REFUNDED"],
      on: "reversalRefundRefused",
      to: "same",
      emit: ["PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "PAYOUT_REFUNDED, refund pending manual review"
    },
    {
      from: ["OWED"],
      on: "refundOrdered",
      to: "RETURNING",
      ask: ["refund"],
      spec: "PAYOUT_REFUNDED, manual stablecoin refund"
    },
    {
      from: ["COMPLETED"],
      on: "refundOrdered",
      when: "nothingOnItsWay",
      to: "same",
      ask: ["refund"],
      spec: "Payout status, row 3: the operator refunds"
    },
    {
      from: ["REFUNDED"],
      on: "refundOrdered",
      when: "returnPending",
      to: "same",
      ask: ["refund"],
      spec: "PAYOUT_REFUNDED, refund pending manual review"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "refundedByOperator",
      to: "REFUNDED",
      post: ["reversalRefunded", "paidPayoutRefunded"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "Payout status, row 3; PAYOUT_REFUNDED, manual stablecoin refund"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "operatorRefundRefused",
      to: "same",
      ask: ["review"],
      spec: "PAYOUT_REFUNDED, manual stablecoin refund"
    }
  ],
  // Each outcome is booked once on its movement, so what comes again here, or out of turn, is an alarm.
  otherwise: {
    debited: {},
    debitRefused: {},
    doubted: {
      ignore: [
        "COMPLETED",
        "OWED",
        "RESTORING",
        "RESTORED",
        "RETURNING",
        "GIVEN_BACK",
        "RESTORING_PAID",
        "RESTORED_PAID",
        "RETURNING_PAID",
        "GIVEN_BACK_PAID",
        "REFUNDED"
      ]
    },
    pixSettled: {
      ignore: ["COMPLETED", "REFUNDED", "RESTORING_PAID", "RESTORED_PAID", "RETURNING_PAID", "GIVEN_BACK_PAID"]
    },
    pixRefused: {},
    reversed: {},
    restored: {},
    restoreRefused: {},
    reversalRefunded: {},
    reversalRefundRefused: {},
    refundOrdered: {
      reject: [
        "DEBITING",
        "PAYING",
        "COMPLETED",
        "FAILED",
        "RESTORING",
        "RESTORED",
        "RETURNING",
        "GIVEN_BACK",
        "RESTORING_PAID",
        "RESTORED_PAID",
        "RETURNING_PAID",
        "GIVEN_BACK_PAID",
        "REFUNDED"
      ]
    },
    refundedByOperator: {},
    operatorRefundRefused: {}
  }
})

export type PayoutState = keyof typeof payoutStates.states
export type PayoutTrigger = keyof typeof payoutStates.triggers

const itsMovement = { waits: "its movement" }
const theOperator = { waits: "the operator, who has it for review" }

/** Whom a payout waits for in each state. */
export const payoutOwed: OwedTable<PayoutState, { readonly id: string }> = {
  DEBITING: itsMovement,
  PAYING: itsMovement,
  COMPLETED: { waits: "nobody: the rail reports a reversal" },
  FAILED: { waits: "nobody" },
  OWED: theOperator,
  RESTORING: itsMovement,
  RESTORED: { waits: "nobody" },
  RETURNING: itsMovement,
  GIVEN_BACK: { waits: "nobody" },
  RESTORING_PAID: itsMovement,
  RESTORED_PAID: theOperator,
  RETURNING_PAID: itsMovement,
  GIVEN_BACK_PAID: theOperator,
  REFUNDED: { waits: "its movements, and else the operator" }
}
