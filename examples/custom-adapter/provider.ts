// A PIX provider that no one has: payments over HTTP, one an id, and two lines to it that can be disturbed while the kit
// looks on: one that breaks, and one with a gateway that answers faults.
import { once } from "node:events"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Line, LineState } from "pontepay/conformance"

interface Payment {
  readonly id: string
  readonly cents: string
  readonly key: string
  readonly madeAt: number
  state: "settled" | "refused" | "waiting"
}

/**
 * `away`: a gateway answers 502 with an HTML page, and nothing arrives. `failing`: requests are acted on and answered with
 * 500. `forbidden`: requests are answered 403, and not acted on.
 */
type State = LineState | "away" | "failing" | "forbidden"

/** Answers before anything is acted on: the status, the type and the body. */
const turnedAway: { readonly [S in State]?: readonly [number, string, string] } = {
  unauthorised: [401, "application/json", JSON.stringify({ error: "the key has expired" })],
  forbidden: [403, "application/json", JSON.stringify({ error: "the key may not do this" })],
  gateway: [404, "text/html", "<h1>404 Not Found</h1>"],
  away: [502, "text/html", "<h1>502 Bad Gateway</h1>"]
}

/** What each state of a line is where a gateway stands before the provider. */
const behindGateway: { readonly [S in LineState]?: State } = {
  cut: "away",
  deaf: "failing",
  unauthorised: "forbidden",
  gateway: "away"
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

/** Starts the provider; what it did is in `payments`. */
export const startProvider = async () => {
  const payments = new Map<string, Payment>()
  let state: State = "whole"

  const pay = (id: string, { cents, key }: { readonly cents: string; readonly key: string }): Payment => {
    const known = payments.get(id)
    if (known !== undefined) return known
    const fate = key.startsWith("nobody@") ? "refused" : key.startsWith("slow@") ? "waiting" : "settled"
    const payment: Payment = { id, cents, key, madeAt: Date.now(), state: fate }
    payments.set(id, payment)
    return payment
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (state === "cut") return void request.socket.destroy()
    const [status, type, page] = turnedAway[state] ?? []
    if (status !== undefined) return void response.writeHead(status, { "content-type": type }).end(page)
    const id = decodeURIComponent(String(request.url).slice("/payments/".length))
    const body = await bodyOf(request)
    const found = request.method === "PUT" ? pay(id, JSON.parse(body)) : payments.get(id)
    if (state === "silent") return
    if (state === "deaf") return void request.socket.destroy()
    if (state === "failing") return void response.writeHead(500).end()
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(found ?? { error: "no such payment" }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const settle = (id: string, end: "settled" | "refused") => {
    const payment = payments.get(id)
    if (payment !== undefined) payment.state = end
    return Promise.resolve()
  }
  const line: Line = {
    states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
    set: async (next) => {
      state = next
    }
  }
  const gateway: Line = {
    states: ["whole", "cut", "deaf", "unauthorised", "gateway"],
    set: async (next) => {
      state = behindGateway[next] ?? next
    }
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    settle,
    line,
    gateway,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}
