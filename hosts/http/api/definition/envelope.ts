// The envelope of every failure (spec "Common response and error envelope") and the statuses it comes with.
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

export const ErrorEnvelope = Schema.Struct({
  success: Schema.Literal(false),
  error: Schema.String.annotate({ description: "A sentence for people; it may change" }),
  errorCode: Schema.NullOr(Schema.String).annotate({
    description: "Stable, for programs; every code is on the page of errors"
  }),
  details: Schema.optionalKey(
    Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String })).annotate({
      description: "What is wrong with each field, by its name on the wire; 20 at most"
    })
  ),
  moreDetails: Schema.optionalKey(
    Schema.Int.annotate({ description: "How many more fields are wrong, where there are more than `details` names" })
  ),
  swapId: Schema.optionalKey(
    Schema.String.annotate({ description: "QUEUE_UNAVAILABLE: the swap that could not be queued" })
  )
}).annotate({ identifier: "ErrorEnvelope" })
export type ErrorEnvelope = typeof ErrorEnvelope.Type

const failures = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  preconditionFailed: 412,
  payloadTooLarge: 413,
  unsupportedMediaType: 415,
  misdirected: 421,
  tooManyRequests: 429,
  internal: 500,
  notImplemented: 501,
  badUpstream: 502,
  unavailable: 503
} as const

/** Failures that any endpoint can answer with, and those named. */
export const failsWith = (...named: ReadonlyArray<keyof typeof failures>) =>
  (["unauthorized", "misdirected", "tooManyRequests", "internal", "unavailable", ...named] as const)
    .map((name) => ErrorEnvelope.pipe(HttpApiSchema.status(failures[name])))

/** Failures of endpoints that take a JSON body. */
export const bodyFailures = ["badRequest", "conflict", "payloadTooLarge", "unsupportedMediaType"] as const
