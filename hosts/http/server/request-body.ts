// The body of a request of node:http: read to its end, or up to the limit, before the request is answered; or piece by piece by whoever
// wants it.
import type { IncomingMessage } from "node:http"
import { limits } from "../../../core/base/limits/limits.ts"
import { Gathered } from "../api/request/gathered.ts"
import { type ReadChunks, type WireRequest, isUpload } from "../api/request/wire.ts"

const empty = new Uint8Array()

/** Reads a body and hands it over, or the way to read it. What a client stops to send is never handed over. */
export const readBody = (
  request: IncomingMessage,
  target: string,
  done: (body: WireRequest["body"], upload?: ReadChunks) => void
): void => {
  if (request.method === "GET" || request.method === "HEAD") {
    request.resume()
    return done(empty)
  }
  if (isUpload(request.method ?? "", target)) return done(empty, chunksOf(request))
  if (Number(request.headers["content-length"] ?? 0) > limits.body.bytes) return done("tooLarge")
  const gathered = new Gathered()
  const take = (chunk: Buffer) => {
    if (gathered.size + chunk.length <= limits.body.bytes) return gathered.take(chunk)
    request.off("data", take)
    request.off("end", end)
    request.pause()
    done("tooLarge")
  }
  const end = () => done(gathered.whole())
  request.on("data", take)
  request.on("end", end)
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
