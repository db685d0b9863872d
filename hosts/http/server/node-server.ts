// The app behind node:http: reads bodies up to the limit, writes answers, and stops without dropping what is in flight.
// The listener alone serves inside somebody else's server.
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from "node:http"
import { type Duplex, Readable } from "node:stream"
import { TLSSocket } from "node:tls"
import { limits } from "../../../core/base/limits/limits.ts"
import type { ClientCertificate } from "../../../core/ports/provider-inbox.ts"
import type { App } from "./app.ts"
import { transportAnswers } from "../api/request/envelope.ts"
import {
  type ReadChunks,
  type TextAnswer,
  type WholeAnswer,
  type WireAnswer,
  type WireRequest,
  bodyAlreadyRead,
  isUpload,
  isWhole,
  requestIdOf
} from "../api/request/wire.ts"

const empty = new Uint8Array()
const timeouts = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 } as const
/** How long a body that is too large may go on after it was answered. */
const lingerMs = 1_000
const idleCheckMs = 50

/** The answers of a server that go on until it stops. */
const streamsOf = new WeakMap<Server, Set<ServerResponse>>()

/** What the server in front says of a request, where it differs from what the request says itself. */
export interface RequestDetails {
  /** Path and query as the client sent them; `request.url` when missing. */
  readonly target?: string
  /** The client's address; that of the socket when missing. Calls are limited by it. */
  readonly peer?: string | undefined
  /**
   * The client certificate, where TLS ends in front of this server; that of the socket when missing. Set it only from a proxy
   * that you know: messages of banks are believed by it.
   */
  readonly certificate?: ClientCertificate | undefined
}

/**
 * Answers one request of node:http. Throws, before it answers, when something else has already begun to read the body:
 * signatures are verified over its bytes.
 */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, details?: RequestDetails) => void

/** A listener for an app. Responses that go on until the server stops are kept in `streams` while they are open. */
export const makeListener = (app: App, streams = new Set<ServerResponse>()): RequestListener => {
  return (request, response, details = {}) => {
    const {
      certificate = certificateOf(request.socket),
      peer = request.socket.remoteAddress,
      target = request.url ?? "/"
    } = details
    // RFC 9112 3.2: a request of HTTP/1.1 without a host is refused, never guessed at.
    if (request.headers.host === undefined && request.httpVersion !== "1.0") {
      request.resume()
      return write(request, response, named(transportAnswers.hostRequired, request), true)
    }
    // The same section: of two hosts, a server in front may have gone by the other one.
    if (namesSeveralHosts(request)) {
      request.resume()
      return write(request, response, named(transportAnswers.hostInvalid, request), true)
    }
    readBody(request, target, (body, upload) => {
      const isRead = () => upload === undefined ? body !== "tooLarge" : request.readableEnded
      const answered = (answer: WireAnswer) =>
        isWhole(answer)
          ? write(request, response, answer, isRead())
          : stream(request, response, answer, streams)
      const wire = {
        method: request.method ?? "",
        target,
        headers: headersOf(request),
        body,
        upload,
        peer,
        certificate
      }
      app(wire).then(answered, () => answered(named(transportAnswers.internal, request)))
    })
  }
}

/** A server for an app; it is not listening yet. Connections beyond the greatest number are closed before they are read. */
export const makeServer = (app: App, maxConnections: number = limits.connections): Server => {
  const streams = new Set<ServerResponse>()
  const listener = makeListener(app, streams)
  const server = createServer(
    { ...timeouts, requireHostHeader: false },
    (request, response) => listener(request, response)
  )
  server.maxConnections = maxConnections
  server.on("clientError", refuseConnection)
  streamsOf.set(server, streams)
  return server
}

/** Stops accepting, lets what is in flight finish, and ends what does not within the time. */
export const stopServer = (server: Server, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), withinMs)
    // A connection that was answered is idle, and would stay open for the next request.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
    for (const response of streamsOf.get(server) ?? []) response.end()
    server.close(() => {
      clearTimeout(deadline)
      clearInterval(idle)
      resolve()
    })
  })

const readBody = (
  request: IncomingMessage,
  target: string,
  done: (body: WireRequest["body"], upload?: ReadChunks) => void
): void => {
  if (request.method === "GET" || request.method === "HEAD") {
    request.resume()
    return done(empty)
  }
  if (request.readableDidRead) throw bodyAlreadyRead()
  if (isUpload(request.method ?? "", target)) return done(empty, chunksOf(request))
  if (Number(request.headers["content-length"] ?? 0) > limits.body.bytes) return done("tooLarge")
  const chunks: Array<Buffer> = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    chunks.push(chunk)
    if (size <= limits.body.bytes) return
    request.off("data", take)
    request.off("end", end)
    request.pause()
    done("tooLarge")
  }
  const end = () => done(chunks.length === 1 ? chunks[0] ?? empty : Buffer.concat(chunks))
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

const certificateOf = (socket: IncomingMessage["socket"]): ClientCertificate | undefined => {
  if (!(socket instanceof TLSSocket)) return undefined
  const shown = socket.getPeerX509Certificate()
  return shown && { fingerprint256: shown.fingerprint256, subject: shown.subject, isTrusted: socket.authorized }
}

// Of a header that came twice Node.js keeps the first alone.
const namesSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    if (name.length === "host".length && name.toLowerCase() === "host") hosts += 1
  }
  return hosts > 1
}

const headersOf = (request: IncomingMessage): WireRequest["headers"] =>
  request.headers as Readonly<Record<string, string | undefined>>

const stream = (
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers, status }: WireAnswer,
  streams: Set<ServerResponse>
): void => {
  const source = Readable.from(body)
  // Who left while he was being let in has closed already: what he requested is given back, as it is where no body is sent.
  if (response.destroyed) return void source.destroy()
  if (request.method === "HEAD") {
    source.destroy()
    return void response.writeHead(status, headers).end()
  }
  streams.add(response)
  response.once("close", () => {
    streams.delete(response)
    source.destroy()
  })
  source.once("error", () => response.destroy())
  response.writeHead(status, headers)
  source.pipe(response)
}

const write = (request: IncomingMessage, response: ServerResponse, answer: WholeAnswer, isRead: boolean): void => {
  const headers = { ...answer.headers, "content-length": Buffer.byteLength(answer.body) }
  response.writeHead(answer.status, isRead ? headers : { ...headers, connection: "close" })
  const body = request.method === "HEAD" ? "" : answer.body
  if (isRead) return void response.end(body)
  // Closing on a client that is still sending would reset the connection, and the answer with it.
  response.write(body)
  const end = () => response.end()
  const timer = setTimeout(end, lingerMs)
  request.once("close", () => clearTimeout(timer))
  request.once("end", end).resume()
}

const named = <A extends WireAnswer>(answer: A, request?: IncomingMessage): A => {
  const given = request?.headers["x-request-id"]
  const id = requestIdOf(typeof given === "string" ? given : undefined)
  return { ...answer, headers: { ...answer.headers, "x-request-id": id } }
}

const refusals: Readonly<Record<string, TextAnswer>> = {
  HPE_HEADER_OVERFLOW: transportAnswers.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: transportAnswers.requestTimeout
}

// What the parser refuses never becomes a request: it is answered on the bare connection.
const refuseConnection = (error: Error & { readonly code?: string }, socket: Duplex): void => {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
  const { body, headers, status } = named(refusals[error.code ?? ""] ?? transportAnswers.notHttp)
  const lines = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" })
  socket.end([
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
    body
  ].join("\r\n"))
}
