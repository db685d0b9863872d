// The lifecycle of a payout (spec "Payout status"; C9, C10): debit, then PIX, then whatever comes back. The PIX is never
// asked for before the debit is final, an Unknown is no failure, and nothing undoes a settled PIX but its reversal. Facts
// are told apart by their foreign id before they come here, so a second `reversed` is another return.
import type { EventName } from "../event/event.ts"
import type * as templates from "../ledger/payout-templates.ts"
import { defineMachine } from "../machine/machine.ts"
import type { Cents } from "../money/units.ts"
import { payoutTriggers } from "./payout.triggers.ts"

/** What guards look at; amounts are cents, zero where the trigger has none. */
export interface PayoutGuardFacts {
  readonly value: Cents
  /** Whether the flag AUTO_REFUND is on. */
  readonly autoRefund: boolean
  /** Where the asset is: in the wallet still, with us, on its way back whole, or back. */
  readonly funds: "untaken" | "taken" | "returning" | "restored"
  /** Whether the PIX is known to have settled. */
  readonly isPaid: boolean
  /** Whether the PIX settled under an end-to-end id that is not known yet, and this fact tells it. */
  readonly tellsId: boolean
  /** Whether the operator ordered what is being given back. */
  readonly isOrdered: boolean
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

/** What a row may ask for after the commit. */
export type PayoutAsk = "pay" | "restore" | "refundReversal" | "sendOrdered" | "review"

const returned = ({ returnedBefore, returnedNow }: PayoutGuardFacts): bigint => returnedBefore + returnedNow
const isWithin = (facts: PayoutGuardFacts): boolean => returned(facts) <= facts.value
const isGivenBack = ({ funds }: PayoutGuardFacts): boolean => funds === "returning" || funds === "restored"
const isOwed = ({ funds, isPaid }: PayoutGuardFacts): boolean => funds === "taken" && !isPaid

export const payoutStates = defineMachine<PayoutGuardFacts, PayoutPost, PayoutEvent, PayoutAsk>()({
  name: "payout",
  initial: "DEBITING",
  terminal: ["REFUNDED"],
  states: {
    DEBITING: "PENDING",
    PAYING: "PENDING",
    UNKNOWN: "PENDING",
    COMPLETED: "COMPLETED",
    REFUNDING: "PENDING",
    FAILED: "FAILED",
    REFUNDED: "REFUNDED"
  },
  triggers: payoutTriggers,
  guards: {
    autoRefund: ({ autoRefund }) => autoRefund,
    ordered: ({ isOrdered }) => isOrdered,
    taken: ({ funds }) => funds === "taken",
    owed: isOwed,
    unpaid: ({ isPaid }) => !isPaid,
    restoredAndUnpaid: ({ funds, isPaid }) => funds === "restored" && !isPaid,
    tellsId: ({ tellsId }) => tellsId,
    within: isWithin,
    withinAndAutoRefund: (facts) => isWithin(facts) && facts.autoRefund,
    owedAndWithin: (facts) => isOwed(facts) && isWithin(facts),
    owedWithinAndAutoRefund: (facts) => isOwed(facts) && isWithin(facts) && facts.autoRefund,
    takenAndWithin: (facts) => facts.funds !== "untaken" && isWithin(facts),
    givenBackAndWithin: (facts) => isGivenBack(facts) && isWithin(facts),
    givenBackUnpaidAndWithin: (facts) => isGivenBack(facts) && !facts.isPaid && isWithin(facts),
    refundedAhead: (facts) => isWithin(facts) && facts.refunded >= returned(facts),
    refundingAhead: (facts) => isWithin(facts) && facts.refunded + facts.refunding >= returned(facts),
    nothingOnItsWay: ({ refunding }) => refunding === 0n,
    returnPending: ({ funds, refunded, refunding, returnedBefore }) =>
      funds === "taken" && returnedBefore > refunded + refunding
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
    { from: ["DEBITING"], on: "debitUnknown", to: "same", spec: "C10" },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "pixSettled",
      to: "COMPLETED",
      post: ["payoutPaid", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL"],
      spec: "Payout status, row 1"
    },
    {
      from: ["FAILED"],
      on: "pixSettled",
      when: "owed",
      to: "COMPLETED",
      post: ["payoutPaid", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL"],
      spec: "Payout status, row 1; C9: settled after all, before anything was given back"
    },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "pixRefused",
      when: "autoRefund",
      to: "REFUNDING",
      ask: ["restore"],
      spec: "Payout status, row 2"
    },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "pixRefused",
      to: "FAILED",
      emit: ["PAYOUT_FAILED"],
      ask: ["review"],
      spec: "Payout status, row 2: without AUTO_REFUND the asset is owed until the operator gives it back"
    },
    { from: ["PAYING", "UNKNOWN"], on: "pixUnknown", to: "UNKNOWN", spec: "C10" },
    {
      from: ["REFUNDING"],
      on: "restored",
      when: "ordered",
      to: "REFUNDED",
      post: ["payoutRestored"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "PAYOUT_REFUNDED, manual stablecoin refund"
    },
    {
      from: ["REFUNDING"],
      on: "restored",
      to: "FAILED",
      post: ["payoutRestored"],
      emit: ["PAYOUT_FAILED"],
      spec: "Payout status, row 2"
    },
    {
      from: ["REFUNDING"],
      on: "restoreRefused",
      when: "ordered",
      to: "FAILED",
      ask: ["review"],
      spec: "C9: still owed"
    },
    {
      from: ["REFUNDING"],
      on: "restoreRefused",
      to: "FAILED",
      emit: ["PAYOUT_FAILED"],
      ask: ["review"],
      spec: "Payout status, row 2; C9: still owed"
    },
    {
      from: ["REFUNDING"],
      on: "pixSettled",
      when: "unpaid",
      to: "same",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled while the asset was on its way back"
    },
    {
      from: ["FAILED", "REFUNDED"],
      on: "pixSettled",
      when: "restoredAndUnpaid",
      to: "same",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled after the asset was given back"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "pixSettled",
      when: "tellsId",
      to: "same",
      spec: "Payout status, row 1: endToEndId becomes available"
    },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "reversed",
      when: "withinAndAutoRefund",
      to: "REFUNDED",
      post: ["payoutPaid", "payoutFeeEarned", "payoutReversed"],
      emit: ["PAYOUT_SUCCESSFUL"],
      ask: ["refundReversal"],
      spec: "Payout status, rows 1 and 3: what came back had settled"
    },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "reversed",
      when: "within",
      to: "REFUNDED",
      post: ["payoutPaid", "payoutFeeEarned", "payoutReversed"],
      emit: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, rows 1 and 3: what came back had settled"
    },
    {
      from: ["FAILED"],
      on: "reversed",
      when: "owedWithinAndAutoRefund",
      to: "REFUNDED",
      post: ["payoutPaid", "payoutFeeEarned", "payoutReversed"],
      emit: ["PAYOUT_SUCCESSFUL"],
      ask: ["refundReversal"],
      spec: "Payout status, rows 1 and 3: what came back had settled"
    },
    {
      from: ["FAILED"],
      on: "reversed",
      when: "owedAndWithin",
      to: "REFUNDED",
      post: ["payoutPaid", "payoutFeeEarned", "payoutReversed"],
      emit: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, rows 1 and 3: what came back had settled"
    },
    {
      from: ["REFUNDING", "FAILED", "REFUNDED"],
      on: "reversed",
      when: "givenBackUnpaidAndWithin",
      to: "same",
      post: ["paidAfterRestoring", "returnedAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled after the asset was given back, and returned"
    },
    {
      from: ["REFUNDING", "REFUNDED"],
      on: "reversed",
      when: "givenBackAndWithin",
      to: "same",
      post: ["returnedAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled after the asset was given back, and returned"
    },
    {
      from: ["FAILED"],
      on: "reversed",
      when: "takenAndWithin",
      to: "same",
      post: ["returnedAfterRestoring"],
      ask: ["review"],
      spec: "C9: settled while the asset was to be given back, and returned"
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
      when: "withinAndAutoRefund",
      to: "REFUNDED",
      post: ["payoutReversed"],
      ask: ["refundReversal"],
      spec: "Payout status, row 3; PAYOUT_REFUNDED with AUTO_REFUND on"
    },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "reversed",
      when: "within",
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
      from: ["FAILED"],
      on: "refundOrdered",
      when: "taken",
      to: "REFUNDING",
      ask: ["sendOrdered"],
      spec: "PAYOUT_REFUNDED, manual stablecoin refund"
    },
    {
      from: ["COMPLETED"],
      on: "refundOrdered",
      when: "nothingOnItsWay",
      to: "same",
      ask: ["sendOrdered"],
      spec: "Payout status, row 3: the operator refunds"
    },
    {
      from: ["REFUNDED"],
      on: "refundOrdered",
      when: "returnPending",
      to: "same",
      ask: ["sendOrdered"],
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
  otherwise: {
    debited: { ignore: ["PAYING", "UNKNOWN", "COMPLETED", "REFUNDING", "REFUNDED"] },
    debitRefused: { ignore: ["FAILED"] },
    debitUnknown: { ignore: ["PAYING", "UNKNOWN", "COMPLETED", "REFUNDING", "FAILED", "REFUNDED"] },
    pixSettled: { ignore: ["COMPLETED", "REFUNDING", "REFUNDED"], reject: ["DEBITING"] },
    pixRefused: { ignore: ["REFUNDING", "FAILED", "REFUNDED"], reject: ["DEBITING"] },
    pixUnknown: { ignore: ["COMPLETED", "REFUNDING", "FAILED", "REFUNDED"] },
    reversed: { reject: ["DEBITING"] },
    restored: { ignore: ["FAILED", "REFUNDED"] },
    restoreRefused: { ignore: ["FAILED"] },
    reversalRefunded: {},
    reversalRefundRefused: {},
    refundOrdered: { reject: ["DEBITING", "PAYING", "UNKNOWN", "COMPLETED", "REFUNDING", "FAILED", "REFUNDED"] },
    refundedByOperator: {},
    operatorRefundRefused: {}
  }
})

export type PayoutState = keyof typeof payoutStates.states
export type PayoutTrigger = keyof typeof payoutStates.triggers
