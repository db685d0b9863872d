// Requests and answers as plain data: what every server in front of the app translates from and to.
import type { ClientCertificate } from "../../core/ports/provider-inbox.ts"

export interface WireRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  /** Names in lower case; the first value where a name came several times. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw body; "tooLarge" when it passed the limit and was not read on. */
  readonly body: Uint8Array | "tooLarge"
  /** The address of whoever is connected, never what a header says of it; undefined where the server does not tell. */
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
