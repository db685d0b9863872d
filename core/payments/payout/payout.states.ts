// The lifecycle of a payout (spec "Payout status"; C9, C10, C53): debit, then PIX, then whatever comes back. The PIX is never
// planned before the debit is final. From PAYING on the rows are those of every PIX that we pay; here stand the debit, and what
// goes back without an order.
import { defineMachine } from "../../engine/machine/machine.ts"
import {
  type PixPaymentAsk,
  type PixPaymentEvent,
  type PixPaymentGuardFacts,
  type PixPaymentPost,
  isRefundedAhead,
  pixPaymentElsewhere,
  pixPaymentGuards,
  pixPaymentOwed,
  pixPaymentRows
} from "../pix-payment/pix-payment.states.ts"
import type { OwedTable } from "../../engine/store/records.ts"
import { payoutTriggers } from "./payout.triggers.ts"

/** What guards look at. */
export interface PayoutGuardFacts extends PixPaymentGuardFacts {
  /** Whether what the bank returns goes to the wallet without an order. */
  readonly refundsReversals: boolean
}

/** Entries of a row: those of payments, and what becomes of the wallet's hold. */
export type PayoutPost = PixPaymentPost | "walletSpent" | "walletReleased"

/** What a row begins: a movement, or a review. */
export type PayoutAsk = PixPaymentAsk | "pay" | "refundReversal"

export const payoutStates = defineMachine<PayoutGuardFacts, PayoutPost, PixPaymentEvent, PayoutAsk>()({
  name: "payout",
  initial: "DEBITING",
  terminal: ["REFUNDED"],
  states: {
    /** The debit is on its way. */
    DEBITING: "PENDING",
    /** The debit was refused: nothing left the wallet. */
    FAILED: "FAILED",
    PAYING: "PENDING",
    COMPLETED: "COMPLETED",
    OWED: "FAILED",
    RESTORING: "PENDING",
    RESTORED: "FAILED",
    RETURNING: "PENDING",
    GIVEN_BACK: "REFUNDED",
    RESTORING_PAID: "PENDING",
    RESTORED_PAID: "FAILED",
    RETURNING_PAID: "PENDING",
    GIVEN_BACK_PAID: "REFUNDED",
    REFUNDED: "REFUNDED"
  },
  triggers: payoutTriggers,
  guards: {
    ...pixPaymentGuards,
    refundsReversal: (facts) => facts.refundsReversals && !isRefundedAhead(facts)
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
      from: ["FAILED"],
      on: "debited",
      to: "OWED",
      post: ["payoutDebited"],
      ask: ["review"],
      spec: "0070: it left the wallet after all, and is owed until the operator gives it back"
    },
    {
      from: ["DEBITING"],
      on: "debitRefused",
      to: "FAILED",
      post: ["walletReleased"],
      emit: ["PAYOUT_FAILED"],
      spec: "Payout status, row 2: nothing had left the wallet"
    },
    { from: ["DEBITING"], on: "doubted", to: "same", spec: "C10" },
    {
      from: ["COMPLETED", "REFUNDED"],
      on: "reversed",
      when: "refundsReversal",
      to: "REFUNDED",
      post: ["payoutReversed"],
      ask: ["refundReversal"],
      spec: "Payout status, row 3; PAYOUT_REFUNDED with AUTO_REFUND on"
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
    // While it is on its way back by itself no one is notified yet, and what is back is a failure: the wallet has everything.
    ...pixPaymentRows({ refused: [], restored: ["PAYOUT_FAILED"], restoreRefused: ["PAYOUT_FAILED"], arrived: [] })
  ],
  otherwise: {
    ...pixPaymentElsewhere,
    debited: {},
    debitRefused: {},
    reversalRefunded: {},
    reversalRefundRefused: {},
    refundOrdered: { reject: [...pixPaymentElsewhere.refundOrdered.reject, "DEBITING", "FAILED"] }
  }
})

export type PayoutState = keyof typeof payoutStates.states
export type PayoutTrigger = keyof typeof payoutStates.triggers

/** Whom a payout waits for in each state. */
export const payoutOwed: OwedTable<PayoutState, { readonly id: string }> = {
  ...pixPaymentOwed,
  DEBITING: { waits: "its movement" },
  FAILED: { waits: "no one" }
}
