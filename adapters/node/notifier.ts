// Webhooks over node:http and node:https: one POST, redirects not followed, no proxy whatever the environment says, and only
// to where webhooks may go: HTTPS on port 443 of the public internet unless more is allowed (ASVS 1.3.6; 0163).
// Invariant: a socket goes only to an address that was checked, and none outlives the answer but to be used again. Slow
// endpoints are waited for a few at a time, so that however many there are the others are told meanwhile (0120).
import { Clock, Effect, Layer, Result } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { type LookupFunction, isIP } from "node:net"
import { lookup } from "node:dns/promises"
import { type Reason, reason } from "../../core/base/reason/reason.ts"
import { type Notification, Notifier, type NotifierAnswer } from "../../core/ports/notifier.ts"
import { isLoopbackHost } from "../../core/standards/address/loopback-host.ts"
import { isPublicAddress } from "../http-client/public-address.ts"
import { AddressRefused, type Resolve, checkedLookup, publicLookup } from "../http-client/public-lookup.ts"

// Where a webhook may be sent, read from its URL alone. The URL parser (WHATWG) has already turned every spelling of an
// IP address into the plain one, so what is judged here is what would be connected to; names are judged when resolved.

/**
 * Where webhooks may go: to HTTPS on port 443 of the public internet alone; there, and to this machine's own loopback by
 * any scheme and port; or anywhere.
 */
export type Allowed = "public" | "loopback" | "private"

export interface Destination {
  readonly isSecure: boolean
  /** A name in ASCII, or an IP address without brackets. */
  readonly host: string
  readonly port: number
  /** With the query. */
  readonly path: string
}

const securePort = 443
const plainPort = 80

/** The destination of a URL, or why nothing is sent there. */
export const destinationOf = (address: string, allowed: Allowed): Result.Result<Destination, Reason> => {
  if (!URL.canParse(address)) return Result.fail(reason("notUrl"))
  const url = new URL(address)
  const isSecure = url.protocol === "https:"
  if (!isSecure && url.protocol !== "http:") return Result.fail(reason("notHttp"))
  if (url.username !== "" || url.password !== "") return Result.fail(reason("credentialsInUrl"))
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const port = url.port === "" ? (isSecure ? securePort : plainPort) : Number(url.port)
  const isFree = allowed === "private" || (allowed === "loopback" && isLoopbackHost(host))
  if (!isFree) {
    if (!isSecure) return Result.fail(reason("notHttps"))
    if (port !== securePort) return Result.fail({ code: "notPort", port: securePort })
    if (isIP(host) !== 0 && !isPublicAddress(host)) return Result.fail(reason("notPublic"))
  }
  return Result.succeed({ isSecure, host, port, path: url.pathname + url.search })
}

/** Asks as every program of the machine does, hosts file and search domains included. */
const resolveSystemName: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

// The name always means this machine (RFC 6761 6.3), so it is not looked up.
const localhostLookup = checkedLookup(() => Promise.resolve(["127.0.0.1", "::1"]), () => true)

/** The `lookup` of sockets that may go where webhooks may. */
export const lookupFor = (allowed: Allowed, resolve?: Resolve): LookupFunction => {
  if (allowed === "private") return checkedLookup(resolve ?? resolveSystemName, () => true)
  const outside = publicLookup(resolve)
  return allowed === "public"
    ? outside
    : (host, options, done) => (host === "localhost" ? localhostLookup : outside)(host, options, done)
}

// Endpoints that are slow to answer, and how many of them are waited for at once. Whoever waits holds a place that others
// need, so slow ones share a few and the rest are put off. Kept per process, and forgotten with it.

interface SlowEndpointsConfig {
  readonly slowMs?: number
  readonly atOnce?: number
}

const defaults = { slowMs: 2_000, atOnce: 16 }
/** So many are remembered; the one that was found slow the longest ago is forgotten first. */
const mostRemembered = 10_000

export class SlowEndpoints {
  private readonly config: Required<SlowEndpointsConfig>
  private readonly slow = new Set<string>()
  private waitedFor = 0

  constructor(config: SlowEndpointsConfig = {}) {
    this.config = { ...defaults, ...config }
  }

  /** Runs a post to an endpoint, unless it is slow and enough slow ones are being waited for. */
  watch(endpoint: string, post: Effect.Effect<NotifierAnswer>): Effect.Effect<NotifierAnswer> {
    return Effect.suspend(() => {
      if (!this.slow.has(endpoint)) return this.timed(endpoint, post)
      if (this.waitedFor >= this.config.atOnce) return Effect.succeed<NotifierAnswer>({ _tag: "PutOff" })
      this.waitedFor += 1
      return Effect.ensuring(this.timed(endpoint, post), Effect.sync(() => this.waitedFor -= 1))
    })
  }

  private timed(endpoint: string, post: Effect.Effect<NotifierAnswer>): Effect.Effect<NotifierAnswer> {
    return Effect.gen({ self: this }, function*() {
      const startedAt = yield* Clock.monotonicTimeNanos
      const answer = yield* post
      const tookNanos = (yield* Clock.monotonicTimeNanos) - startedAt
      this.note(endpoint, tookNanos > BigInt(this.config.slowMs) * 1_000_000n)
      return answer
    })
  }

  private note(endpoint: string, isSlow: boolean): void {
    this.slow.delete(endpoint)
    if (!isSlow) return
    const [oldest] = this.slow
    if (this.slow.size >= mostRemembered && oldest !== undefined) this.slow.delete(oldest)
    this.slow.add(endpoint)
  }
}

export interface NotifierConfig {
  /** Where webhooks may go; more than "public" is for development only. */
  readonly allowed: Allowed
  /** From name resolution to the end of the answer; 15 s by default. */
  readonly timeoutMs?: number
  /** An endpoint that once took longer than this is slow until it does not; 2 s by default. */
  readonly slowMs?: number
  /** How names become addresses; the name servers by default, the system's own way for private ones. */
  readonly resolve?: Resolve
}

interface Agents {
  readonly plain: http.Agent
  readonly secure: https.Agent
}

const defaultTimeoutMs = 15_000
const answerBytes = 65_536
// The status is all that counts; the rest is only read so that the connection can be used again.
const bodyMs = 1_000
// Shorter than receivers keep a silent connection, so that a POST seldom meets one that is being closed.
const idleMs = 1_000

// The connection is ours: a webhook's own headers say nothing about it.
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Sends webhooks from this process; the connections end with the layer. */
export const layer = (config: NotifierConfig): Layer.Layer<Notifier> =>
  Layer.effect(
    Notifier,
    Effect.gen(function*() {
      const agents = yield* Effect.acquireRelease(
        Effect.sync(() => agentsOf(config)),
        ({ plain, secure }) => Effect.sync(() => [plain, secure].forEach((agent) => agent.destroy()))
      )
      const timeoutMs = config.timeoutMs ?? defaultTimeoutMs
      const slow = new SlowEndpoints(config.slowMs === undefined ? {} : { slowMs: config.slowMs })
      return {
        post: (notification) =>
          Result.match(destinationOf(notification.url, config.allowed), {
            onFailure: (problem) => Effect.succeed<NotifierAnswer>({ _tag: "NotAllowed", problem }),
            onSuccess: (destination) =>
              slow.watch(notification.url, posted(agents, destination, notification, timeoutMs))
          })
      }
    })
  )

const agentsOf = (config: NotifierConfig): Agents => {
  const options = { keepAlive: true, timeout: idleMs, lookup: lookupFor(config.allowed, config.resolve) }
  return { plain: new http.Agent(options), secure: new https.Agent({ ...options, rejectUnauthorized: true }) }
}

const posted = (
  agents: Agents,
  destination: Destination,
  notification: Notification,
  timeoutMs: number
): Effect.Effect<NotifierAnswer> =>
  Effect.callback((resume) => {
    let answer: NotifierAnswer | undefined
    // The first thing that is known stands, however the rest of the exchange ends.
    const know = (first: NotifierAnswer): void => {
      answer ??= first
    }
    let request: http.ClientRequest
    try {
      request = requestTo(agents, destination, notification)
    } catch (cause) {
      return resume(Effect.succeed(unreached(reason("notSent", codeOf(cause)))))
    }
    let timer = setTimeout(() => {
      know(unreached({ code: "noAnswerWithin", ms: timeoutMs }))
      request.destroy()
    }, timeoutMs)
    request.on("response", (response) => {
      know({ _tag: "Answered", status: response.statusCode ?? 0 })
      clearTimeout(timer)
      timer = setTimeout(() => request.destroy(), Math.min(bodyMs, timeoutMs))
      let bytes = 0
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytes) request.destroy()
      })
      response.on("error", () => undefined)
    })
    request.on("error", (cause) => know(failed(cause)))
    // Every end leads here. One tick later the connection is back among the free ones.
    request.on("close", () => {
      clearTimeout(timer)
      process.nextTick(() => resume(Effect.succeed(answer ?? unreached(reason("closedWithoutAnswer")))))
    })
    request.end(notification.body)
    return Effect.sync(() => {
      clearTimeout(timer)
      request.destroy()
    })
  })

const requestTo = (agents: Agents, { isSecure, host, port, path }: Destination, notification: Notification) => {
  const headers = Object.fromEntries([
    ...Object.entries(notification.headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase())),
    ["content-length", String(Buffer.byteLength(notification.body))]
  ])
  const options = { method: "POST", host, port, path, headers }
  return isSecure
    ? https.request({ ...options, agent: agents.secure })
    : http.request({ ...options, agent: agents.plain })
}

const unreached = (problem: Reason): NotifierAnswer => ({ _tag: "Unreached", problem })

// Messages of the platform may quote what was sent or resolved; codes never do.
const failed = (cause: unknown): NotifierAnswer =>
  cause instanceof AddressRefused
    ? { _tag: "NotAllowed", problem: reason("notPublic") }
    : unreached(reason("connectionFailed", codeOf(cause)))

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"
