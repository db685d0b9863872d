// Requests and answers as plain data, which every server in front of the app translates from and to; and what is read of a
// request, whatever it asks for: its id, its address, its body and its query.
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { isIP } from "node:net"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { type ValidationFailed, invalidField } from "../../../../core/base/errors/errors.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import type { ClientCertificate } from "../../../../core/ports/provider-inbox.ts"
import { isDeeper, whole } from "../../../../core/base/text/text.ts"
import { hostedPrefixes } from "../definition/hosted.ts"

/**
 * Gives a body chunk by chunk, once. Resolves at its end; rejects where the connection ends before it, or `signal` says that
 * no one reads on.
 */
export type ReadChunks = (take: (chunk: Uint8Array) => void, signal: AbortSignal) => Promise<void>

export interface WireRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  /** Names in lower case; the first value where a name came several times. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw body; "tooLarge" when it passed the limit and was not read on; empty where `upload` has it. */
  readonly body: Uint8Array | "tooLarge"
  /** The body of an upload, which is read once its address has proved itself; absent for everything else. */
  readonly upload?: ReadChunks | undefined
  /** The address of whoever is connected, behind trusted proxies the client's; undefined where it is not known. */
  readonly peer?: string | undefined
  /** The client certificate of the connection; absent without TLS, or where the client showed none. */
  readonly certificate?: ClientCertificate | undefined
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text, bytes, or text that goes on until its reader leaves or the server stops. */
  readonly body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>
}

/** What becomes known of a request while it is answered. */
export interface Seen {
  readonly requestId: string
  /** Method and pattern of the route. */
  route: string | undefined
  /** The pattern alone. */
  pattern: string | undefined
  keyId: string | undefined
  /** Whose key it is; undefined where no key was proven. */
  caller: Caller | undefined
  /** Whether a credential was right: a key, an operator's, or a provider's proof. */
  isProven: boolean
  /** The name of the address whose credential was refused. */
  refusedFrom: string | undefined
  /** Headers that go with whatever it is answered. */
  headers: Readonly<Record<string, string>> | undefined
}

/** A request of which nothing is known yet. */
export const unseen = (requestId: string): Seen => ({
  requestId,
  route: undefined,
  pattern: undefined,
  keyId: undefined,
  caller: undefined,
  isProven: false,
  refusedFrom: undefined,
  headers: undefined
})

// Whole numbers beyond 2^53 go out as exact JSON integers (C36).
const exact = (_key: string, value: unknown): unknown =>
  typeof value === "bigint"
    ? (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(value.toString())
    : value

/** JSON text of a view, amounts exact. */
export const toJson = (view: unknown): string => JSON.stringify(view, exact)

/** An answer that is there as a whole. */
export interface WholeAnswer extends WireAnswer {
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** An answer whose body is text. */
export interface TextAnswer extends WireAnswer {
  readonly body: string
}

/** Whether an answer is there as a whole, or goes on. */
export const isWhole = (answer: WireAnswer): answer is WholeAnswer =>
  typeof answer.body === "string" || answer.body instanceof Uint8Array

/** An answer with a JSON body. */
export const json = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): TextAnswer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body
})

/** Whether whoever asks is somebody who reads pages. */
export const readsPages = ({ headers }: WireRequest): boolean => headers["accept"]?.includes("text/html") === true

/** Whether a request declares its body as JSON. */
export const isJson = ({ headers }: WireRequest): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")

const harmless = /^[\x21-\x7e]{1,128}$/

/** The id that a request is answered under: the X-Request-Id that it came with when that is harmless, else one of ours. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && harmless.test(given) ? given : randomUUID()

/**
 * Scheme and host of a request, which the addresses in our answers begin with. TLS ends in front of this host, so the scheme is
 * told by the name in the Host header: one that public certificates exist for is https, a bare address or a local name is http.
 */
export const originOf = ({ headers }: WireRequest): string => {
  const host = headers["host"] ?? "localhost"
  return `${isLocal(host) ? "http" : "https"}://${host}`
}

const localNames = ["localhost", "test", "local", "internal"]

const isLocal = (host: string): boolean => {
  const name = host.replace(/:\d*$/, "").toLowerCase()
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0
  return isAddress || !name.includes(".") || localNames.includes(name.split(".").at(-1) ?? "")
}

// How a body is read (C15): up to a limit, before its request is known. Documents are larger, and are read by their route
// alone. The body must not have been read before.

/** Whether a request brings a document, whose body waits until its address has proved itself. */
export const isUpload = (method: string, target: string): boolean =>
  method === "PUT" && target.startsWith(hostedPrefixes.upload)

/** The size that a request says its body has, in bytes; undefined where it does not. */
export const declaredBytes = ({ headers }: Pick<WireRequest, "headers">): number | undefined => {
  const length = headers["content-length"] ?? ""
  return /^\d+$/.test(length) ? Number(length) : undefined
}

/** The error for whoever mounted the service behind something that reads bodies. */
export const bodyAlreadyRead = (): Error =>
  new Error(
    "Pontepay verifies signatures over the bytes of the body, and something has already read this request's. " +
      "Mount Pontepay before any body parser."
  )

// A byte order mark stays in the text, where JSON does not allow one (RFC 8259 8.1).
const textDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The JSON of a body; refuses malformed text, bytes that are no UTF-8 and nesting beyond the limit. */
export const parseJson = (body: Uint8Array): Effect.Effect<unknown, ValidationFailed> =>
  Effect.suspend(() => {
    try {
      const value: unknown = JSON.parse(textDecoder.decode(body))
      return isDeeper(value, limits.body.depth)
        ? Effect.fail(invalidField(whole, `JSON nested deeper than ${limits.body.depth} levels`))
        : Effect.succeed(value)
    } catch {
      return Effect.fail(invalidField(whole, "The body is not valid JSON"))
    }
  })

/** Whether a query has more parameters than any request needs. */
export const isTooLong = (search: string): boolean =>
  search.length > limits.queryParameters &&
  search.split("&", limits.queryParameters + 1).length > limits.queryParameters

/** Query parameters as fields; one that comes several times becomes a list. */
export const queryOf = (search: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  const fields = new Map<string, string | ReadonlyArray<string>>()
  for (const [name, value] of new URLSearchParams(search)) {
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : [...(typeof before === "string" ? [before] : before), value])
  }
  return Object.fromEntries(fields)
}
