// A small server on this machine, which every stand-in answers through.
import { once } from "node:events"
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { type ServerOptions, createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

/** A call as it arrived. */
export interface Asked {
  readonly method: string
  readonly path: string
  /** Path and query as they were sent. */
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What is answered. */
export interface Reply {
  readonly status: number
  readonly json: unknown
}

/** Undefined where the stand-in answers by itself, later or never. */
export type Handler = (asked: Asked, response: ServerResponse) => Reply | undefined

export interface Listening {
  readonly port: number
  readonly close: () => Promise<void>
}

/** Listens on a free port of this machine; over TLS where a certificate is given. */
export const listen = async (handle: Handler, tls?: ServerOptions): Promise<Listening> => {
  const server = tls === undefined ? createServer() : createSecureServer(tls)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, method = "", url: target = "/" } = request
    const { pathname: path, searchParams: query } = new URL(target, "http://stand-in")
    const reply = handle({ method, path, target, query, headers, body: await buffer(request) }, response)
    if (reply === undefined) return
    response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.json))
  }
  server.on("request", (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** The body of a call as JSON. */
export const jsonOf = (asked: Asked): Readonly<Record<string, unknown>> =>
  asked.body.length === 0 ? {} : JSON.parse(asked.body.toString())

/** Reais with two decimals, as banks write them. */
export const reais = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`

/** The cents of such a text. */
export const centsOf = (text: unknown): bigint => {
  const [, whole, rest] = /^(\d{1,10})\.(\d{2})$/.exec(String(text)) ?? []
  if (whole === undefined || rest === undefined) throw new Error("no amount of reais")
  return BigInt(whole + rest)
}
