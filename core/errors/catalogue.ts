// The one list of public errors: tag -> kind, errorCode, message and whether asking again can help. Hosts map the kind
// to their transport; pages and clients read the same rows. Exhaustive over `Refusal` by its type.
import type { Refusal } from "./errors.ts"

/** What sort of refusal it is; a host has one status for each. */
export type ErrorKind =
  | "unauthenticated"
  | "misdirected"
  | "invalid"
  | "notFound"
  | "forbidden"
  | "conflict"
  | "tooMany"
  | "unavailable"

/** When the same request can be sent again with another outcome. */
export type Retry = "never" | "after approval" | "after the wait" | "with another key" | "with the same key"

interface CatalogueRow<E> {
  readonly kind: ErrorKind
  readonly errorCode: string
  readonly message: (error: E) => string
  readonly retry: Retry
  /** One sentence for the error page. */
  readonly about: string
}

type Catalogue = { readonly [Tag in Refusal["_tag"]]: CatalogueRow<Extract<Refusal, { readonly _tag: Tag }>> }

const unauthorized = {
  missing: "API key required: send it as Authorization: Bearer <API_KEY>",
  malformed: "Invalid API key: it has no known prefix",
  unknown: "Invalid API key, or a key of another environment",
  typo: "Invalid API key: its checksum does not match, so it was mistyped or cut",
  wrongEnvironment: "This API key belongs to another environment than the address that was asked",
  proof: "A provider signature or a sandbox API key is required"
} as const

export const catalogue: Catalogue = {
  EnvironmentUnknown: {
    kind: "misdirected",
    errorCode: "ENVIRONMENT_UNKNOWN",
    message: (error) => `The host ${error.host} belongs to no environment of this service`,
    retry: "never",
    about: "The Host header names neither the sandbox nor production; no environment is guessed."
  },
  Unauthorized: {
    kind: "unauthenticated",
    errorCode: "UNAUTHORIZED",
    message: (error) => unauthorized[error.problem],
    retry: "never",
    about: "The key is missing, unknown, or of another environment."
  },
  ValidationFailed: {
    kind: "invalid",
    errorCode: "VALIDATION_FAILED",
    message: (error) =>
      `Validation failed: ${error.details.map((each) => each.field === "" ? each.message : each.field).join(", ")}`,
    retry: "never",
    about: "The request has the wrong shape; `details` names every field."
  },
  UnsupportedPair: {
    kind: "invalid",
    errorCode: "UNSUPPORTED_PAIR",
    message: (error) => `${error.asset} is not delivered on ${error.network}`,
    retry: "never",
    about: "The asset is not available on that network."
  },
  IdempotencyConflict: {
    kind: "conflict",
    errorCode: "IDEMPOTENCY_CONFLICT",
    message: (error) => `${error.field} was already used for another request`,
    retry: "with another key",
    about: "The idempotency key was used before with other parameters; nothing was done."
  },
  NotFound: {
    kind: "notFound",
    errorCode: "NOT_FOUND",
    message: (error) => `${error.resource} not found`,
    retry: "never",
    about: "There is no such thing for this key; a foreign id answers the same."
  },
  FeatureNotEnabled: {
    kind: "forbidden",
    errorCode: "FEATURE_NOT_ENABLED",
    message: (error) => `This account does not have ${error.flag} enabled`,
    retry: "after approval",
    about: "The account lacks the feature flag that gates the operation."
  },
  KycNotApproved: {
    kind: "forbidden",
    errorCode: "KYC_REQUIRED",
    message: () => "The most recent KYC attempt of this subaccount is not APPROVED",
    retry: "after approval",
    about: "The subaccount may not transact until its latest KYC attempt is APPROVED."
  },
  ThirdPartyNotEnabled: {
    kind: "forbidden",
    errorCode: "THIRD_PARTY_NOT_ENABLED",
    message: () => "Third-party operations are not enabled for this account; contact support",
    retry: "after approval",
    about: "The declared taxId is not the one that KYC approved."
  },
  BelowMinimum: {
    kind: "invalid",
    errorCode: "BELOW_MINIMUM",
    message: () => "The value is too small: nothing would be left after the fee",
    retry: "never",
    about: "The amount is below what the operation can deliver."
  },
  RateLimited: {
    kind: "tooMany",
    errorCode: "RATE_LIMITED",
    message: (error) => `Too many requests; try again in ${error.retryAfterSeconds} s`,
    retry: "after the wait",
    about: "A limit was reached; Retry-After says when to come back."
  },
  UpstreamUnavailable: {
    kind: "unavailable",
    errorCode: "UPSTREAM_UNAVAILABLE",
    message: (error) => `${error.upstream} is not available; nothing was done`,
    retry: "after the wait",
    about: "A provider or the store could not be asked; the request had no effect."
  },
  OutcomeUnknown: {
    kind: "unavailable",
    errorCode: "UPSTREAM_UNAVAILABLE",
    message: () => "The outcome is not known; send the same request again with the same idempotency key",
    retry: "with the same key",
    about: "The store broke off while committing; the same request with the same key finds out."
  }
}

/** The row of a refusal. */
export const rowOf = <E extends Refusal>(error: E): CatalogueRow<E> =>
  catalogue[error._tag] as unknown as CatalogueRow<E>

/** The details that go with a refusal, field by field. */
export const detailsOf = (error: Refusal): ReadonlyArray<{ readonly field: string; readonly message: string }> => {
  switch (error._tag) {
    case "ValidationFailed":
      return error.details
    case "UnsupportedPair":
      return [{ field: "network", message: rowOf(error).message(error) }]
    case "BelowMinimum":
    case "IdempotencyConflict":
      return [{ field: error.field, message: rowOf(error).message(error) }]
    case "Unauthorized":
    case "EnvironmentUnknown":
    case "NotFound":
    case "FeatureNotEnabled":
    case "KycNotApproved":
    case "ThirdPartyNotEnabled":
    case "RateLimited":
    case "UpstreamUnavailable":
    case "OutcomeUnknown":
      return []
  }
}
