// Requests and answers as plain data: what every server in front of the app translates from and to.

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
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

// Whole numbers beyond 2^53 go out as exact JSON integers (C36).
const exact = (_key: string, value: unknown): unknown =>
  typeof value === "bigint"
    ? (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(value.toString())
    : value

/** JSON text of a view, amounts exact. */
export const toJson = (view: unknown): string => JSON.stringify(view, exact)

/** An answer with a JSON body. */
export const json = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): WireAnswer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body
})

/** Whether a request declares its body as JSON. */
export const isJson = ({ headers }: WireRequest): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")
