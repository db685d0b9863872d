// What Sumsub's answers mean, as data: the state of a review, and the codes that are about a file or a share token. Whatever is not
// listed says nothing of what was asked. `says` is what Sumsub writes of it, in short.
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import type { ImportAnswer } from "../../core/ports/kyc-provider.ts"

/** A state of a review; a row without an answer holds for each one, and one without a type for each type. */
export interface ReviewRow {
  readonly status: string
  readonly answer?: string
  readonly rejectType?: string
  readonly is: KycReport["status"]
  readonly says: string
}

/** The first row that fits counts. */
export const reviewRows: ReadonlyArray<ReviewRow> = [
  { status: "init", is: "STARTED", says: "the applicant is registered, and documents may be missing" },
  { status: "pending", is: "PENDING", says: "the applicant waits for its check" },
  { status: "queued", is: "PENDING", says: "the check is queued" },
  { status: "prechecked", is: "PENDING", says: "the check is in the middle" },
  { status: "onHold", is: "REVIEW", says: "a person at Sumsub or of the operator has to look" },
  { status: "awaitingService", is: "REVIEW", says: "another service has to answer first" },
  { status: "awaitingUser", is: "REVIEW", says: "the person has to do something more" },
  { status: "completed", answer: "GREEN", is: "APPROVED", says: "the applicant was approved" },
  { status: "completed", answer: "RED", rejectType: "RETRY", is: "REJECTED", says: "rejected, and may be tried again" },
  { status: "completed", answer: "RED", rejectType: "FINAL", is: "REJECTED", says: "rejected for good" },
  { status: "completed", answer: "RED", is: "REJECTED", says: "rejected" },
  { status: "completed", answer: "YELLOW", is: "REVIEW", says: "neither approved nor rejected" }
]

/** What a file that was sent becomes. `kept`: Sumsub has it already. `closed`: the check has begun, and nothing can be added. */
export interface FileRow {
  readonly status: number
  readonly errorCode: number
  readonly is: "kept" | "closed" | "Refused"
  readonly says: string
}

export const fileRows: ReadonlyArray<FileRow> = [
  { status: 409, errorCode: 1000, is: "kept", says: "duplicate-document: the same file was uploaded before" },
  {
    status: 409,
    errorCode: 1006,
    is: "closed",
    says: "no-upload-verification-in-progress: the applicant is being checked"
  },
  { status: 400, errorCode: 1002, is: "Refused", says: "file-too-big: the file is larger than Sumsub takes" },
  { status: 400, errorCode: 1003, is: "Refused", says: "empty-file: the file has no bytes" },
  { status: 400, errorCode: 1004, is: "Refused", says: "corrupted-file: the file cannot be read" },
  { status: 400, errorCode: 1005, is: "Refused", says: "unsupported-file-format: the format is not taken" }
]

/** What a share token becomes. A row names a code, or how the description begins, or neither. */
export interface TokenRow {
  readonly status: number
  readonly errorCode?: number
  readonly begins?: string
  readonly is: Exclude<ImportAnswer["_tag"], "Accepted" | "Failed" | "Unknown">
  readonly says: string
}

export const tokenRows: ReadonlyArray<TokenRow> = [
  { status: 401, begins: "Token is invalid", is: "Invalid", says: "the share token is unknown, expired or was used" },
  {
    status: 400,
    errorCode: 10_501,
    is: "NotEnabled",
    says: "not-in-partners-list: we are no partner of whoever shares"
  },
  { status: 400, errorCode: 10_502, is: "Invalid", says: "invalid-partner-id: the token was made for another client" },
  { status: 400, errorCode: 10_518, is: "NotEnabled", says: "copy-applicant-disabled: imports are off for us" },
  { status: 409, is: "Used", says: "one token was imported for this user already" }
]
