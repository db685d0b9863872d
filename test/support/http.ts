// A client for tests that sends exactly what it is told, wrong things included, and holds every answer to what the
// interface declares.
import * as http from "node:http"
import { connect } from "node:net"
import { Schema } from "effect"
import { expect } from "vitest"
import { RegistrationFailure } from "../../hosts/http/api/definition/admin-webhook.ts"
import type { ErrorEnvelope } from "../../hosts/http/api/definition/envelope.ts"

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly key?: string | undefined
  /** Sent as it is when text or bytes, else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** The bytes and headers that a body is sent with; JSON by default. */
export const encoded = ({ body, headers = {}, key }: Sent) => {
  const bytes = body === undefined
    ? undefined
    : typeof body === "string" || body instanceof Uint8Array
    ? Buffer.from(body as string)
    : Buffer.from(JSON.stringify(body))
  return {
    bytes,
    headers: {
      ...(bytes === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers
    }
  }
}

let addresses = 0

/** The configuration of a host that believes `fromElsewhere`. */
export const behindProxy = { PONTEPAY_TRUSTED_PROXIES: "127.0.0.1" } as const

/** Headers that give a request an address of its own, for tests that show more wrong credentials than one address may. */
export const fromElsewhere = () => ({ "x-forwarded-for": `10.1.${++addresses >> 8}.${addresses & 255}` })

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request and reads the whole answer. */
export const send = (base: string, sent: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { bytes, headers } = encoded(sent)
    const url = new URL(base)
    const request = http.request({
      agent,
      host: url.hostname,
      port: url.port,
      path: sent.path,
      method: sent.method ?? (bytes === undefined ? "GET" : "POST"),
      headers: { ...headers, ...(bytes === undefined ? {} : { "content-length": bytes.length }) }
    }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Readonly<Record<string, string>>,
          text: Buffer.concat(chunks).toString()
        }))
      response.on("error", reject)
    })
    request.on("error", reject)
    request.end(bytes)
  })

const mayBeRepeated = ({ body, headers = {}, path }: Sent): boolean =>
  body === undefined || headers["idempotency-key"] !== undefined || path.startsWith("/provider/")

/** Whether it was the data store that could not be had, and the same request may be sent again. */
const isToComeBack = (sent: Sent, { status, text }: Answer): boolean =>
  status === 503 &&
  (text.includes("The store is not available; nothing was done") ||
    text.includes("The outcome is not known") && mayBeRepeated(sent))

/**
 * Sends a request as a client does that comes back when it is asked to: where the machine is busy, a database that answers late is taken
 * for one that is away, and the answer is 503 (0118). No test says so of another upstream by this.
 */
export const sendPatiently = async (base: string, sent: Sent): Promise<Answer & { readonly isRepeated: boolean }> => {
  for (let repeats = 0;; repeats++) {
    const answer = await send(base, sent)
    if (repeats === mostRepeats || !isToComeBack(sent, answer)) return { ...answer, isRepeated: repeats > 0 }
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers["retry-after"]) * 1_000))
  }
}

const mostRepeats = 20

/** Writes raw bytes on a connection, one piece after another, and reads until the other side closes or falls silent. */
export const exchange = (
  port: number,
  pieces: ReadonlyArray<string | Uint8Array>,
  silenceMs = 2_500
): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    const socket = connect(port, "127.0.0.1", () => pieces.forEach((piece) => socket.write(piece)))
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", (error: Error & { readonly code?: string }) => {
      // What had been read before a reset is what the client got.
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error)
    })
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()))
  })

/** The headers of an answer that are its own: without those that differ from one request to the next. */
export const lasting = ({ headers }: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !["date", "x-request-id", "connection", "keep-alive"].includes(name))
  )

interface ReviverContext {
  readonly source?: string
}

const parse = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: ReviverContext) => unknown
) => unknown

/** JSON with whole numbers beyond 2^53 kept exact, as bigint. */
const exactJson = (text: string): unknown =>
  parse(
    text,
    (_key, value, { source }) =>
      typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
        ? BigInt(source)
        : value
  )

/** The body as a plain object. */
export const bodyOf = ({ text }: Answer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

/** The `data` of a success. */
export const dataOf = (answer: Answer): Record<string, unknown> => bodyOf(answer)["data"] as Record<string, unknown>

/** The envelope of every failure; a failed registration of a webhook has `cause` as well. */
const decodeEnvelope = Schema.decodeUnknownSync(RegistrationFailure, { onExcessProperty: "error" })

/** Text that belongs inside: stacks, SQL, files of the machine. */
const internals =
  /\bat (?:async )?\S+ \(|node:internal|node_modules|\.ts:\d|\/(?:home|root|tmp|work|usr)\/|\b(?:select|insert into|sqlite|postgres)\b/i

export interface Failure {
  readonly status: number
  readonly errorCode: string | null
  /** Fields that `details` has to name, in any order; others may be named too. */
  readonly fields?: ReadonlyArray<string>
}

/** Holds an answer to the envelope of failures and shows which one it is; `what` was asked is said when it does not. */
export const expectFailure = (
  answer: Answer,
  { errorCode, fields = [], status }: Failure,
  what = ""
): ErrorEnvelope => {
  const { text } = answer
  const type = answer.headers["content-type"]
  expect({ what, text, status: answer.status, type }).toEqual({ what, text, status, type: "application/json" })
  const envelope = decodeEnvelope(JSON.parse(text))
  const named = envelope.details?.map(({ field }) => field) ?? []
  expect({ what, errorCode: envelope.errorCode, named }).toEqual({
    what,
    errorCode,
    named: expect.arrayContaining([...fields]) as unknown
  })
  expect({ what, isCoded: "cause" in envelope }).toEqual({ what, isCoded: errorCode === "WEBHOOK_TEST_FAILED" })
  expect(envelope.error).not.toBe("")
  expect(answer.text).not.toMatch(internals)
  expect(answer.headers["x-request-id"]).toMatch(/^[\x21-\x7e]{1,128}$/)
  return envelope
}

/** What is asked of an endpoint here; every `HttpApiEndpoint` has it. */
interface Declared {
  readonly identifier: string
  readonly success: ReadonlySet<Schema.Top>
}

/** Holds an answer to a status and to the success that an endpoint declares, and gives its body. */
export const expectSuccess = (endpoint: Declared, answer: Answer, status = 200): Record<string, unknown> => {
  const [success] = [...endpoint.success]
  if (success === undefined) throw new Error(`${endpoint.identifier} declares no success`)
  const { text } = answer
  expect({ text, status: answer.status, type: answer.headers["content-type"] }).toEqual({
    text,
    status,
    type: "application/json"
  })
  const codec = Schema.toCodecJson(success as unknown as Schema.Codec<unknown, unknown>)
  Schema.decodeUnknownSync(codec, { onExcessProperty: "error" })(JSON.parse(answer.text))
  expect(answer.headers["x-request-id"]).toMatch(/^[\x21-\x7e]{1,128}$/)
  return exactJson(answer.text) as Record<string, unknown>
}
