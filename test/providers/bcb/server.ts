// Small HTTP servers on this machine: a stand-in that answers calls, and a front that passes them on or disturbs them.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Line, LineState } from "../../../adapters/conformance/index.ts"

/** A call as a stand-in sees it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: unknown
}

export interface Given {
  readonly status: number
  readonly json: unknown
  readonly type?: string
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

export const listening = async (listener: Listener): Promise<Listening> => {
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const problemType = "application/problem+json"

/** Answers with JSON what `handle` says. */
export const answering = (handle: (call: Received) => Given): Listener => async (request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost")
  const bytes = await bodyOf(request)
  const { json, status, type = status >= 400 ? problemType : "application/json" } = handle({
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: request.headers["content-type"] === "application/json" ? JSON.parse(bytes.toString()) : bytes.toString()
  })
  response.writeHead(status, { "content-type": type }).end(JSON.stringify(json))
}

export interface Front {
  readonly url: string
  readonly line: Line
  /** Answers of a validating proxy that found the exchange against the official document. */
  readonly violations: Array<string>
  readonly calls: () => number
  readonly close: () => Promise<void>
}

/** A front before servers: `upstream` says where a path goes, `changed` what becomes of a body on its way there. */
export const openFront = async (
  upstream: (path: string) => string,
  changed: (body: string) => string = (body) => body
): Promise<Front> => {
  let state: LineState = "whole"
  let calls = 0
  const violations: Array<string> = []
  const { close, url } = await listening(async (request, response) => {
    const body = await bodyOf(request)
    const at = state
    if (at === "cut") return void request.socket.destroy()
    if (at === "unauthorised") {
      return void response.writeHead(401, { "content-type": problemType }).end(
        JSON.stringify({ type: "x/AcessoNegado" })
      )
    }
    if (at === "gateway") {
      return void response.writeHead(404, { "content-type": "text/html" }).end("<html>404 Not Found</html>")
    }
    calls++
    const { authorization, "content-type": type } = request.headers
    const answer = await fetch(upstream(request.url ?? "/"), {
      method: request.method ?? "GET",
      headers: {
        accept: "application/json",
        ...authorization === undefined ? {} : { authorization },
        ...type === undefined ? {} : { "content-type": type }
      },
      ...body.length === 0 ? {} : { body: changed(body.toString()) }
    })
    const text = await answer.text()
    if (text.includes("stoplight.io/prism/errors")) violations.push(`${request.method} ${request.url} ${text}`)
    if (at === "deaf") return void request.socket.destroy()
    if (at === "silent") return
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(text)
  })
  return {
    url,
    violations,
    calls: () => calls,
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (next) => {
        state = next
      }
    },
    close
  }
}
