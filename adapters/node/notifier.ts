// Webhooks over node:http and node:https: one POST, redirects not followed, no proxy whatever the environment says, and only
// to where webhooks may go: HTTPS on port 443 of the public internet unless more is allowed (ASVS 1.3.6; 0163).
// Invariant: a socket goes only to an address that was checked, and none outlives the answer but to be used again. Slow
// endpoints are waited for a few at a time, so that however many there are the others are told meanwhile (0120).
import { Effect, Layer, Result } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { type Notification, Notifier, type NotifierAnswer } from "../../core/ports/notifier.ts"
import { AddressRefused, type Resolve, lookupFor } from "./checked-lookup.ts"
import { type Allowed, type Destination, destinationOf } from "./destination.ts"
import { SlowEndpoints } from "./slow-endpoints.ts"

export interface NotifierConfig {
  /** Where webhooks may go; more than "public" is for development only. */
  readonly allowed: Allowed
  /** From name resolution to the end of the answer; 15 s unless told. */
  readonly timeoutMs?: number
  /** An endpoint that once took longer than this is slow until it does not; 2 s unless told. */
  readonly slowMs?: number
  /** How names become addresses; the name servers unless told, the system's own way for private ones. */
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
      return resume(Effect.succeed(unreached(`not sent: ${codeOf(cause)}`)))
    }
    let timer = setTimeout(() => {
      know(unreached(`no answer within ${timeoutMs} ms`))
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
      process.nextTick(() => resume(Effect.succeed(answer ?? unreached("closed without an answer"))))
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

const unreached = (problem: string): NotifierAnswer => ({ _tag: "Unreached", problem })

// Messages of the platform may quote what was sent or resolved; codes never do.
const failed = (cause: unknown): NotifierAnswer =>
  cause instanceof AddressRefused
    ? { _tag: "NotAllowed", problem: cause.message }
    : unreached(`connection failed: ${codeOf(cause)}`)

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"
