// The app behind node:http: reads bodies up to the limit, writes answers, and stops without dropping what is in flight.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { limits } from "../../core/limits/limits.ts"
import type { App } from "./app.ts"
import { transportAnswers } from "./envelope.ts"
import type { WireAnswer, WireRequest } from "./wire.ts"

const empty = new Uint8Array()

/** A server for an app; it is not listening yet. */
export const makeServer = (app: App): Server => {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, (request, response) => {
    readBody(request, (body) => {
      app(wireRequest(request, body)).then(
        (answer) => write(request, response, answer),
        () => write(request, response, transportAnswers.internal)
      )
    })
  })
  return server
}

/** Stops accepting, lets what is in flight finish, and ends what does not within the time. */
export const stopServer = (server: Server, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), withinMs)
    server.close(() => {
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })

const readBody = (request: IncomingMessage, done: (body: WireRequest["body"]) => void): void => {
  if (request.method === "GET" || request.method === "HEAD") {
    request.resume()
    return done(empty)
  }
  if (Number(request.headers["content-length"] ?? 0) > limits.body.bytes) return done("tooLarge")
  const chunks: Array<Buffer> = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > limits.body.bytes) {
      request.off("data", take)
      request.off("end", end)
      return done("tooLarge")
    }
    chunks.push(chunk)
  }
  const end = () => done(chunks.length === 1 ? chunks[0] ?? empty : Buffer.concat(chunks))
  request.on("data", take)
  request.on("end", end)
}

const wireRequest = (request: IncomingMessage, body: WireRequest["body"]): WireRequest => ({
  method: request.method ?? "",
  target: request.url ?? "/",
  headers: request.headers as Readonly<Record<string, string | undefined>>,
  body
})

const write = (request: IncomingMessage, response: ServerResponse, answer: WireAnswer): void => {
  const headers = { ...answer.headers, "content-length": Buffer.byteLength(answer.body) }
  // What is left of a body that was not read would be taken for the next request.
  response.writeHead(answer.status, request.complete || answer.status !== 413 ? headers : { ...headers, connection: "close" })
  response.end(request.method === "HEAD" ? undefined : answer.body)
  if (!request.complete && answer.status === 413) response.once("finish", () => request.destroy())
}
