// What Avenia's states and answers mean, as data. Whatever is not listed says nothing of what was asked. `says` is what Avenia writes
// of it, in short.
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import type { ImportAnswer } from "../../core/ports/kyc-provider.ts"

/** What a ticket's state means for a PIX that came in on it, and for one that it pays. */
export interface TicketRow {
  readonly status: string
  readonly charge: "unpaid" | "paid" | "unknown"
  readonly payment: "Done" | "Refused" | "Unknown"
  readonly says: string
}

/**
 * A failed ticket with an end-to-end id is neither unpaid nor refused, whatever its row says: a PIX went over it, and a person has
 * to look where it is.
 */
export const ticketRows: ReadonlyArray<TicketRow> = [
  { status: "PENDING", charge: "unpaid", payment: "Unknown", says: "the ticket is being prepared" },
  { status: "UNPAID", charge: "unpaid", payment: "Unknown", says: "the ticket waits to be paid" },
  { status: "PROCESSING", charge: "unknown", payment: "Unknown", says: "deposit or delivery is under way" },
  { status: "PAID", charge: "paid", payment: "Done", says: "deposit and delivery succeeded" },
  { status: "FAILED", charge: "unpaid", payment: "Refused", says: "the ticket failed" },
  { status: "PARTIAL-FAILED", charge: "unknown", payment: "Unknown", says: "a part of the ticket failed" },
  { status: "ON-HOLD", charge: "unknown", payment: "Unknown", says: "a person at Avenia has to look" }
]

/** What an attempt's state means; a row without a result holds for each one. */
export interface AttemptRow {
  readonly status: string
  readonly result?: string
  readonly is: KycReport["status"]
  readonly says: string
}

export const attemptRows: ReadonlyArray<AttemptRow> = [
  { status: "PENDING", is: "PENDING", says: "the attempt was taken" },
  { status: "PROCESSING", is: "REVIEW", says: "the attempt is looked at" },
  { status: "COMPLETED", result: "APPROVED", is: "APPROVED", says: "approved" },
  { status: "COMPLETED", result: "REJECTED", is: "REJECTED", says: "rejected" },
  { status: "EXPIRED", is: "EXPIRED", says: "the person did not finish in time" }
]

/** What a share token becomes, by a part of what Avenia answers. A body is compared with these and goes nowhere. */
export interface TokenRow {
  readonly status: number
  readonly says: string
  readonly is: Exclude<ImportAnswer["_tag"], "Accepted" | "Failed" | "Unknown"> | "Ambiguous"
}

export const tokenRows: ReadonlyArray<TokenRow> = [
  { status: 400, says: "importToken invalid field", is: "Invalid" },
  { status: 400, says: "token is not valid or already used", is: "Invalid" },
  { status: 400, says: "can only import one token per user", is: "Used" },
  // Which one it is that is processed cannot be told apart: it is looked up.
  { status: 400, says: "another token is currently being processed", is: "Ambiguous" }
]

/** How Avenia refuses a field of a form. */
export const refusedField = /^InvalidFieldError: [A-Za-z]+ is invalid$/

/** Statuses of a request that was refused before anything was made of it; every other one but a success may have done so. */
export const madeNothing = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 429].includes(status)
