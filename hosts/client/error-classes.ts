// One class for each errorCode of the interface, so that `instanceof` tells them apart.
// Printed from the catalogue of errors by `npm run print`: change that instead.
import { ApiError } from "./errors.ts"

/** ENVIRONMENT_UNKNOWN: The Host header names neither the sandbox nor production; no environment is guessed. */
export class EnvironmentUnknownError extends ApiError<"ENVIRONMENT_UNKNOWN"> {}

/** UNAUTHORIZED: The key is missing, unknown, or of another environment. */
export class UnauthorizedError extends ApiError<"UNAUTHORIZED"> {}

/**
 * VALIDATION_FAILED: The request has the wrong shape; `details` names each field, 20 at most, and `moreDetails` counts the rest.
 * Or: A field of the KYC form is wrong; `error` has the exact sentence.
 */
export class ValidationFailedError extends ApiError<"VALIDATION_FAILED"> {}

/**
 * UNSUPPORTED_PAIR: The asset is not available on that network; the message lists the valid networks or pairs.
 * Or: A dynamic PIX code names its amount when it is paid. This provider's payment cannot hold it to that of the order, and the value is above what the operator allows.
 * Or: Nothing converts the one into the other in that way; the message lists the valid conversions.
 */
export class UnsupportedPairError extends ApiError<"UNSUPPORTED_PAIR"> {}

/** DECLARATION_REQUIRED: The operator requires fields that the interface leaves optional; `details` names each that is missing. */
export class DeclarationRequiredError extends ApiError<"DECLARATION_REQUIRED"> {}

/** KYC_ALREADY_APPROVED: There is nothing to examine: the latest attempt is APPROVED. */
export class KycAlreadyApprovedError extends ApiError<"KYC_ALREADY_APPROVED"> {}

/** INVALID_IMPORT_TOKEN: The import token cannot be used. */
export class InvalidImportTokenError extends ApiError<"INVALID_IMPORT_TOKEN"> {}

/** IMPORT_TOKEN_ALREADY_USED: Import tokens are single use, one a user. */
export class ImportTokenAlreadyUsedError extends ApiError<"IMPORT_TOKEN_ALREADY_USED"> {}

/** IMPORT_IN_PROGRESS: One import a subaccount at a time. */
export class ImportInProgressError extends ApiError<"IMPORT_IN_PROGRESS"> {}

/** IMPORT_NOT_ENABLED: The provider does not take imports of this account. */
export class ImportNotEnabledError extends ApiError<"IMPORT_NOT_ENABLED"> {}

/** IMPORT_FAILED: The provider refused the import for another reason; `error` has it. */
export class ImportFailedError extends ApiError<"IMPORT_FAILED"> {}

/** INVALID_INPUT: Swap: request id, amount, precision or a limit is wrong. */
export class InvalidInputError extends ApiError<"INVALID_INPUT"> {}

/** INVALID_SPARK_ADDRESS: Swap: the Spark destination is invalid or of another network. */
export class InvalidSparkAddressError extends ApiError<"INVALID_SPARK_ADDRESS"> {}

/** INVALID_LIGHTNING_DESTINATION: Swap: the Lightning address is missing or malformed. */
export class InvalidLightningDestinationError extends ApiError<"INVALID_LIGHTNING_DESTINATION"> {}

/** BOLT11_NOT_SUPPORTED: Swap: invoices are not accepted as destination. */
export class Bolt11NotSupportedError extends ApiError<"BOLT11_NOT_SUPPORTED"> {}

/**
 * NOT_AVAILABLE_IN_SANDBOX: The operation exists in production alone.
 * Or: What the sandbox would ask does not exist; the message names host and path.
 */
export class NotAvailableInSandboxError extends ApiError<"NOT_AVAILABLE_IN_SANDBOX"> {}

/** DEPRECATED: The endpoint was replaced by the one that the message names. */
export class DeprecatedError extends ApiError<"DEPRECATED"> {}

/** IDEMPOTENCY_CONFLICT: The idempotency key was used before with other parameters; nothing was done. */
export class IdempotencyConflictError extends ApiError<"IDEMPOTENCY_CONFLICT"> {}

/** NOT_FOUND: There is no such thing for this key; a foreign id answers the same. */
export class NotFoundError extends ApiError<"NOT_FOUND"> {}

/** NO_SPARK_WALLET: Swap: the wallet has no Spark identity or no sealed seed. */
export class NoSparkWalletError extends ApiError<"NO_SPARK_WALLET"> {}

/** NOT_ENABLED: Swap: the account lacks the flag SWAP. */
export class NotEnabledError extends ApiError<"NOT_ENABLED"> {}

/**
 * FEATURE_NOT_ENABLED: The API key has scopes, and the one that the operation needs is not among them.
 * Or: The account lacks the feature flag that gates the operation.
 */
export class FeatureNotEnabledError extends ApiError<"FEATURE_NOT_ENABLED"> {}

/** RECIPIENT_NOT_ALLOWED: The account has a list of recipients, and the payout, transfer or swap goes to another one; `details` names the field. */
export class RecipientNotAllowedError extends ApiError<"RECIPIENT_NOT_ALLOWED"> {}

/**
 * KYC_REQUIRED: The subaccount may not transact until its latest KYC attempt is APPROVED.
 * Or: A company moves USDT, USDC and USDCE once its Proof of Financial Capacity is APPROVED.
 * Or: The statement needs an APPROVED attempt of level FULL.
 */
export class KycRequiredError extends ApiError<"KYC_REQUIRED"> {}

/** THIRD_PARTY_NOT_ENABLED: The declared taxId is not the one that KYC approved. */
export class ThirdPartyNotEnabledError extends ApiError<"THIRD_PARTY_NOT_ENABLED"> {}

/** ACCOUNT_BLOCKED: The operator has blocked the account that money would leave. */
export class AccountBlockedError extends ApiError<"ACCOUNT_BLOCKED"> {}

/**
 * PER_TX_LIMIT_EXCEEDED: A payout above `perTxLimitBrl` of the account.
 * Or: A deposit, payout, Lightning invoice, transfer or swap is worth more than one operation may be, in dollars at the official rate of the day.
 */
export class PerTxLimitExceededError extends ApiError<"PER_TX_LIMIT_EXCEEDED"> {}

/** WALLET_LIMIT_REACHED: The holder has as many wallets as one may have. */
export class WalletLimitReachedError extends ApiError<"WALLET_LIMIT_REACHED"> {}

/** DUPLICATE_PAYMENT: An equal payment of the same day may have been made; this account refuses another one without a reason. */
export class DuplicatePaymentError extends ApiError<"DUPLICATE_PAYMENT"> {}

/** BELOW_MINIMUM: The amount is below what the operation can deliver, or less than a fifth above the least that its network takes. */
export class BelowMinimumError extends ApiError<"BELOW_MINIMUM"> {}

/**
 * RATE_LIMITED: A limit was reached; Retry-After says when to come back.
 * Or: Three wrong PINs lock all wallets of a holder for 24 hours.
 * Or: The wallet, or the service, has as many unlocks in flight as it may.
 */
export class RateLimitedError extends ApiError<"RATE_LIMITED"> {}

/**
 * INVALID_PIN: The PIN is wrong, or the key is not the one that the keys endpoint gives.
 * Or: Swap: PIN and key envelope do not unlock the selected wallet.
 */
export class InvalidPinError extends ApiError<"INVALID_PIN"> {}

/** INSUFFICIENT_FUNDS: The wallet holds less than the operation takes, fee included. */
export class InsufficientFundsError extends ApiError<"INSUFFICIENT_FUNDS"> {}

/** TRANSFER_FAILED: The chain refused the transfer: it did not take effect and never will. */
export class TransferFailedError extends ApiError<"TRANSFER_FAILED"> {}

/** DOCUMENT_QUOTA_REACHED: Documents that no submission names have a quota of number and size; they are deleted after seven days. */
export class DocumentQuotaReachedError extends ApiError<"DOCUMENT_QUOTA_REACHED"> {}

/** UPLOAD_USED: An upload address takes one file; register the document again. */
export class UploadUsedError extends ApiError<"UPLOAD_USED"> {}

/** UPLOAD_EXPIRED: Upload addresses are short-lived. */
export class UploadExpiredError extends ApiError<"UPLOAD_EXPIRED"> {}

/** UNSUPPORTED_MEDIA_TYPE: The uploaded file is of another type than is taken, or than its Content-Type says. */
export class UnsupportedMediaTypeError extends ApiError<"UNSUPPORTED_MEDIA_TYPE"> {}

/** NOT_AVAILABLE: The server lacks an optional package; the message names it. */
export class NotAvailableError extends ApiError<"NOT_AVAILABLE"> {}

/**
 * WEBHOOK_TEST_FAILED: A webhook URL is public HTTPS; nothing was sent. The details say how to test locally.
 * Or: A webhook is saved only when its endpoint answers the test with 2xx.
 */
export class WebhookTestFailedError extends ApiError<"WEBHOOK_TEST_FAILED"> {}

/** EVIDENCE_USED: What was given as the proof of a movement has settled another one. */
export class EvidenceUsedError extends ApiError<"EVIDENCE_USED"> {}

/** STATE_CONFLICT: The record is not in a state that allows it. */
export class StateConflictError extends ApiError<"STATE_CONFLICT"> {}

/** QUEUE_UNAVAILABLE: Swap: stored but not handed to the worker. */
export class QueueUnavailableError extends ApiError<"QUEUE_UNAVAILABLE"> {}

/**
 * UPSTREAM_UNAVAILABLE: A provider or the store could not be asked, or none is configured for a part of the operation; the request had no effect.
 * Or: The store broke off while committing; the same request with the same key finds out.
 */
export class UpstreamUnavailableError extends ApiError<"UPSTREAM_UNAVAILABLE"> {}

/** REQUEST_TIMEOUT: The request took too long to arrive. */
export class RequestTimeoutError extends ApiError<"REQUEST_TIMEOUT"> {}

/** HEADERS_TOO_LARGE: The headers are too large. */
export class HeadersTooLargeError extends ApiError<"HEADERS_TOO_LARGE"> {}

/**
 * PAYLOAD_TOO_LARGE: The body is larger than 64 KiB.
 * Or: The body comes in too many pieces.
 * Or: The document is larger than 10 MiB.
 */
export class PayloadTooLargeError extends ApiError<"PAYLOAD_TOO_LARGE"> {}

/** INTERNAL: Internal error. */
export class InternalError extends ApiError<"INTERNAL"> {}

/** METHOD_NOT_ALLOWED: Use another method on this path. */
export class MethodNotAllowedError extends ApiError<"METHOD_NOT_ALLOWED"> {}

/** The class of each errorCode. */
export const errorClasses = {
  ENVIRONMENT_UNKNOWN: EnvironmentUnknownError,
  UNAUTHORIZED: UnauthorizedError,
  VALIDATION_FAILED: ValidationFailedError,
  UNSUPPORTED_PAIR: UnsupportedPairError,
  DECLARATION_REQUIRED: DeclarationRequiredError,
  KYC_ALREADY_APPROVED: KycAlreadyApprovedError,
  INVALID_IMPORT_TOKEN: InvalidImportTokenError,
  IMPORT_TOKEN_ALREADY_USED: ImportTokenAlreadyUsedError,
  IMPORT_IN_PROGRESS: ImportInProgressError,
  IMPORT_NOT_ENABLED: ImportNotEnabledError,
  IMPORT_FAILED: ImportFailedError,
  INVALID_INPUT: InvalidInputError,
  INVALID_SPARK_ADDRESS: InvalidSparkAddressError,
  INVALID_LIGHTNING_DESTINATION: InvalidLightningDestinationError,
  BOLT11_NOT_SUPPORTED: Bolt11NotSupportedError,
  NOT_AVAILABLE_IN_SANDBOX: NotAvailableInSandboxError,
  DEPRECATED: DeprecatedError,
  IDEMPOTENCY_CONFLICT: IdempotencyConflictError,
  NOT_FOUND: NotFoundError,
  NO_SPARK_WALLET: NoSparkWalletError,
  NOT_ENABLED: NotEnabledError,
  FEATURE_NOT_ENABLED: FeatureNotEnabledError,
  RECIPIENT_NOT_ALLOWED: RecipientNotAllowedError,
  KYC_REQUIRED: KycRequiredError,
  THIRD_PARTY_NOT_ENABLED: ThirdPartyNotEnabledError,
  ACCOUNT_BLOCKED: AccountBlockedError,
  PER_TX_LIMIT_EXCEEDED: PerTxLimitExceededError,
  WALLET_LIMIT_REACHED: WalletLimitReachedError,
  DUPLICATE_PAYMENT: DuplicatePaymentError,
  BELOW_MINIMUM: BelowMinimumError,
  RATE_LIMITED: RateLimitedError,
  INVALID_PIN: InvalidPinError,
  INSUFFICIENT_FUNDS: InsufficientFundsError,
  TRANSFER_FAILED: TransferFailedError,
  DOCUMENT_QUOTA_REACHED: DocumentQuotaReachedError,
  UPLOAD_USED: UploadUsedError,
  UPLOAD_EXPIRED: UploadExpiredError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  NOT_AVAILABLE: NotAvailableError,
  WEBHOOK_TEST_FAILED: WebhookTestFailedError,
  EVIDENCE_USED: EvidenceUsedError,
  STATE_CONFLICT: StateConflictError,
  QUEUE_UNAVAILABLE: QueueUnavailableError,
  UPSTREAM_UNAVAILABLE: UpstreamUnavailableError,
  REQUEST_TIMEOUT: RequestTimeoutError,
  HEADERS_TOO_LARGE: HeadersTooLargeError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  INTERNAL: InternalError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError
} as const
