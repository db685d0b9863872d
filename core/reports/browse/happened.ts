// Everything that can have happened to a payment, each with what is expected to happen next: triggers of its lifecycle. What
// is not expected and yet may follow, such as a return of a PIX that has settled, the page keeps apart. A code without an
// expectation is an end.
import type { DepositTrigger } from "../../payments/deposit/deposit.states.ts"
import type { LightningInvoiceTrigger } from "../../payments/lightning-invoice/lightning-invoice.states.ts"
import type { PayoutTrigger } from "../../payments/payout/payout.states.ts"
import type { SwapTrigger } from "../../payments/swap/swap.states.ts"
import type { TransferTrigger } from "../../payments/transfer/transfer.states.ts"

type Trigger = DepositTrigger | PayoutTrigger | LightningInvoiceTrigger | TransferTrigger | SwapTrigger

const deposits = {
  awaitingPix: ["pixSettled", "chargeExpired"],
  chargeExpired: [],
  delivering: ["delivered", "deliveryRefused"],
  deliveringLate: ["delivered", "deliveryRefused"],
  deliveryUnknown: ["delivered", "deliveryRefused"],
  delivered: [],
  deliveryFailed: ["returnConfirmed"],
  returned: [],
  returnedAfterDelivery: [],
  returnedWhileDelivering: ["delivered"]
} satisfies Readonly<Record<string, ReadonlyArray<DepositTrigger>>>

// A Lightning invoice and a payout differ in how money comes in and goes back; the PIX between is the same.
const pixPayments = {
  awaitingLightning: ["invoicePaid", "invoiceExpired"],
  invoiceExpired: [],
  debiting: ["debited", "debitRefused"],
  debitUnknown: ["debited", "debitRefused"],
  notDebited: [],
  payingPix: ["pixSettled", "pixRefused"],
  pixUnknown: ["pixSettled", "pixRefused"],
  pixSettled: [],
  refusedReturning: ["restored", "restoreRefused"],
  refusedReturned: [],
  refusedOwed: ["refundOrdered"],
  settledAfterAll: [],
  settledWhileReturning: ["restored", "restoreRefused"],
  sentBackReturning: [
    "reversalRefunded",
    "reversalRefundRefused",
    "refundedByOperator",
    "operatorRefundRefused"
  ],
  sentBackReturned: [],
  sentBackOwed: ["refundOrdered"],
  refundingPaid: ["refundedByOperator", "operatorRefundRefused"],
  refundedPaid: []
} satisfies Readonly<Record<string, ReadonlyArray<PayoutTrigger | LightningInvoiceTrigger>>>

const transfers = {
  transferring: ["moved", "refused"],
  transferUnknown: ["moved", "refused"],
  transferred: [],
  transferFailed: []
} satisfies Readonly<Record<string, ReadonlyArray<TransferTrigger>>>

const swaps = {
  swapWaiting: ["claimed", "expired"],
  swapping: ["legConfirmed", "legRefused", "stopped"],
  swapped: [],
  swapFailed: [],
  swapStranded: []
} satisfies Readonly<Record<string, ReadonlyArray<SwapTrigger>>>

/** What is expected next, by what has happened. */
export const expected = { ...deposits, ...pixPayments, ...transfers, ...swaps } as const

export type Happened = keyof typeof expected

/** The triggers that are expected after a code. */
export const expectedAfter = (code: Happened): ReadonlyArray<Trigger> => expected[code]
