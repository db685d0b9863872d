// The calls of an adapter to its provider's interface over HTTP. Every failure says whether the call may have been received: that
// is what an outcome is made of.
import { Clock, Effect, Exit, Stream } from "effect"
import { Agent } from "node:http"
import type { ProviderState } from "../../core/ports/provider-state.ts"
import { type Breaker, admit, answered, closed, failed, givenUp, retryAfterMs } from "./breaker.ts"
import { type Answer, type ExchangeRequest, type NoAnswer, NotAsked, exchange } from "./exchange.ts"
import { Health } from "./health.ts"
import { streamLines } from "./lines.ts"
import { type TlsSettings, makeTls } from "./tls.ts"

/** A call as it goes out: what a signature is made over. */
export interface OutgoingCall {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly body: Uint8Array | undefined
}

/** What proves to the provider who calls. */
export interface Credentials {
  /** The headers of a call. */
  readonly headers: (call: OutgoingCall) => Effect.Effect<Readonly<Record<string, string>>, NotAsked>
  /** The provider answered 401: what was kept, such as a token, is not used again. */
  readonly refused?: () => void
}

export interface HttpClientSettings {
  /** The provider's name, for logs and traces. */
  readonly name: string
  /** Where paths begin: https, or http on this machine. */
  readonly baseUrl: string
  readonly tls?: TlsSettings
  readonly credentials?: Credentials
  /** For one call. Milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  /** The longest answer that is read. Bytes, 1 MiB by default. */
  readonly mostBytes?: number
  /** Whether an answer of status 5xx is about what was asked, by a provider that is there all the same; none is by default. */
  readonly isAboutCall?: (answer: Answer) => boolean
}

/** One call. */
export interface Call {
  /** Which of the provider's operations it is, without anything of this call, such as `PUT /cob/{txid}`: for traces. */
  readonly route: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Begins with `/`; its parts are percent-encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** A value that is sent as JSON. */
  readonly json?: unknown
  /** Bytes with their media type, instead. */
  readonly bytes?: { readonly body: Uint8Array; readonly type: string }
  readonly timeoutMs?: number
}

export interface HttpClient {
  /** Asks once. Any status is an answer. */
  readonly call: (call: Call) => Effect.Effect<Answer, NotAsked | NoAnswer>
  /** The lines of an answer that goes on, each as it comes. Its pace is that of whoever listens. */
  readonly lines: (call: Call) => Stream.Stream<string, NotAsked | NoAnswer>
  readonly state: Effect.Effect<ProviderState>
}

const defaultTimeoutMs = 10_000
const defaultMostBytes = 1_048_576

// A name may begin with 127 too.
const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** What is wrong with an address of a provider; undefined when nothing is. */
export const baseUrlProblem = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isUsable = url !== undefined && url.search === "" && url.hash === "" && url.username === "" &&
    (url.protocol === "https:" || url.protocol === "http:" && isLoopback(url))
  return isUsable ? undefined : "must be an https address without user and query, or http on this machine"
}

// A path that means another one than it says, as one with dots for folders does, would be another operation.
const targetOf = (base: URL, { path, query = {} }: Call): URL | undefined => {
  const whole = `${base.pathname.replace(/\/$/, "")}${path}`
  const url = URL.canParse(`${base.origin}${whole}`) ? new URL(`${base.origin}${whole}`) : undefined
  if (url === undefined || `${url.pathname}${url.search}` !== whole) return undefined
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.append(name, value)
  return url
}

// 429 and 5xx come from a provider that cannot answer now; 401 and 403 from one that does not know us.
const problemOf = (status: number): string | null =>
  status === 401 || status === 403
    ? `our credentials were refused (HTTP ${status})`
    : status === 429 || status >= 500
    ? `HTTP ${status}`
    : null

/** A client of one provider. It opens connections when it is first used. Throws `TypeError` on an address that cannot be one. */
export const makeHttpClient = (settings: HttpClientSettings): HttpClient => {
  const problem = baseUrlProblem(settings.baseUrl)
  if (problem !== undefined) throw new TypeError(`the address of ${settings.name} ${problem}`)
  const base = new URL(settings.baseUrl)
  const tls = base.protocol === "https:" ? makeTls(settings.tls ?? {}) : undefined
  const open = new Agent({ keepAlive: true, maxSockets: 64 })
  const health = new Health()
  let breaker: Breaker = closed

  const agent = tls === undefined
    ? Effect.succeed(open)
    : Effect.mapError(tls.agent, ({ path, problem: why }) => new NotAsked({ reason: `${path}: ${why}` }))

  const requestOf = Effect.fnUntraced(function*(call: Call) {
    const body = call.json === undefined ? call.bytes?.body : Buffer.from(JSON.stringify(call.json))
    const type = call.json === undefined ? call.bytes?.type : "application/json"
    const url = targetOf(base, call)
    if (url === undefined) return yield* new NotAsked({ reason: `the path of ${call.route} is none` })
    const target = `${url.pathname}${url.search}`
    const proof = yield* settings.credentials?.headers({ method: call.method, target, body }) ?? Effect.succeed({})
    const request: ExchangeRequest = {
      method: call.method,
      url,
      headers: {
        accept: "application/json",
        ...type === undefined ? {} : { "content-type": type },
        ...call.headers,
        ...proof
      },
      body,
      agent: yield* agent,
      timeoutMs: call.timeoutMs ?? settings.timeoutMs ?? defaultTimeoutMs,
      mostBytes: settings.mostBytes ?? defaultMostBytes
    }
    return request
  })

  const note = (exit: Exit.Exit<Answer, NotAsked | NoAnswer>, now: number, isTry: boolean): void => {
    if (Exit.isSuccess(exit)) {
      const { headers, status } = exit.value
      const isAway = status >= 500 && settings.isAboutCall?.(exit.value) !== true
      if (status === 401) settings.credentials?.refused?.()
      const wait = status === 429 || status === 503 ? retryAfterMs(headers["retry-after"], now) : 0
      breaker = isAway ? failed(breaker, now, wait) : answered(breaker, now, wait)
      health.note(now, status >= 500 && !isAway ? null : problemOf(status))
      return
    }
    const failure = Exit.findErrorOption(exit)
    if (failure._tag === "None") {
      if (isTry) breaker = givenUp(breaker)
      return
    }
    breaker = failed(breaker, now, 0)
    health.note(now, failure.value.reason)
  }

  return {
    call: (call) =>
      // A call that was admitted is noted, however it ends: one that no one heard of again would keep the next one out.
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const { breaker: next, isAllowed, isTry } = admit(breaker, yield* Clock.currentTimeMillis)
          if (!isAllowed) return yield* new NotAsked({ reason: `${settings.name} is not asked for a moment` })
          breaker = next
          return yield* restore(Effect.flatMap(requestOf(call), exchange)).pipe(
            Effect.onExit((exit) => Effect.map(Clock.currentTimeMillis, (now) => note(exit, now, isTry)))
          )
        })
      ).pipe(
        Effect.tap(({ status }) => Effect.annotateCurrentSpan({ "http.response.status_code": status })),
        Effect.withSpan(call.route, { kind: "client", attributes: { "pontepay.provider": settings.name } })
      ),
    lines: (call) => Stream.unwrap(Effect.map(requestOf(call), streamLines)),
    state: Effect.gen(function*() {
      const endsAt = tls === undefined ? null : yield* tls.expiresAt
      return health.state(breaker, endsAt, yield* Clock.currentTimeMillis)
    })
  }
}
