// What calls fail with. The root is PontepayError; what came of a request that failed is in `outcomeUnknown`: false says that it
// had no effect, true that it may have had one, and then the same request with the same `idempotencyKey` tells. Fields are
// declared and no more: what a class defines beside its constructor is in every bundle.

/** Anything that this client fails with. Names are written out, because bundlers shorten those of classes. */
export class PontepayError extends Error {
  override readonly name: string = "PontepayError"
}

/** What is known of a request that failed. */
export interface FailedRequest {
  readonly method: string
  /** As sent, with its query. */
  readonly path: string
  /** The key that all tries went out with; undefined for requests that only read. */
  readonly idempotencyKey: string | undefined
  /** How often it was sent. */
  readonly attempts: number
  readonly outcomeUnknown: boolean
}

/** A request that did not get the answer it was made for. */
export class RequestError extends PontepayError implements FailedRequest {
  override readonly name: string = "RequestError"
  declare readonly method: string
  declare readonly path: string
  /** Send the same request again under this key, with the option `idempotencyKey`, to learn what came of it. */
  declare readonly idempotencyKey: string | undefined
  /** How often it was sent before this error was given up to. */
  declare readonly attempts: number
  /** Whether the service may have done what was asked all the same. */
  declare readonly outcomeUnknown: boolean

  constructor(message: string, asked: FailedRequest, options?: ErrorOptions) {
    super(message, options)
    this.method = asked.method
    this.path = asked.path
    this.idempotencyKey = asked.idempotencyKey
    this.attempts = asked.attempts
    this.outcomeUnknown = asked.outcomeUnknown
  }
}

/** No answer came: the service could not be reached, or the connection broke off. */
export class NetworkError extends RequestError {
  override readonly name = "NetworkError"
}

/** No answer came in time. */
export class TimeoutError extends RequestError {
  override readonly name = "TimeoutError"
}

/** The caller's signal ended the request. `cause` is its reason; the name is the platform's, `AbortError`. */
export class CancelledError extends RequestError {
  override readonly name = "AbortError"
}

/** Something answered that is not the service, or not as the interface says: a proxy's page, a redirect, cut JSON. */
export class UnexpectedAnswerError extends RequestError {
  override readonly name = "UnexpectedAnswerError"
  declare readonly status: number
  declare readonly requestId: string | undefined

  constructor(
    message: string,
    asked: FailedRequest,
    answer: { readonly status: number; readonly requestId: string | undefined }
  ) {
    super(message, asked)
    this.status = answer.status
    this.requestId = answer.requestId
  }
}

/** One field that is wrong, by its name on the wire. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** A refusal as it came over the wire. */
export interface Refused {
  readonly message: string
  readonly status: number
  readonly errorCode: string | null
  readonly details: ReadonlyArray<FieldProblem>
  /** The swap that a QUEUE_UNAVAILABLE is about. */
  readonly swapId: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly asked: FailedRequest
}

/** The service refused. Each errorCode has a class of its own; `message` is for people and may change. */
export class ApiError<Code extends string | null = string | null> extends RequestError {
  /** That of the class of its code: `KycRequiredError` for KYC_REQUIRED. */
  override readonly name: string
  declare readonly status: number
  /** Stable, for programs; null where the answer had none. */
  declare readonly errorCode: Code
  /** What is wrong with each field, where the answer says so. */
  declare readonly details: ReadonlyArray<FieldProblem>
  /** The swap that a QUEUE_UNAVAILABLE is about, to be read with `swaps.get`. */
  declare readonly swapId: string | undefined
  /** Finds the request again in the service's logs. */
  declare readonly requestId: string | undefined
  /** Whole seconds to wait before asking again. */
  declare readonly retryAfter: number | undefined

  constructor({ asked, details, errorCode, message, requestId, retryAfter, status, swapId }: Refused) {
    super(message, asked)
    this.name = nameOf(errorCode)
    this.status = status
    this.errorCode = errorCode as Code
    this.details = details
    this.swapId = swapId
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

const nameOf = (errorCode: string | null): string => {
  const words = (errorCode ?? "API").toLowerCase().split("_")
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Error`
}
