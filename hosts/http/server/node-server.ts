// The app behind node:http: reads bodies up to the limit, writes answers, and stops without dropping what is in flight.
// The listener alone serves inside somebody else's server.
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { TLSSocket } from "node:tls"
import { limits } from "../../../core/base/limits/limits.ts"
import type { ClientCertificate } from "../../../core/ports/provider-inbox.ts"
import { transportAnswers } from "../api/request/envelope.ts"
import {
  type TextAnswer,
  type WireAnswer,
  type WireRequest,
  bodyAlreadyRead,
  isWhole,
  requestIdOf
} from "../api/request/wire.ts"
import type { Admission } from "./admission.ts"
import { Answers } from "./answers.ts"
import type { App } from "./app.ts"
import { Connections } from "./connections.ts"
import { LinedMessage, endLine, inLine, inTurn } from "./pipelining.ts"
import { discardBody, readBody } from "./request-body.ts"

const options = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 65_000,
  requireHostHeader: false
} as const
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

/** A listener for an app, of a server that keeps its connections within its own bounds. */
export const makeListener = (app: App, admission: Admission): RequestListener => {
  const listener = listenerOf(app, new Answers(admission), notCounted)
  return (request, response, details) => {
    if (isBodyTaken(request)) throw bodyAlreadyRead()
    listener(request, response, details)
  }
}

/** A server for an app; it is not listening yet. It keeps its connections and their requests within their bounds (0250). */
export const makeServer = (app: App, admission: Admission): Server => {
  const answers = new Answers(admission)
  const connections = new Connections(admission)
  const listener = listenerOf(app, answers, connections)
  const server = createServer(
    { ...options, IncomingMessage: LinedMessage },
    (request, response) => inLine({ request, response, begin: () => listener(request, response) })
  )
  server.on("connection", (socket) => connections.take(socket))
  server.on("checkExpectation", (request, response) => {
    const refused = named(transportAnswers.expectationUnknown, request)
    const begin = () =>
      answers.send({ request, response, peer: request.socket.remoteAddress }, refused, request.complete)
    inLine({ request, response, begin })
  })
  server.on("clientError", refuseConnection)
  streamsOf.set(server, answers.streams)
  return server
}

/** Whose connections are counted elsewhere: those of a server that embeds the service. */
const notCounted: Pick<Connections, "served" | "serving"> = { served: () => undefined, serving: () => undefined }

const listenerOf = (
  app: App,
  answers: Answers,
  connections: Pick<Connections, "served" | "serving">
): RequestListener =>
(request, response, details = {}) => {
  const {
    certificate = certificateOf(request.socket),
    peer = request.socket.remoteAddress,
    target = request.url ?? "/"
  } = details
  const exchange = { request, response, peer }
  const refusal = unreadable(request)
  if (refusal !== undefined) {
    discardBody(request)
    return answers.send(exchange, named(refusal, request), true)
  }
  readBody(request, target, (body, upload) => {
    const isRead = () => upload === undefined ? body !== "tooLarge" : request.readableEnded
    const served = () => connections.served(request.socket)
    const answered = (answer: WireAnswer) => {
      if (isWhole(answer)) served()
      // It goes on by itself, and its client has nothing to do but read.
      else response.once("close", served)
      answers.send(exchange, answer, isRead())
    }
    const wire = {
      method: request.method ?? "",
      target,
      headers: headersOf(request),
      body,
      upload,
      peer,
      certificate
    }
    connections.serving(request.socket)
    app(wire).then(answered, () => answered(named(transportAnswers.internal, request)))
      // What cannot be sent ends its own connection, and nothing else.
      .catch(() => request.socket.destroy())
  })
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

// GET and HEAD have no body that anything is read of.
const isBodyTaken = ({ method, readableDidRead }: IncomingMessage): boolean =>
  method !== "GET" && method !== "HEAD" && readableDidRead

const certificateOf = (socket: IncomingMessage["socket"]): ClientCertificate | undefined => {
  if (!(socket instanceof TLSSocket)) return undefined
  const shown = socket.getPeerX509Certificate()
  return shown && { fingerprint256: shown.fingerprint256, subject: shown.subject, isTrusted: socket.authorized }
}

/** What is answered to headers that cannot be gone by. */
const unreadable = (request: IncomingMessage): TextAnswer | undefined => {
  const { headers, httpVersion, rawHeaders } = request
  // Node.js hands over what says that it is HTTP/2.0, and requests of HTTP/0.9, which have no version.
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return transportAnswers.notHttp
  // Far below the thousand of which Node.js drops the rest without a word.
  if (rawHeaders.length > 2 * limits.headers) return transportAnswers.headersTooLarge
  // RFC 9112 3.2: a request of HTTP/1.1 without a host is refused, never guessed at.
  if (headers.host === undefined && httpVersion !== "1.0") return transportAnswers.hostRequired
  // The same section: of two hosts, a server in front may have gone by the other one.
  return namesSeveralHosts(rawHeaders) ? transportAnswers.hostInvalid : undefined
}

// Of a header that came twice Node.js keeps the first alone.
const namesSeveralHosts = (rawHeaders: ReadonlyArray<string>): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    if (name.length === "host".length && name.toLowerCase() === "host") hosts += 1
  }
  return hosts > 1
}

const headersOf = (request: IncomingMessage): WireRequest["headers"] =>
  request.headers as Readonly<Record<string, string | undefined>>

const named = <A extends WireAnswer>(answer: A, request?: IncomingMessage): A => {
  const given = request?.headers["x-request-id"]
  const id = requestIdOf(typeof given === "string" ? given : undefined)
  return { ...answer, headers: { ...answer.headers, "x-request-id": id } }
}

const refusals: Readonly<Record<string, TextAnswer>> = {
  HPE_HEADER_OVERFLOW: transportAnswers.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: transportAnswers.requestTimeout
}

// What the parser refuses never becomes a request: it is answered on the bare connection, unless an answer to an earlier one is on
// its way there.
const refuseConnection = (error: Error & { readonly code?: string }, connection: Duplex): void => {
  // A server of ours has no other connections.
  const socket = connection as Socket
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
  const turn = inTurn(socket)
  if (turn?.request.complete === true) return endLine(socket)
  if (turn?.response.headersSent === true) return void socket.end()
  const { body, headers, status } = named(refusals[error.code ?? ""] ?? transportAnswers.notHttp)
  const lines = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" })
  socket.end([
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
    body
  ].join("\r\n"))
}
