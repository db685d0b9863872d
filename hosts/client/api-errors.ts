// One class for each errorCode of the interface, so that `instanceof` tells them apart. Tests hold the list to the catalogue of
// errors; a code that is not in it, from a newer service, is an ApiError with that code.
import { ApiError, type Refused } from "./errors.ts"

/** ENVIRONMENT_UNKNOWN: the address belongs to no environment of the service. */
export class EnvironmentUnknownError extends ApiError<"ENVIRONMENT_UNKNOWN"> {}

/** UNAUTHORIZED: the API key is missing, unknown, or of another environment. */
export class UnauthorizedError extends ApiError<"UNAUTHORIZED"> {}

/** VALIDATION_FAILED: the request has the wrong shape; `details` names every field. */
export class ValidationFailedError extends ApiError<"VALIDATION_FAILED"> {}

/** UNSUPPORTED_PAIR: the asset is not available on that network, or nothing converts the one into the other. */
export class UnsupportedPairError extends ApiError<"UNSUPPORTED_PAIR"> {}

/** KYC_ALREADY_APPROVED: the latest attempt is APPROVED: there is nothing to examine. */
export class KycAlreadyApprovedError extends ApiError<"KYC_ALREADY_APPROVED"> {}

/** INVALID_IMPORT_TOKEN: the import token cannot be used. */
export class InvalidImportTokenError extends ApiError<"INVALID_IMPORT_TOKEN"> {}

/** IMPORT_TOKEN_ALREADY_USED: the import token was used before: it is good once. */
export class ImportTokenAlreadyUsedError extends ApiError<"IMPORT_TOKEN_ALREADY_USED"> {}

/** IMPORT_IN_PROGRESS: an earlier import for the subaccount is running. */
export class ImportInProgressError extends ApiError<"IMPORT_IN_PROGRESS"> {}

/** IMPORT_NOT_ENABLED: the provider takes no imports of this account. */
export class ImportNotEnabledError extends ApiError<"IMPORT_NOT_ENABLED"> {}

/** IMPORT_FAILED: the provider refused the import; the message has the reason. */
export class ImportFailedError extends ApiError<"IMPORT_FAILED"> {}

/** INVALID_INPUT: Swap: request id, amount, precision or a limit is wrong. */
export class InvalidInputError extends ApiError<"INVALID_INPUT"> {}

/** INVALID_SPARK_ADDRESS: Swap: the destination is no mainnet Spark address. */
export class InvalidSparkAddressError extends ApiError<"INVALID_SPARK_ADDRESS"> {}

/** INVALID_LIGHTNING_DESTINATION: Swap: the destination is no Lightning address. */
export class InvalidLightningDestinationError extends ApiError<"INVALID_LIGHTNING_DESTINATION"> {}

/** BOLT11_NOT_SUPPORTED: Swap: an invoice is no destination. */
export class Bolt11NotSupportedError extends ApiError<"BOLT11_NOT_SUPPORTED"> {}

/** NOT_AVAILABLE_IN_SANDBOX: the operation exists in production alone. */
export class NotAvailableInSandboxError extends ApiError<"NOT_AVAILABLE_IN_SANDBOX"> {}

/** NOT_AVAILABLE: the server lacks an optional package; the message names it. */
export class NotAvailableError extends ApiError<"NOT_AVAILABLE"> {}

/** DEPRECATED: the endpoint was replaced by the one that the message names. */
export class DeprecatedError extends ApiError<"DEPRECATED"> {}

/** IDEMPOTENCY_CONFLICT: the key or id was used before for another request; nothing was done. */
export class IdempotencyConflictError extends ApiError<"IDEMPOTENCY_CONFLICT"> {}

/** NOT_FOUND: there is no such thing for this API key. */
export class NotFoundError extends ApiError<"NOT_FOUND"> {}

/** NO_SPARK_WALLET: Swap: the wallet has no Spark identity. */
export class NoSparkWalletError extends ApiError<"NO_SPARK_WALLET"> {}

/** NOT_ENABLED: Swap: the account lacks the flag SWAP. */
export class NotEnabledError extends ApiError<"NOT_ENABLED"> {}

/** FEATURE_NOT_ENABLED: the account lacks the feature flag that gates the operation. */
export class FeatureNotEnabledError extends ApiError<"FEATURE_NOT_ENABLED"> {}

/** RECIPIENT_NOT_ALLOWED: the account pays listed recipients alone. */
export class RecipientNotAllowedError extends ApiError<"RECIPIENT_NOT_ALLOWED"> {}

/** KYC_REQUIRED: the latest KYC attempt of the subaccount does not allow it. */
export class KycRequiredError extends ApiError<"KYC_REQUIRED"> {}

/** THIRD_PARTY_NOT_ENABLED: the declared taxId is not the one that KYC approved. */
export class ThirdPartyNotEnabledError extends ApiError<"THIRD_PARTY_NOT_ENABLED"> {}

/** ACCOUNT_BLOCKED: the operator has blocked the account that money would leave. */
export class AccountBlockedError extends ApiError<"ACCOUNT_BLOCKED"> {}

/** PER_TX_LIMIT_EXCEEDED: the value is above the account's limit for one transaction. */
export class PerTxLimitExceededError extends ApiError<"PER_TX_LIMIT_EXCEEDED"> {}

/** WALLET_LIMIT_REACHED: the holder has as many wallets as one may have. */
export class WalletLimitReachedError extends ApiError<"WALLET_LIMIT_REACHED"> {}

/** DUPLICATE_PAYMENT: an equal payment of the same day may have been made; send `duplicateReason` if both are meant. */
export class DuplicatePaymentError extends ApiError<"DUPLICATE_PAYMENT"> {}

/** BELOW_MINIMUM: nothing would be left after the fee. */
export class BelowMinimumError extends ApiError<"BELOW_MINIMUM"> {}

/** RATE_LIMITED: a limit was reached, or the holder's wallets are locked; `retryAfter` says when to come back. */
export class RateLimitedError extends ApiError<"RATE_LIMITED"> {}

/** INVALID_PIN: PIN and envelope do not unlock the wallet. */
export class InvalidPinError extends ApiError<"INVALID_PIN"> {}

/** INSUFFICIENT_FUNDS: the wallet holds less than the operation takes. */
export class InsufficientFundsError extends ApiError<"INSUFFICIENT_FUNDS"> {}

/** TRANSFER_FAILED: the chain refused the transfer; nothing was moved. */
export class TransferFailedError extends ApiError<"TRANSFER_FAILED"> {}

/** DOCUMENT_QUOTA_REACHED: too many documents wait for a form or proof that names them. */
export class DocumentQuotaReachedError extends ApiError<"DOCUMENT_QUOTA_REACHED"> {}

/** UPLOAD_USED: the upload address took a file before. */
export class UploadUsedError extends ApiError<"UPLOAD_USED"> {}

/** UPLOAD_EXPIRED: the upload address has expired; register the document again. */
export class UploadExpiredError extends ApiError<"UPLOAD_EXPIRED"> {}

/** UNSUPPORTED_MEDIA_TYPE: the body or file is of a type that is not taken. */
export class UnsupportedMediaTypeError extends ApiError<"UNSUPPORTED_MEDIA_TYPE"> {}

/** WEBHOOK_TEST_FAILED: the endpoint did not accept the signed test event. */
export class WebhookTestFailedError extends ApiError<"WEBHOOK_TEST_FAILED"> {}

/** STATE_CONFLICT: the record is not in a state that allows it. */
export class StateConflictError extends ApiError<"STATE_CONFLICT"> {}

/** SECOND_OPERATOR_REQUIRED: the order waits for a second operator. */
export class SecondOperatorRequiredError extends ApiError<"SECOND_OPERATOR_REQUIRED"> {}

/** NOT_SECOND_OPERATOR: whoever asked cannot approve, and neither can a token. */
export class NotSecondOperatorError extends ApiError<"NOT_SECOND_OPERATOR"> {}

/** QUEUE_UNAVAILABLE: the swap is stored but not queued; the same request again queues it. */
export class QueueUnavailableError extends ApiError<"QUEUE_UNAVAILABLE"> {}

/** UPSTREAM_UNAVAILABLE: a provider or the store could not be asked. */
export class UpstreamUnavailableError extends ApiError<"UPSTREAM_UNAVAILABLE"> {}

/** METHOD_NOT_ALLOWED: the path does not take this method. */
export class MethodNotAllowedError extends ApiError<"METHOD_NOT_ALLOWED"> {}

/** REQUEST_TIMEOUT: the request took too long to arrive at the service. */
export class RequestTimeoutError extends ApiError<"REQUEST_TIMEOUT"> {}

/** PAYLOAD_TOO_LARGE: the body is larger than the service takes. */
export class PayloadTooLargeError extends ApiError<"PAYLOAD_TOO_LARGE"> {}

/** HEADERS_TOO_LARGE: the headers are larger than the service takes. */
export class HeadersTooLargeError extends ApiError<"HEADERS_TOO_LARGE"> {}

/** INTERNAL: a fault of the service. */
export class InternalError extends ApiError<"INTERNAL"> {}

/** The class of each errorCode. */
export const errorClasses = {
  ENVIRONMENT_UNKNOWN: EnvironmentUnknownError,
  UNAUTHORIZED: UnauthorizedError,
  VALIDATION_FAILED: ValidationFailedError,
  UNSUPPORTED_PAIR: UnsupportedPairError,
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
  NOT_AVAILABLE: NotAvailableError,
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
  UPLOAD_USED: UploadUsedError,
  UPLOAD_EXPIRED: UploadExpiredError,
  DOCUMENT_QUOTA_REACHED: DocumentQuotaReachedError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  WEBHOOK_TEST_FAILED: WebhookTestFailedError,
  STATE_CONFLICT: StateConflictError,
  SECOND_OPERATOR_REQUIRED: SecondOperatorRequiredError,
  NOT_SECOND_OPERATOR: NotSecondOperatorError,
  QUEUE_UNAVAILABLE: QueueUnavailableError,
  UPSTREAM_UNAVAILABLE: UpstreamUnavailableError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  REQUEST_TIMEOUT: RequestTimeoutError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  HEADERS_TOO_LARGE: HeadersTooLargeError,
  INTERNAL: InternalError
} as const

/** Every errorCode of the interface. */
export type ErrorCode = keyof typeof errorClasses

const isKnown = (code: string | null): code is ErrorCode => code !== null && Object.hasOwn(errorClasses, code)

/** The error of a refusal, of the class of its code. */
export const apiError = (refused: Refused): ApiError => {
  const { errorCode } = refused
  const Class: new(refused: Refused) => ApiError = isKnown(errorCode) ? errorClasses[errorCode] : ApiError
  return new Class(refused)
}
