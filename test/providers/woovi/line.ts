// The way to a provider of tests, as a server that hands requests on: it can be cut, deaf, silent, refuse our credentials, or be a gateway.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Line, LineState } from "../../../adapters/conformance/index.ts"

/** A line to one address. */
export interface LineTo {
  readonly url: string
  readonly line: Line
  /** Which requests a state other than `cut` is about, by method and path; all of them by default. */
  concerns: (method: string, path: string) => boolean
  /** Hears every answer that is handed back. */
  heard: (status: number, type: string, body: string) => void
  readonly close: () => Promise<void>
}

const handOn = async (target: string, request: IncomingMessage): Promise<Response> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = { "content-type": "application/json", authorization: request.headers.authorization ?? "" }
  const body = request.method === "GET" ? {} : { body: Buffer.concat(chunks) }
  return fetch(`${target}${request.url ?? "/"}`, { method: request.method ?? "GET", headers, ...body })
}

const answer = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { "content-type": type }).end(body)
}

/** Opens a line to an address on this machine. */
export const lineTo = async (target: string): Promise<LineTo> => {
  let state: LineState = "whole"
  const opened: Pick<LineTo, "concerns" | "heard"> = { concerns: () => true, heard: () => undefined }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isConcerned = opened.concerns(request.method ?? "", request.url ?? "")
    const now = isConcerned ? state : "whole"
    if (now === "unauthorised") {
      response.writeHead(401, { "content-type": "application/json" })
      response.end(JSON.stringify({ data: null, errors: [{ message: "appID inválido" }] }))
    } else if (now === "gateway") {
      response.writeHead(404, { "content-type": "text/html" }).end("<html><body>404 page not found</body></html>")
    } else {
      const from = await handOn(target, request)
      const [type, body] = [from.headers.get("content-type") ?? "text/plain", await from.text()]
      opened.heard(from.status, type, body)
      if (now === "deaf") response.destroy()
      else if (now !== "silent") answer(response, from.status, type, body)
    }
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return Object.assign(opened, {
    url: `http://127.0.0.1:${port}`,
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"] as const,
      set: async (next: LineState) => {
        if (next === "cut" && state !== "cut") await close()
        if (next !== "cut" && state === "cut") await listen(port)
        state = next
      }
    },
    close: () => state === "cut" ? Promise.resolve() : close()
  })
}
