// A provider on loopback that a test plays: what it heard, and how it answers.
import { once } from "node:events"
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, type Socket, createServer as createTcpServer } from "node:net"
import { text } from "node:stream/consumers"
import type { TlsOptions } from "node:tls"
import { Effect, Exit, type Scope } from "effect"
import type { NoAnswer, NotAsked } from "../../../../adapters/http-client/exchange.ts"
import { onLoopback } from "../../../support/loopback.ts"

export interface Heard {
  readonly target: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

type Respond = (heard: Heard, response: ServerResponse) => void

export interface StandIn {
  readonly base: string
  readonly heard: Array<Heard>
}

const listener = (heard: Array<Heard>, respond: Respond): RequestListener => (request, response) =>
  void text(request).then((body) => {
    const each = { target: request.url ?? "", headers: request.headers, body }
    heard.push(each)
    respond(each, response)
  }, () => undefined)

const open = (
  make: (listener: RequestListener) => ReturnType<typeof createServer>,
  respond: Respond
): Effect.Effect<StandIn, never, Scope.Scope> => {
  const heard: Array<Heard> = []
  return Effect.acquireRelease(
    Effect.promise(() => onLoopback(make(listener(heard, respond)))),
    ({ close }) => Effect.promise(close)
  ).pipe(Effect.map(({ base }) => ({ base, heard })))
}

/** A provider without TLS. */
export const standIn = (respond: Respond) => open(createServer, respond)

/** A provider with TLS; where it asks for a client certificate it closes on one that it does not know. */
export const tlsStandIn = (options: TlsOptions, respond: Respond = (_, response) => response.end("{}")) =>
  open((each) => createTlsServer(options, each), respond).pipe(
    Effect.map(({ base, heard }) => ({ base: base.replace("http:", "https:"), heard }))
  )

/** Bare connections: what is done with each, after its first bytes. */
export const tcpStandIn = (talk: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      const server = createTcpServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => undefined).on("close", () => sockets.delete(socket))
        socket.once("data", () => talk(socket))
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      return { server, sockets, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server, sockets }) =>
      Effect.promise(async () => {
        sockets.forEach((socket) => socket.destroy())
        await once(server.close(), "close")
      })
  )

/** Answers with JSON. */
export const answer = (response: ServerResponse, status: number, body: unknown = {}, headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

/** How a call ended: its status, or how it failed and why. */
export const ended = <A extends { readonly status: number }>(call: Effect.Effect<A, NotAsked | NoAnswer>) =>
  Effect.map(Effect.exit(call), (exit): string | number => {
    if (Exit.isSuccess(exit)) return exit.value.status
    const failure = Exit.findErrorOption(exit)
    return failure._tag === "Some" ? `${failure.value._tag}: ${failure.value.reason}` : "neither"
  })
