// The one mapping from failures to the wire: the kind of a refusal gives the status, the catalogue gives the words. A
// failure that is no refusal answers 500 without detail.
import { Cause, Exit, Option } from "effect"
import type { Reason } from "../../../../core/base/reason/reason.ts"
import type { RateLeft } from "../../../../core/customers/access/rate.ts"
import { type ErrorKind, detailsOf, isRefusal, moreDetailsOf, rowOf } from "../../../../core/base/errors/catalogue.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { OutcomeUnknown, type Refusal, UpstreamUnavailable } from "../../../../core/base/errors/errors.ts"
import type { CommitError } from "../../../../core/engine/store/store.ts"
import type { ErrorEnvelope } from "../definition/envelope.ts"
import { type TextAnswer, type WireAnswer, json, toJson } from "./wire.ts"

/** Every error that a use case may fail with: a refusal of the catalogue, or an error of the store. Routes take no other. */
export type Failure = Refusal | CommitError

/** The status of each kind of refusal. */
export const statusOf: Readonly<Record<ErrorKind, number>> = {
  unauthenticated: 401,
  misdirected: 421,
  invalid: 400,
  notFound: 404,
  forbidden: 403,
  conflict: 409,
  tooMany: 429,
  unavailable: 503,
  gone: 410,
  preconditionFailed: 412,
  unsupportedMedia: 415,
  notImplemented: 501,
  badUpstream: 502
}

const envelope = (
  status: number,
  error: string,
  errorCode: string | null,
  more: Pick<ErrorEnvelope, "details" | "moreDetails" | "swapId"> & { readonly cause?: Reason } = {},
  headers: Readonly<Record<string, string>> = {}
): TextAnswer => {
  const body: ErrorEnvelope = { success: false, error, errorCode, ...more }
  return json(status, toJson(body), headers)
}

const moreOf = (refusal: Refusal) => {
  const details = detailsOf(refusal)
  const moreDetails = moreDetailsOf(refusal)
  return {
    ...(details.length === 0 ? {} : { details }),
    ...(moreDetails === 0 ? {} : { moreDetails }),
    ...(refusal._tag === "QueueUnavailable" ? { swapId: refusal.swapId } : {}),
    // What operators' pages say in other languages (`RegistrationFailure`).
    ...(refusal._tag === "WebhookUrlNotAllowed" || refusal._tag === "WebhookTestFailed"
      ? { cause: refusal.problem }
      : {})
  }
}

/** The headers that tell what is left of a rate. */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateLeft) => ({
  "ratelimit-limit": String(limit),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds)
})

/** The answer to a refusal. */
export const refusalAnswer = (refusal: Refusal): TextAnswer => {
  const row = rowOf(refusal)
  const wait = "retryAfterSeconds" in refusal ? { "retry-after": String(refusal.retryAfterSeconds) } : {}
  const full = refusal._tag === "RateLimited" && refusal.limit !== undefined
    ? rateHeaders({ limit: refusal.limit, remaining: 0, resetSeconds: refusal.retryAfterSeconds })
    : {}
  const challenge = row.kind === "unauthenticated" ? { "www-authenticate": "Bearer" } : {}
  return envelope(statusOf[row.kind], row.message(refusal), row.errorCode, moreOf(refusal), {
    ...wait,
    ...full,
    ...challenge
  })
}

/** Failures of the transport itself, which no use case knows. */
export const transportAnswers = {
  notHttp: envelope(400, "This is not a valid HTTP request", "VALIDATION_FAILED"),
  hostRequired: envelope(400, "The Host header is required", "VALIDATION_FAILED", {
    details: [{ field: "Host", message: "is required" }]
  }),
  hostInvalid: envelope(400, "The Host header must name one host", "VALIDATION_FAILED", {
    details: [{ field: "Host", message: "must name one host" }]
  }),
  requestTimeout: envelope(408, "The request took too long to arrive", "REQUEST_TIMEOUT"),
  headersTooLarge: envelope(431, "The headers are too large", "HEADERS_TOO_LARGE"),
  routeNotFound: envelope(404, "There is no such path", "NOT_FOUND"),
  payloadTooLarge: envelope(413, "The body is larger than 64 KiB", "PAYLOAD_TOO_LARGE"),
  payloadTooFine: envelope(413, "The body comes in too many pieces", "PAYLOAD_TOO_LARGE"),
  documentTooLarge: envelope(413, "The document is larger than 10 MiB", "PAYLOAD_TOO_LARGE"),
  queryTooLong: envelope(400, `A query has at most ${limits.queryParameters} parameters`, "VALIDATION_FAILED", {
    details: [{ field: "query", message: `must have at most ${limits.queryParameters} parameters` }]
  }),
  unsupportedMediaType: envelope(415, "Send the body as application/json", "UNSUPPORTED_MEDIA_TYPE"),
  expectationUnknown: envelope(417, "The only expectation is 100-continue", "VALIDATION_FAILED"),
  internal: envelope(500, "Internal error", "INTERNAL"),
  busy: envelope(503, "Too many uploads at once; nothing was done", "UPSTREAM_UNAVAILABLE", {}, { "retry-after": "1" }),
  crowded: envelope(503, "Too many requests at once; nothing was done", "UPSTREAM_UNAVAILABLE", {}, {
    "retry-after": "1"
  }),
  stopping: envelope(503, "The service is stopping; nothing was done", "UPSTREAM_UNAVAILABLE", {}, {
    "retry-after": "1"
  })
} as const

/** The path exists, but not with this method. */
export const methodNotAllowed = (allowed: ReadonlyArray<string>): TextAnswer =>
  envelope(405, `Use ${allowed.join(" or ")} on this path`, "METHOD_NOT_ALLOWED", {}, { allow: allowed.join(", ") })

/** The status that an end of a request is answered with. */
export const answeredStatus = (exit: Exit.Exit<WireAnswer, Failure>): number =>
  Exit.isSuccess(exit) ? exit.value.status : failureAnswer(exit.cause).answer.status

/** An answer, and whether it is a fault of ours that must be logged. */
interface FailureAnswer {
  readonly answer: TextAnswer
  readonly isFault: boolean
}

/** The answer to whatever ended a request. */
export const failureAnswer = (cause: Cause.Cause<Failure>): FailureAnswer => {
  const error = Cause.findErrorOption(cause)
  if (Option.isSome(error)) return errorAnswer(error.value)
  if (Cause.hasInterruptsOnly(cause)) return { answer: transportAnswers.stopping, isFault: false }
  return { answer: transportAnswers.internal, isFault: true }
}

const errorAnswer = (error: Failure): FailureAnswer => {
  if (isRefusal(error)) return { answer: refusalAnswer(error), isFault: false }
  switch (error._tag) {
    case "StoreUnavailable":
      return {
        answer: refusalAnswer(new UpstreamUnavailable({ upstream: "The store", retryAfterSeconds: 1 })),
        isFault: true
      }
    case "CommitUnknown":
      return { answer: refusalAnswer(new OutcomeUnknown({ retryAfterSeconds: 1 })), isFault: true }
    // A use case handles every refused commit that it expects, so one that gets here is a bug.
    case "VersionConflict":
    case "DuplicateKey":
    case "Overdraft":
    case "LeaseLost":
      return { answer: transportAnswers.internal, isFault: true }
  }
}
