// One node's JSON-RPC interface over HTTP: within a time and a size, its error told from no answer. Numbers come as the text that they
// were written as where that is wanted, as amounts must not become floats.
import { Effect, Redacted } from "effect"
import { type Call, type Credentials, type HttpClient, makeHttpClient } from "../http-client/client.ts"
import type { Answer } from "../http-client/exchange.ts"
import { NodeAway, NodeRefused } from "./node-away.ts"
import { makePace } from "./pace.ts"

export interface JsonRpcSettings {
  /** For logs, `/ready` and traces: the address may hold a key. */
  readonly name: string
  /** https, or http on this machine; with a path and a query where its key is in there. */
  readonly url: Redacted.Redacted
  readonly credentials?: Credentials
  /** Milliseconds, 10,000 unless given. */
  readonly timeoutMs?: number
  /** Bytes, 8 MiB unless given. */
  readonly mostBytes?: number
  /** Requests that the node takes in a second; as many as there are unless given. */
  readonly perSecond?: number
  /** Whether numbers come as text. */
  readonly isExact?: boolean
}

export interface JsonRpc {
  readonly name: string
  /** The `result` of one call. */
  readonly ask: (method: string, params: unknown) => Effect.Effect<unknown, NodeAway | NodeRefused>
  readonly state: HttpClient["state"]
}

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown } | null
}

const isReply = (value: unknown): value is Reply =>
  typeof value === "object" && value !== null && ("result" in value || "error" in value)

const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? context?.source : value

const replyOf = ({ body }: Answer, isExact: boolean): Reply | undefined => {
  try {
    const read: unknown = JSON.parse(Buffer.from(body).toString("utf8"), isExact ? exact : undefined)
    return isReply(read) ? read : undefined
  } catch {
    return undefined
  }
}

const mostBytes = 8_388_608

// Our key or our pace was refused, whatever words come with it: nothing is said about the question.
const isAboutUs = (status: number): boolean => status === 401 || status === 403 || status === 429

/** The interface of one node. Throws `TypeError` on an address or a pace that cannot be one. */
export const makeJsonRpc = (settings: JsonRpcSettings): JsonRpc => {
  const { credentials, isExact = false, name } = settings
  const url = new URL(Redacted.value(settings.url))
  const query = Object.fromEntries(url.searchParams)
  url.search = ""
  const path = url.pathname === "/" ? "/" : url.pathname
  const timeoutMs = settings.timeoutMs ?? 10_000
  const pace = settings.perSecond === undefined ? undefined : makePace(settings.perSecond)
  const client = makeHttpClient({
    name,
    baseUrl: url.origin,
    timeoutMs,
    mostBytes: settings.mostBytes ?? mostBytes,
    ...credentials === undefined ? {} : { credentials },
    // Some nodes answer an error of JSON-RPC with status 500.
    isAboutCall: (answer) => replyOf(answer, false) !== undefined
  })
  return {
    name,
    state: client.state,
    ask: Effect.fnUntraced(function*(method, params) {
      const call: Call = { route: method, method: "POST", path, query, json: { jsonrpc: "2.0", id: 1, method, params } }
      const named = ({ reason }: { readonly reason: string }) => new NodeAway({ reason: `${name}: ${reason}` })
      if (pace !== undefined) yield* Effect.mapError(pace(timeoutMs), named)
      const answer = yield* Effect.mapError(client.call(call), named)
      const reply = isAboutUs(answer.status) ? undefined : replyOf(answer, isExact)
      if (reply === undefined) return yield* new NodeAway({ reason: `${name}: HTTP ${answer.status}` })
      if (reply.error === undefined || reply.error === null) return reply.result
      const { code, data, message } = reply.error
      return yield* new NodeRefused({ code: Number(code), message: typeof message === "string" ? message : "", data })
    })
  }
}
