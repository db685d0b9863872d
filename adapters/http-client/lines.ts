// An answer that goes on for as long as the other side has something to say: lines of JSON, each as it comes.
import { Cause, Effect, Queue, Stream } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { type ExchangeRequest, NoAnswer, codeOf } from "./exchange.ts"

/** A line that is longer is no line of this. */
const mostCharacters = 1_048_576
/** So many lines may wait for the listener. */
const mostWaiting = 1_024
/** After this long without a byte the system finds out whether the other side is still there. Milliseconds. */
const silenceMs = 30_000

const linesIn = (buffered: string): { readonly lines: ReadonlyArray<string>; readonly rest: string } => {
  const parts = buffered.split("\n")
  const rest = parts.pop() ?? ""
  return { lines: parts.filter((line) => line.trim() !== ""), rest }
}

/** The lines of one answer of status 200, until it ends. Any other end of it, and any other status, fails. */
export const streamLines = (
  { agent, headers, method, timeoutMs, url }: Pick<
    ExchangeRequest,
    "agent" | "headers" | "method" | "timeoutMs" | "url"
  >
): Stream.Stream<string, NoAnswer> =>
  Stream.callback<string, NoAnswer>((queue) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const fail = (reason: string): void => void Queue.failCauseUnsafe(queue, Cause.fail(new NoAnswer({ reason })))
        const sent = (url.protocol === "https:" ? https : http).request(url, { method, agent, headers })
        const timer = setTimeout(() => {
          fail(`no answer within ${timeoutMs} ms`)
          sent.destroy()
        }, timeoutMs)
        sent.on("socket", (socket) => socket.setKeepAlive(true, silenceMs))
        sent.on("close", () => clearTimeout(timer))
        sent.on("error", (cause) => fail(`the connection failed: ${codeOf(cause)}`))
        sent.on("response", (response) => {
          clearTimeout(timer)
          if (response.statusCode !== 200) {
            fail(`HTTP ${response.statusCode}`)
            sent.destroy()
            return
          }
          let buffered = ""
          response.setEncoding("utf8")
          response.on("data", (chunk: string) => {
            const { lines, rest } = linesIn(buffered + chunk)
            buffered = rest
            const isTooMuch = rest.length > mostCharacters || !lines.every((line) => Queue.offerUnsafe(queue, line))
            if (isTooMuch) {
              fail("more came than can be taken")
              sent.destroy()
            }
          })
          response.on("error", (cause) => fail(`the answer broke off: ${codeOf(cause)}`))
          response.on("end", () => void Queue.endUnsafe(queue))
        })
        sent.end()
        return sent
      }),
      (sent) => Effect.sync(() => sent.destroy())
    ), { bufferSize: mostWaiting })
