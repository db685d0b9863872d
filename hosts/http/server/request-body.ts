// The body of a request of node:http: read to its end, or up to the limit, before the request is answered; or piece by piece by whoever
// wants it; or not wanted at all. A connection on which one comes in too many pieces is closed.
import type { IncomingMessage } from "node:http"
import { limits } from "../../../core/base/limits/limits.ts"
import { Gathered, isTooFine } from "../api/request/gathered.ts"
import { type ReadChunks, type WireRequest, isUpload } from "../api/request/wire.ts"

const empty = new Uint8Array()

/** Reads a body and hands it over, or the way to read it. What a client stops to send is never handed over. */
export const readBody = (
  request: IncomingMessage,
  target: string,
  done: (body: WireRequest["body"], upload?: ReadChunks) => void
): void => {
  if (request.method === "GET" || request.method === "HEAD") {
    discardBody(request)
    return done(empty)
  }
  if (isUpload(request.method ?? "", target)) return done(empty, chunksOf(request))
  const length = Number(request.headers["content-length"] ?? 0)
  if (length > limits.body.bytes) return done("tooLarge")
  const gathered = new Gathered()
  // Most bodies arrive in one piece, which is used as it is. Pieces are copied: each would keep all of its network buffer in memory.
  let whole: Buffer | undefined
  const stop = () => void request.off("data", take).off("end", end)
  const take = (chunk: Buffer) => {
    if (chunk.length === length) {
      whole = chunk
      return
    }
    if (gathered.size + chunk.length > limits.body.bytes) {
      stop()
      request.pause()
      return done("tooLarge")
    }
    gathered.take(chunk)
    if (!isTooFine(gathered.pieces, gathered.size)) return
    stop()
    request.socket.destroy()
  }
  const end = () => done(whole ?? gathered.whole())
  request.on("data", take)
  request.on("end", end)
}

/** Reads on to the end of a body that no one wants. */
export const discardBody = (request: IncomingMessage): void => {
  const { headers } = request
  if (headers["transfer-encoding"] !== undefined) {
    let [pieces, bytes] = [0, 0]
    request.on("data", (chunk: Buffer) => {
      pieces += 1
      bytes += chunk.length
      if (isTooFine(pieces, bytes)) request.socket.destroy()
    })
  }
  request.resume()
}

const chunksOf = (request: IncomingMessage): ReadChunks => (take, signal) =>
  new Promise((resolve, reject) => {
    const cut = () => {
      request.off("data", take)
      reject(new Error("The body was not read to its end"))
    }
    request.on("data", take).once("end", resolve).once("close", cut)
    signal.addEventListener("abort", cut)
  })
