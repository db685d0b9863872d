// What the node's answers mean, as data. LND answers most requests that it refuses with code 2 and a sentence of its own, so a
// sentence is part of the row. What no row lists is Unknown.
import type { RefusalCode } from "../../core/base/reason/reason.ts"

/**
 * What a FAILED payment means: `refused` for good, `short` of our own balance, so that nothing was sent and it is tried again, or
 * `unknown`.
 */
type FailureMeaning = "refused" | "short" | "unknown"

interface FailureRow {
  readonly means: FailureMeaning
  /** The code of a refusal; `failed` by default. */
  readonly refusal?: RefusalCode
  /** What the node says with it, in our words. */
  readonly says: string
}

/** The reasons of a payment of status FAILED: it has no part under way then, and none arrived. */
export const failureReasons: Readonly<Record<string, FailureRow>> = {
  FAILURE_REASON_TIMEOUT: { means: "refused", says: "there were more routes to try, but the time was over" },
  FAILURE_REASON_NO_ROUTE: { means: "refused", says: "no route is left, or there was none within the fee" },
  FAILURE_REASON_ERROR: { means: "refused", says: "the payment cannot go on after an error" },
  FAILURE_REASON_INCORRECT_PAYMENT_DETAILS: {
    means: "refused",
    refusal: "badInvoice",
    says: "the receiver does not know the invoice, or not with this amount"
  },
  FAILURE_REASON_INSUFFICIENT_BALANCE: { means: "short", says: "our channels hold too little" },
  FAILURE_REASON_CANCELED: { means: "refused", refusal: "cancelled", says: "the payment was cancelled" },
  FAILURE_REASON_NONE: { means: "unknown", says: "it has not failed" }
}

/**
 * What an error means: `repeated`, the payment was requested before; `refused`, it is never sent; `duplicate`, the invoice is there
 * already; `unknownPayment` and `unknownInvoice`, there is none.
 */
export type ErrorMeaning = "repeated" | "refused" | "duplicate" | "unknownPayment" | "unknownInvoice"

interface ErrorRow {
  /** The code of gRPC. */
  readonly code: number
  /** What the sentence begins with. */
  readonly sentence: string
  readonly means: ErrorMeaning
  /** The code of a refusal; `failed` by default. */
  readonly refusal?: RefusalCode
  readonly says: string
}

/** The errors that are about what was asked. A route that the node does not have is code 5 too, with another sentence. */
export const errors: ReadonlyArray<ErrorRow> = [
  { code: 6, sentence: "invoice is already paid", means: "repeated", says: "it was paid before" },
  { code: 6, sentence: "payment is in transition", means: "repeated", says: "it is under way" },
  { code: 6, sentence: "payment already exists", means: "repeated", says: "it was requested before" },
  { code: 2, sentence: "invoice expired", means: "refused", refusal: "expired", says: "the invoice has expired" },
  {
    code: 2,
    sentence: "self-payments not allowed",
    means: "refused",
    refusal: "badInvoice",
    says: "the invoice is this node's own"
  },
  { code: 2, sentence: "invoice with payment hash already exists", means: "duplicate", says: "the invoice is there" },
  { code: 5, sentence: "payment isn't initiated", means: "unknownPayment", says: "it was never requested" },
  { code: 5, sentence: "unable to locate invoice", means: "unknownInvoice", says: "there is no such invoice" },
  { code: 5, sentence: "there are no existing invoices", means: "unknownInvoice", says: "there is no invoice at all" }
]

/** The row of an error; undefined where none lists it. */
export const errorRow = ({ code, message }: { readonly code: number; readonly message: string }) =>
  errors.find((row) => row.code === code && message.startsWith(row.sentence))
