// One request and its answer over node:http or node:https: within a time and a size, without a redirect followed and without a
// proxy, whatever the environment says.
import { Data, Effect } from "effect"
import type { Agent } from "node:http"
import * as http from "node:http"
import * as https from "node:https"

/** What left this process, if anything, decides what a failure means. */
export class NotAsked extends Data.TaggedError("NotAsked")<{ readonly reason: string }> {}

/** It was sent, or part of it, and no answer came that can be read: it may have been received. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly reason: string }> {}

/** An answer of the other side, or of what stands before it. */
export interface Answer {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

export interface ExchangeRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly agent: Agent
  /** For the whole exchange. Milliseconds. */
  readonly timeoutMs: number
  readonly mostBytes: number
}

/** The code of an error of the platform: its words may quote what was sent. */
export const codeOf = (cause: Error): string =>
  "code" in cause && typeof cause.code === "string" ? cause.code : cause.name

const headersOf = (response: http.IncomingMessage): Answer["headers"] =>
  Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value])
  )

// Node.js throws on what no header can hold, such as a token of several lines, and its error shows what that was.
const opened = ({ agent, body, headers, method, url }: ExchangeRequest): http.ClientRequest | undefined => {
  const { request } = url.protocol === "https:" ? https : http
  const length = body === undefined ? {} : { "content-length": String(body.byteLength) }
  try {
    return request(url, { method, agent, headers: { ...headers, ...length } })
  } catch {
    return undefined
  }
}

/** Asks once. */
export const exchange = (request: ExchangeRequest): Effect.Effect<Answer, NotAsked | NoAnswer> =>
  Effect.callback<Answer, NotAsked | NoAnswer>((resume) => {
    const { body, mostBytes, timeoutMs, url } = request
    // Bytes are written once a connection stands: a connection that never stood carried nothing.
    let isConnected = false
    let isOver = false
    const end = (exit: Effect.Effect<Answer, NotAsked | NoAnswer>): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      resume(exit)
    }
    const fail = (reason: string): void =>
      end(Effect.fail(isConnected ? new NoAnswer({ reason }) : new NotAsked({ reason })))
    const sent = opened(request)
    if (sent === undefined) return resume(Effect.fail(new NotAsked({ reason: "a header cannot be sent as it is" })))
    const timer = setTimeout(() => {
      fail(`no answer within ${timeoutMs} ms`)
      sent.destroy()
    }, timeoutMs)
    sent.on("socket", (socket) => {
      const event = url.protocol === "https:" ? "secureConnect" : "connect"
      if (sent.reusedSocket || !socket.connecting) isConnected = true
      else socket.once(event, () => isConnected = true)
    })
    sent.on("error", (cause) => fail(`the connection failed: ${codeOf(cause)}`))
    sent.on("response", (response) => {
      isConnected = true
      const chunks: Array<Buffer> = []
      let size = 0
      response.on("data", (chunk: Buffer) => {
        size += chunk.byteLength
        if (size <= mostBytes) chunks.push(chunk)
        else {
          fail(`the answer is longer than ${mostBytes} bytes`)
          sent.destroy()
        }
      })
      response.on("error", (cause) => fail(`the answer broke off: ${codeOf(cause)}`))
      response.on("close", () => fail("the answer broke off"))
      response.on("end", () =>
        response.complete
          ? end(Effect.succeed({
            status: response.statusCode ?? 0,
            headers: headersOf(response),
            body: Buffer.concat(chunks)
          }))
          : fail("the answer broke off"))
    })
    sent.end(body)
    return Effect.sync(() => {
      isOver = true
      clearTimeout(timer)
      sent.destroy()
    })
  })
