// Sends a request until it has its answer. Every POST that changes something goes out under an Idempotency-Key, and every try is the same key and the
// same bytes, so that a payment is never made twice (C1, 0127).
import { apiError } from "./api-errors.ts"
import { type Answered, type Came, attempt } from "./attempt.ts"
import { checkedKey, checkedRetries, checkedTimeout } from "./checked.ts"
import {
  CancelledError,
  type FailedRequest,
  type FieldProblem,
  NetworkError,
  type RequestError,
  TimeoutError,
  UnexpectedAnswerError
} from "./errors.ts"
import { readExactJson } from "./exact-json.ts"
import { pauseAfter } from "./pause.ts"
import type { Platform } from "./platform.ts"
import type { Route } from "./route.ts"

/** What every call can be told. */
export interface CallOptions {
  /** Ends the call, which fails with `CancelledError`. */
  readonly signal?: AbortSignal
  /** The Idempotency-Key of a POST, made when there is none. Give the one of an error to ask for the same thing again. */
  readonly idempotencyKey?: string
  /** Milliseconds that one try may take; the client's own by default. */
  readonly timeoutMs?: number
  /** How often to try again; the client's own by default. */
  readonly retries?: number
}

/** A request, ready to go. */
export interface Outgoing {
  readonly method: Route["method"]
  /** With its query. */
  readonly path: string
  readonly body: string | undefined
  readonly exact: ReadonlyArray<string>
  readonly isPublic: boolean
  /** Changes nothing, so it needs no key. */
  readonly isRead: boolean
}

/** What the requests of a client share. */
export interface Line {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly platform: Platform
}

/** The JSON object of the answer; fails with a `RequestError`, or with `TypeError` on options that can never work. */
export const send = async (line: Line, outgoing: Outgoing, options: CallOptions = {}): Promise<object> => {
  const { platform } = line
  const { isRead } = outgoing
  const idempotencyKey = isRead ? undefined : checkedKey(options.idempotencyKey ?? platform.uniqueKey())
  const asked = (attempts: number, outcomeUnknown: boolean): FailedRequest => ({
    method: outgoing.method,
    path: outgoing.path,
    idempotencyKey,
    attempts,
    outcomeUnknown: !isRead && outcomeUnknown
  })
  const cancelled = (attempts: number, outcomeUnknown: boolean) =>
    new CancelledError("Cancelled by the caller", asked(attempts, outcomeUnknown), { cause: options.signal?.reason })
  const retries = checkedRetries(options.retries ?? line.retries)
  const tried = {
    fetch: line.fetch,
    url: line.baseUrl + outgoing.path,
    request: requestOf(line, outgoing, idempotencyKey),
    timeoutMs: checkedTimeout(options.timeoutMs ?? line.timeoutMs),
    signal: options.signal,
    platform
  }
  let mayHaveHappened = false
  for (let attempts = 1;; attempts += 1) {
    if (options.signal?.aborted === true) throw cancelled(attempts - 1, mayHaveHappened)
    const came = await attempt(tried)
    const success = successOf(came)
    if (success !== undefined) return read(success, outgoing, asked(attempts, true))
    mayHaveHappened = mayHaveEffect(came, mayHaveHappened)
    const pause = attempts > retries ? undefined : pauseAfter(came, attempts, platform.random())
    if (pause === undefined) throw errorOf(came, asked(attempts, mayHaveHappened))
    await platform.sleep(pause, options.signal)
  }
}

const requestOf = (line: Line, { body, isPublic, method }: Outgoing, idempotencyKey: string | undefined) => ({
  method,
  headers: {
    accept: "application/json",
    ...(line.apiKey === undefined || isPublic ? {} : { authorization: `Bearer ${line.apiKey}` }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(body === undefined ? {} : { "content-type": "application/json" })
  },
  ...(body === undefined ? {} : { body })
})

/** The answer, where it says that all is well. */
export const successOf = (came: Came): Answered | undefined =>
  came._tag === "Answered" && came.status >= 200 && came.status < 300 ? came : undefined

// Answered before the service has looked whether it knows the request: they tell nothing of an earlier try.
const tellNothing: ReadonlySet<number> = new Set([401, 408, 421, 429, 501])

/** Whether the request may have taken effect, given what came of a try and what was known before it. */
const mayHaveEffect = (came: Came, before: boolean): boolean => {
  if (came._tag === "Silent") return true
  if (came.status < 400 || tellNothing.has(came.status)) return before
  // A refusal says that this try did nothing. An earlier one may still be under way, and have been the reason.
  return before || came.status >= 500
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const jsonOf = (text: string, exact: ReadonlyArray<string>): unknown => {
  try {
    return readExactJson(text, exact)
  } catch {
    return undefined
  }
}

const read = (answered: Answered, { exact }: Outgoing, asked: FailedRequest): object => {
  const body = jsonOf(answered.text, exact)
  if (isObject(body)) return body
  throw new UnexpectedAnswerError(
    `${asked.method} ${asked.path} was answered ${answered.status} without JSON`,
    asked,
    answered
  )
}

/** The error of a try that was the last. */
export const errorOf = (came: Came, asked: FailedRequest): RequestError => {
  if (came._tag === "Answered") {
    return came.status < 400
      ? new UnexpectedAnswerError(`${asked.method} ${asked.path} was sent elsewhere`, asked, came)
      : refusalOf(came, asked)
  }
  const options = { cause: came.cause }
  switch (came.why) {
    case "network":
      return new NetworkError(`${asked.method} ${asked.path} was not answered`, asked, options)
    case "timeout":
      return new TimeoutError(`${asked.method} ${asked.path} was not answered in time`, asked, options)
    case "cancelled":
      return new CancelledError("Cancelled by the caller", asked, options)
  }
}

const isProblem = (value: unknown): value is FieldProblem =>
  isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string"

const textOf = (value: unknown) => typeof value === "string" ? value : undefined

const refusalOf = ({ requestId, retryAfter, status, text }: Answered, asked: FailedRequest) => {
  const body = jsonOf(text, [])
  const { details, error, errorCode, swapId } = isObject(body) ? body : {}
  return apiError({
    message: textOf(error) ?? `HTTP ${status}`,
    status,
    errorCode: textOf(errorCode) ?? null,
    details: Array.isArray(details) ? details.filter(isProblem) : [],
    swapId: textOf(swapId),
    requestId,
    retryAfter,
    asked
  })
}
