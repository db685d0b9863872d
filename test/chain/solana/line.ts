// The way from the adapter to a Solana node, which a test disturbs or lets lie: passes every question on until it is set otherwise.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { onLoopback } from "../../support/loopback.ts"

/**
 * What becomes of a question. `lost`: it is answered, and the answer does not come back. `cut`: it never arrives. `stuck`: it never
 * arrives, and no one hangs up. `swallowed`: it never arrives, and is answered as if it had. `torn`: half of the answer comes back.
 */
export type Fate =
  | "passed"
  | "lost"
  | "cut"
  | "stuck"
  | "swallowed"
  | "torn"
  | "unauthorised"
  | "page"
  | "busy"
  | "down"

/** What a node says in place of an answer, from the answer and the question. */
export type Lie = (answer: unknown, params: Params) => unknown

type Params = ReadonlyArray<unknown>

export interface Line {
  readonly url: string
  /** The fate of all questions of a method from now on; of every method for "*". */
  readonly always: (method: string, fate: Fate) => void
  /** What it answers to a method from now on. */
  readonly lie: (method: string, lie: Lie) => void
  /** Called with each question of a method that is passed on, before it is. */
  readonly before: (method: string, act: (params: Params) => Promise<unknown>) => void
  /** Passes everything on again. */
  readonly mend: () => void
  /** Methods that were asked, in order. */
  readonly asked: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const bodyOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const json = { "content-type": "application/json" } as const

const plain: Partial<Record<Fate, (response: ServerResponse) => void>> = {
  unauthorised: (response) => void response.writeHead(401, json).end(`{"error":"the key has expired"}`),
  page: (response) => void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404 Not Found</h1>"),
  busy: (response) => void response.writeHead(429, { ...json, "retry-after": "1" }).end(`{"error":"too many"}`),
  down: (response) => void response.writeHead(503, { "content-type": "text/plain" }).end("unavailable"),
  swallowed: (response) =>
    void response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: "1".repeat(64) }))
}

/** Stands before a node. */
export const openLine = async (target: string): Promise<Line> => {
  const fates = new Map<string, Fate>()
  const lies = new Map<string, Lie>()
  const acts = new Map<string, (params: Params) => Promise<unknown>>()
  const asked: Array<string> = []

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const { method, params } = JSON.parse(body) as { readonly method: string; readonly params: Params }
    asked.push(method)
    const fate = fates.get(method) ?? fates.get("*") ?? "passed"
    if (fate === "stuck") return
    if (fate === "cut") return void request.socket.destroy()
    const said = plain[fate]
    if (said !== undefined) return said(response)
    await acts.get(method)?.(params)
    const passed = await fetch(target, { method: "POST", headers: json, body })
    const text = await passed.text()
    if (fate === "lost") return void request.socket.destroy()
    if (fate === "torn") {
      response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) })
      return void response.write(text.slice(0, text.length >> 1), () => request.socket.destroy())
    }
    const lie = lies.get(method)
    const told = lie === undefined
      ? text
      : JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        result: lie((JSON.parse(text) as { readonly result: unknown }).result, params)
      })
    response.writeHead(200, json).end(told)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  const { base, close } = await onLoopback(server)
  return {
    url: base,
    always: (method, fate) => void fates.set(method, fate),
    lie: (method, lie) => void lies.set(method, lie),
    before: (method, act) => void acts.set(method, act),
    mend: () => {
      fates.clear()
      lies.clear()
      acts.clear()
    },
    asked,
    close
  }
}
