// The lifecycle of a Lightning invoice that pays a PIX (spec "Lightning invoice", "Payout status"; C9, C10, C20, C21; 0095
// to 0098). The sats come first, then the PIX goes out. From PAYING on the rows are those of every PIX that we pay; what cannot
// be paid goes back to the address that the invoice names, or by the operator.
import { defineMachine } from "../../engine/machine/machine.ts"
import {
  type PixPaymentAsk,
  type PixPaymentEvent,
  type PixPaymentGuardFacts,
  type PixPaymentPost,
  anyPixPaymentState,
  pixPaymentElsewhere,
  pixPaymentGuards,
  pixPaymentOwed,
  pixPaymentRows
} from "../pix-payment/pix-payment.states.ts"
import type { OwedTable } from "../../engine/store/records.ts"
import { lightningInvoiceTriggers } from "./lightning-invoice.triggers.ts"

/** What a row begins: a movement, or a review. */
export type LightningInvoiceAsk = PixPaymentAsk | "pay"

export const lightningInvoiceStates = defineMachine<
  PixPaymentGuardFacts,
  PixPaymentPost,
  PixPaymentEvent,
  LightningInvoiceAsk
>()({
  name: "Lightning invoice",
  initial: "WAITING",
  terminal: ["REFUNDED"],
  states: {
    WAITING: "PENDING",
    EXPIRED: "EXPIRED",
    PAYING: "PAID",
    COMPLETED: "COMPLETED",
    OWED: "FAILED",
    RESTORING: "FAILED",
    RESTORED: "REFUNDED",
    RETURNING: "FAILED",
    GIVEN_BACK: "REFUNDED",
    RESTORING_PAID: "FAILED",
    RESTORED_PAID: "REFUNDED",
    RETURNING_PAID: "FAILED",
    GIVEN_BACK_PAID: "REFUNDED",
    REFUNDED: "REFUNDED"
  },
  triggers: lightningInvoiceTriggers,
  guards: pixPaymentGuards,
  rows: [
    {
      from: ["WAITING"],
      on: "invoicePaid",
      to: "PAYING",
      post: ["payoutDebited"],
      ask: ["pay"],
      spec: "Lightning invoice to PIX: settles to a PIX key when paid"
    },
    { from: ["WAITING"], on: "invoiceExpired", to: "EXPIRED", spec: "C20" },
    {
      from: ["EXPIRED"],
      on: "invoicePaid",
      to: "PAYING",
      post: ["payoutDebited"],
      ask: ["pay"],
      spec: "0095: paid after it had expired is money in all the same"
    },
    {
      from: ["RESTORING", "RESTORING_PAID", "RETURNING", "RETURNING_PAID", "COMPLETED", "REFUNDED"],
      on: "refundPrepared",
      to: "same",
      spec: "0096: one invoice, on record before it is paid"
    },
    ...pixPaymentRows({
      refused: ["PAYOUT_FAILED"],
      restored: ["PAYOUT_REFUNDED"],
      restoreRefused: [],
      arrived: ["networkFeePaid"]
    })
  ],
  otherwise: {
    ...pixPaymentElsewhere,
    invoicePaid: { ignore: anyPixPaymentState },
    invoiceExpired: { ignore: [...anyPixPaymentState, "EXPIRED"] },
    refundPrepared: {},
    refundOrdered: { reject: [...pixPaymentElsewhere.refundOrdered.reject, "WAITING", "EXPIRED"] }
  }
})

export type LightningInvoiceState = keyof typeof lightningInvoiceStates.states
export type LightningInvoiceTrigger = keyof typeof lightningInvoiceStates.triggers

/** Whom a Lightning invoice waits for in each state, and the job that it owes. */
export const lightningInvoiceOwed: OwedTable<
  LightningInvoiceState,
  { readonly id: string; readonly expiresAt: number }
> = {
  ...pixPaymentOwed,
  WAITING: {
    owes: {
      task: "expire-lightning-invoice",
      id: ({ id }) => `expire-lightning-invoice/${id}`,
      dueAt: ({ expiresAt }) => expiresAt
    },
    waits: "the payer, until the invoice expires"
  },
  EXPIRED: { waits: "no one: the node reports a late payment" }
}
