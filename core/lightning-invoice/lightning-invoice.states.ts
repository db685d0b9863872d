// The lifecycle of a Lightning invoice that pays a PIX (spec "Lightning invoice", "Payout status"; C9, C10, C20, C21; 0095
// to 0098). The sats come first, then the PIX goes out; what cannot be paid goes back, to an address or by the operator.
import type { EventName } from "../event/event.ts"
import type * as templates from "../ledger/payout-templates.ts"
import { defineMachine } from "../machine/machine.ts"
import type { Cents } from "../money/units.ts"
import { lightningInvoiceTriggers } from "./lightning-invoice.triggers.ts"

/** What guards look at; `returnedNow` is 0 for every trigger but a reversal. */
export interface LightningInvoiceGuardFacts {
  readonly value: Cents
  readonly returnedBefore: Cents
  readonly returnedNow: Cents
  /** Whether the invoice names an address for what cannot be paid. */
  readonly hasRefundAddress: boolean
  /** Whether the PIX is known to have settled. */
  readonly isPixPaid: boolean
  /** Whether it settled under an end-to-end id that was not known, and this fact tells it. */
  readonly tellsId: boolean
  /** What the sats that go back, or went, were given back for. */
  readonly refundOf: "nothing" | "unpaid" | "paid" | "reversed"
}

/** The events that a row may emit. */
export type LightningInvoiceEvent = Extract<EventName, `PAYOUT_${string}`>

/** The entries that a row may post. */
export type LightningInvoiceEntry = Extract<
  keyof typeof templates,
  | "payoutDebited"
  | "payoutPaid"
  | "payoutFeeEarned"
  | "payoutRestored"
  | "payoutReversed"
  | "reversalRefunded"
  | "paidPayoutRefunded"
  | "paidAfterRestoring"
  | "returnedAfterRestoring"
  | "lossRecovered"
  | "networkFeePaid"
>

/** What a row may ask for after the commit. */
export type LightningInvoiceAsk = "pay" | "refund" | "review"

const returnFits = ({ isPixPaid, returnedBefore, returnedNow, value }: LightningInvoiceGuardFacts): boolean =>
  isPixPaid && returnedNow > 0n && returnedBefore + returnedNow <= value

export const lightningInvoiceStates = defineMachine<
  LightningInvoiceGuardFacts,
  LightningInvoiceEntry,
  LightningInvoiceEvent,
  LightningInvoiceAsk
>()({
  name: "Lightning invoice",
  initial: "WAITING",
  terminal: ["REFUNDED"],
  states: {
    WAITING: "PENDING",
    PAYING: "PAID",
    UNKNOWN: "PAID",
    COMPLETED: "COMPLETED",
    REFUNDING: "FAILED",
    FAILED: "FAILED",
    REFUNDED: "REFUNDED",
    EXPIRED: "EXPIRED",
    REVERSED: "REFUNDED",
    RETURNING: "REFUNDED",
    GIVING_BACK: "COMPLETED"
  },
  triggers: lightningInvoiceTriggers,
  guards: {
    hasRefundAddress: ({ hasRefundAddress }) => hasRefundAddress,
    isPixUnpaid: ({ isPixPaid }) => !isPixPaid,
    tellsId: ({ tellsId }) => tellsId,
    hasReturned: ({ returnedBefore }) => returnedBefore > 0n,
    returnFits,
    returnFitsReversed: (facts) => returnFits(facts) && facts.refundOf === "reversed",
    returnFitsLost: (facts) => returnFits(facts) && facts.refundOf !== "reversed"
  },
  rows: [
    {
      from: ["WAITING"],
      on: "invoicePaid",
      to: "PAYING",
      post: ["payoutDebited"],
      ask: ["pay"],
      spec: "Lightning invoice to PIX: settles to a PIX key when paid"
    },
    { from: ["WAITING"], on: "invoiceLapsed", to: "EXPIRED", spec: "C20" },
    {
      from: ["EXPIRED"],
      on: "invoicePaid",
      to: "PAYING",
      post: ["payoutDebited"],
      ask: ["pay"],
      spec: "0095: paid after it had expired is money in all the same"
    },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "pixPaid",
      to: "COMPLETED",
      post: ["payoutPaid", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL"],
      spec: "Payout status, row 1"
    },
    { from: ["PAYING"], on: "pixUnknown", to: "UNKNOWN", spec: "C10" },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "pixRefused",
      when: "hasRefundAddress",
      to: "REFUNDING",
      emit: ["PAYOUT_FAILED"],
      ask: ["refund"],
      spec: "C21"
    },
    {
      from: ["PAYING", "UNKNOWN"],
      on: "pixRefused",
      to: "FAILED",
      emit: ["PAYOUT_FAILED"],
      ask: ["review"],
      spec: "C20"
    },
    {
      from: ["REFUNDING"],
      on: "refundSent",
      to: "REFUNDED",
      post: ["payoutRestored", "networkFeePaid"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "C21"
    },
    { from: ["REFUNDING"], on: "refundRefused", to: "FAILED", ask: ["review"], spec: "C21; 0096" },
    { from: ["FAILED"], on: "refundAsked", to: "REFUNDING", ask: ["refund"], spec: "Manual Lightning refund; 0098" },
    {
      from: ["FAILED"],
      on: "pixPaid",
      when: "isPixUnpaid",
      to: "COMPLETED",
      post: ["payoutPaid", "payoutFeeEarned"],
      emit: ["PAYOUT_SUCCESSFUL"],
      ask: ["review"],
      spec: "C10: what happened counts, also after a word to the contrary"
    },
    {
      from: ["REFUNDING", "REFUNDED"],
      on: "pixPaid",
      when: "isPixUnpaid",
      to: "same",
      post: ["paidAfterRestoring"],
      ask: ["review"],
      spec: "C10: what happened counts, also after a word to the contrary"
    },
    {
      from: ["COMPLETED"],
      on: "pixReversed",
      when: "returnFits",
      to: "REVERSED",
      post: ["payoutReversed"],
      emit: ["PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, row 3; 0097"
    },
    {
      from: ["REVERSED", "RETURNING", "GIVING_BACK"],
      on: "pixReversed",
      when: "returnFits",
      to: "same",
      post: ["payoutReversed"],
      emit: ["PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, row 3; 0097: returned in parts"
    },
    {
      from: ["REFUNDED"],
      on: "pixReversed",
      when: "returnFitsReversed",
      to: "same",
      post: ["payoutReversed"],
      emit: ["PAYOUT_REFUNDED"],
      ask: ["review"],
      spec: "Payout status, row 3; 0097: one more part, owed until the operator has placed it"
    },
    {
      from: ["REFUNDING", "FAILED", "REFUNDED"],
      on: "pixReversed",
      when: "returnFitsLost",
      to: "same",
      post: ["returnedAfterRestoring"],
      ask: ["review"],
      spec: "0097: the sats went back at our cost, and the bank makes it good"
    },
    {
      from: ["COMPLETED", "REVERSED", "RETURNING", "GIVING_BACK", "REFUNDED"],
      on: "pixPaid",
      when: "tellsId",
      to: "same",
      spec: "Payout status, row 1: endToEndId becomes available"
    },
    {
      from: ["REVERSED"],
      on: "refundAsked",
      to: "RETURNING",
      ask: ["refund"],
      spec: "Manual Lightning refund; 0097, 0098"
    },
    {
      from: ["RETURNING"],
      on: "refundSent",
      to: "REFUNDED",
      post: ["reversalRefunded", "networkFeePaid"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "Manual Lightning refund; 0097"
    },
    { from: ["RETURNING"], on: "refundRefused", to: "REVERSED", ask: ["review"], spec: "0098" },
    {
      from: ["COMPLETED"],
      on: "refundAsked",
      to: "GIVING_BACK",
      ask: ["refund"],
      spec: "Payout status, row 3: the operator refunds manually"
    },
    {
      from: ["GIVING_BACK"],
      on: "refundSent",
      to: "REFUNDED",
      post: ["paidPayoutRefunded", "lossRecovered", "networkFeePaid"],
      emit: ["PAYOUT_REFUNDED"],
      spec: "Payout status, row 3: the operator refunds manually"
    },
    {
      from: ["GIVING_BACK"],
      on: "refundRefused",
      when: "hasReturned",
      to: "REVERSED",
      ask: ["review"],
      spec: "0098: the bank had sent it back meanwhile"
    },
    { from: ["GIVING_BACK"], on: "refundRefused", to: "COMPLETED", ask: ["review"], spec: "0098" }
  ],
  otherwise: {
    invoicePaid: {
      ignore: [
        "PAYING",
        "UNKNOWN",
        "COMPLETED",
        "REFUNDING",
        "FAILED",
        "REFUNDED",
        "REVERSED",
        "RETURNING",
        "GIVING_BACK"
      ]
    },
    invoiceLapsed: {
      ignore: [
        "PAYING",
        "UNKNOWN",
        "COMPLETED",
        "REFUNDING",
        "FAILED",
        "REFUNDED",
        "EXPIRED",
        "REVERSED",
        "RETURNING",
        "GIVING_BACK"
      ]
    },
    pixPaid: { ignore: ["COMPLETED", "REFUNDING", "FAILED", "REFUNDED", "REVERSED", "RETURNING", "GIVING_BACK"] },
    pixRefused: { ignore: ["REFUNDING", "FAILED", "REFUNDED"] },
    pixUnknown: {
      ignore: [
        "WAITING",
        "UNKNOWN",
        "COMPLETED",
        "REFUNDING",
        "FAILED",
        "REFUNDED",
        "EXPIRED",
        "REVERSED",
        "RETURNING",
        "GIVING_BACK"
      ]
    },
    pixReversed: {},
    refundAsked: {
      ignore: ["REFUNDING", "REFUNDED", "RETURNING", "GIVING_BACK"],
      reject: ["WAITING", "PAYING", "UNKNOWN", "EXPIRED"]
    },
    refundSent: { ignore: ["REFUNDED"] },
    refundRefused: { ignore: ["WAITING", "PAYING", "UNKNOWN", "COMPLETED", "FAILED", "EXPIRED", "REVERSED"] }
  }
})

export type LightningInvoiceState = keyof typeof lightningInvoiceStates.states
export type LightningInvoiceTrigger = keyof typeof lightningInvoiceStates.triggers
