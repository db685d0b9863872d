// A receiver of webhooks on loopback, and the log of every connection that this process tries to make.
import { Effect, type Scope } from "effect"
import * as http from "node:http"
import { type AddressInfo, type Server, Socket } from "node:net"
import { vi } from "vitest"

export interface Receiver {
  readonly port: number
  readonly requests: ReadonlyArray<{
    readonly url: string | undefined
    readonly headers: http.IncomingHttpHeaders
    readonly body: string
  }>
  /** Connections accepted so far. */
  readonly connections: () => number
  /** Connections that are open now. */
  readonly open: () => number
}

/** Listens on loopback until the scope ends. */
export const listening = (server: Server): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

/** Answers every request once its body has been read. */
export const receiver = (
  answer: (response: http.ServerResponse, request: http.IncomingMessage) => void
): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.gen(function*() {
    const requests: Array<Receiver["requests"][number]> = []
    const sockets = new Set<Socket>()
    let connections = 0
    const server = http.createServer((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => body += chunk.toString())
      request.on("end", () => {
        requests.push({ url: request.url, headers: request.headers, body })
        answer(response, request)
      })
    })
    server.on("connection", (socket) => {
      connections += 1
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket))
    })
    const port = yield* listening(server)
    yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
    return { port, requests, connections: () => connections, open: () => sockets.size }
  })

/** Every address that this process tries to connect to, until the scope ends. */
export const diallerLog: Effect.Effect<ReadonlyArray<string>, never, Scope.Scope> = Effect.gen(function*() {
  const log: Array<string> = []
  const connect = Reflect.get(Socket.prototype, "connect") as (...options: ReadonlyArray<unknown>) => Socket
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(
    function(this: Socket, ...options: ReadonlyArray<unknown>): Socket {
      this.on("connectionAttempt", (ip: string, port: number) => log.push(`${ip} ${port}`))
      return Reflect.apply(connect, this, options)
    }
  )
  yield* Effect.addFinalizer(() => Effect.sync(() => spy.mockRestore()))
  return log
})
