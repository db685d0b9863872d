// Verifies a delivery (spec "Events", Verification): the raw bytes, in constant time, no more than 300 s from now. WebCrypto
// compares the signatures, so it works wherever that is.
import type { WebhookEvent } from "./event-types.ts"
import { PontepayError } from "./errors.ts"
import { type WebhookSecret, hmacKey, secretsOf } from "./webhook-secret.ts"

const toleranceSeconds = 300

/** Why a delivery is not accepted. Answer 400 to it, and never 2xx. */
export type WebhookProblem = "missing-header" | "timestamp" | "signature" | "body"

/** The delivery is not genuine, not fresh, or no event; nothing in it can be believed. */
export class WebhookError extends PontepayError {
  override readonly name = "WebhookError"
  readonly problem: WebhookProblem

  constructor(problem: WebhookProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** Headers as servers give them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export interface VerifyOptions {
  /** Unix milliseconds; the machine's clock by default. */
  readonly now?: number
}

/** The event of a delivery. Fails with `WebhookError` on anything that was not signed with a secret within five minutes. */
export const verifyWebhook = async (
  rawBody: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  { now = Date.now() }: VerifyOptions = {}
): Promise<WebhookEvent> => {
  const secrets = secretsOf(secret)
  const timestamp = neededHeader(headers, "x-service-timestamp")
  const signature = neededHeader(headers, "x-service-signature")
  const eventId = neededHeader(headers, "x-service-event-id")
  const previous = headerOf(headers, "x-service-signature-previous")
  const sentAt = freshTime(timestamp, now)
  const body = bytesOf(rawBody)
  const signatures = [signature, ...(previous === undefined ? [] : [previous])].map(hexBytes)
  const signed = concatenated(new TextEncoder().encode(`${timestamp}.`), body)
  if (!await isSigned(signed, signatures, secrets)) {
    throw new WebhookError("signature", "The signature is not this secret's over this body")
  }
  const event = eventOf(body)
  return { ...event, eventId, sentAt } as WebhookEvent
}

// Not by its class: servers bring classes of their own.
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers["get"] === "function"

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof found === "object" ? found[0] : found
}

const neededHeader = (headers: WebhookHeaders, name: string): string => {
  const value = headerOf(headers, name)
  if (value === undefined || value === "") throw new WebhookError("missing-header", `The header ${name} is missing`)
  return value
}

const freshTime = (timestamp: string, now: number): Date => {
  const seconds = /^(?:0|[1-9]\d{0,11})$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(now - seconds * 1_000) <= toleranceSeconds * 1_000)) {
    throw new WebhookError("timestamp", `The timestamp is more than ${toleranceSeconds} s from now, or is none`)
  }
  return new Date(seconds * 1_000)
}

const bytesOf = (rawBody: string | ArrayBuffer | Uint8Array): Uint8Array => {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new TypeError("rawBody has to be the raw bytes or text of the request: take it before anything parses it")
}

const concatenated = (left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(left.length + right.length)
  bytes.set(left)
  bytes.set(right, left.length)
  return bytes
}

const hexBytes = (hex: string): Uint8Array<ArrayBuffer> => {
  const pairs = /^[0-9a-f]{64}$/i.test(hex) ? hex.match(/../g) ?? [] : []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

// Every secret against every signature, whichever fits: neither the time nor the order tells which one it was.
const isSigned = async (
  signed: Uint8Array<ArrayBuffer>,
  signatures: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  secrets: ReadonlyArray<string>
): Promise<boolean> => {
  const checks = await Promise.all(secrets.map(async (secret) => {
    const key = await hmacKey(secret, "verify")
    return Promise.all(signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)))
  }))
  return checks.flat().includes(true)
}

const eventOf = (body: Uint8Array): { readonly event: string; readonly data: object } => {
  const parsed = parsedOf(body)
  if (typeof parsed === "object" && parsed !== null && "event" in parsed && "data" in parsed) {
    const { data, event } = parsed
    if (typeof event === "string" && typeof data === "object" && data !== null) return { event, data }
  }
  throw new WebhookError("body", "The body is signed, and is no event")
}

const parsedOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
