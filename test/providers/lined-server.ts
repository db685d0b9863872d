// A stand-in of a provider on loopback, behind a line that can be cut, deaf, silent, unauthorised, or a gateway's.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Line, LineState } from "../../adapters/conformance/index.ts"

/** A request as it arrived, whole. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query as they were sent. */
  readonly target: string
  readonly headers: IncomingMessage["headers"]
  readonly body: Buffer
}

/** What is answered: JSON, or nothing but a status. */
export interface Reply {
  readonly status: number
  readonly json?: unknown
}

export interface LinedServer {
  readonly url: string
  readonly line: Line
  readonly close: () => Promise<void>
}

const send = (response: ServerResponse, { json, status }: Reply): void => {
  response.writeHead(status, json === undefined ? {} : { "content-type": "application/json" })
  response.end(json === undefined ? undefined : JSON.stringify(json))
}

const arrived = async (request: IncomingMessage): Promise<Arrived> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const target = request.url ?? "/"
  const url = new URL(target, "http://stand-in")
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    target,
    headers: request.headers,
    body: Buffer.concat(chunks)
  }
}

/** Serves what `act` answers; `unauthorised` is what a line of that state answers, without `act` knowing. */
export const linedServer = async (
  act: (request: Arrived) => Reply | Promise<Reply>,
  unauthorised: Reply
): Promise<LinedServer> => {
  let state: LineState = "whole"
  const server = createServer((request, response) => {
    void arrived(request).then(async (whole) => {
      if (state === "unauthorised") return send(response, unauthorised)
      if (state === "gateway") {
        response.writeHead(404, { "content-type": "text/html" })
        return response.end("<html><body>404 page not found</body></html>")
      }
      const now = state
      const reply = await act(whole)
      if (now === "deaf") return response.destroy()
      if (now !== "silent") send(response, reply)
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (next) => {
        if (next === "cut" && state !== "cut") await close()
        if (next !== "cut" && state === "cut") await listen(port)
        state = next
      }
    },
    close: () => state === "cut" ? Promise.resolve() : close()
  }
}
