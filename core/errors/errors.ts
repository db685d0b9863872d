// Every refusal that a caller can meet, in the order in which they answer when several hold (C13). A refusal carries
// data, not sentences and no transport: words and codes are in `catalogue.ts`, statuses at the host.
import { Data } from "effect"

/** One field that is wrong, by its name on the wire. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** The host that was asked names no environment (C35). */
export class EnvironmentUnknown extends Data.TaggedError("EnvironmentUnknown")<{ readonly host: string }> {}

/** No key, an unknown key, or a key of another environment. */
export class Unauthorized extends Data.TaggedError("Unauthorized")<{
  readonly problem: "missing" | "malformed" | "unknown" | "typo" | "wrongEnvironment" | "proof"
}> {}

/** The input has the wrong shape. */
export class ValidationFailed extends Data.TaggedError("ValidationFailed")<{
  readonly details: ReadonlyArray<FieldProblem>
}> {}

/** The asset is not delivered on that network. */
export class UnsupportedPair extends Data.TaggedError("UnsupportedPair")<{
  readonly asset: string
  readonly network: string
}> {}

/** The idempotency key was used for another request. */
export class IdempotencyConflict extends Data.TaggedError("IdempotencyConflict")<{ readonly field: string }> {}

/** There is no such thing for this caller: the same answer for a missing and for a foreign one. */
export class NotFound extends Data.TaggedError("NotFound")<{
  readonly resource: "Subaccount" | "Deposit" | "Ticket" | "Route"
}> {}

/** The account lacks the feature flag. */
export class FeatureNotEnabled extends Data.TaggedError("FeatureNotEnabled")<{ readonly flag: string }> {}

/** The most recent KYC attempt of the subaccount is not APPROVED. */
export class KycNotApproved extends Data.TaggedError("KycNotApproved")<{ readonly subAccountId: string }> {}

/** The declared beneficiary is somebody else, and the account may not act for others. */
export class ThirdPartyNotEnabled extends Data.TaggedError("ThirdPartyNotEnabled")<{ readonly subAccountId: string }> {}

/** So little that nothing would be left to deliver after the fee. */
export class BelowMinimum extends Data.TaggedError("BelowMinimum")<{ readonly field: string }> {}

/** Too many requests. */
export class RateLimited extends Data.TaggedError("RateLimited")<{ readonly retryAfterSeconds: number }> {}

/** Something that this environment needs has no provider behind it; nothing happened. */
export class UpstreamUnavailable extends Data.TaggedError("UpstreamUnavailable")<{
  readonly upstream: string
  readonly retryAfterSeconds: number
}> {}

/** The store broke off while committing: the request may have taken effect. Sending it again unchanged is safe with a key. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{ readonly retryAfterSeconds: number }> {}

export type Refusal =
  | EnvironmentUnknown
  | Unauthorized
  | ValidationFailed
  | UnsupportedPair
  | IdempotencyConflict
  | NotFound
  | FeatureNotEnabled
  | KycNotApproved
  | ThirdPartyNotEnabled
  | BelowMinimum
  | RateLimited
  | UpstreamUnavailable
  | OutcomeUnknown

/** Refuses an input for one field. */
export const invalidField = (field: string, message: string): ValidationFailed =>
  new ValidationFailed({ details: [{ field, message }] })
