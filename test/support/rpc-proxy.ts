// A JSON-RPC node that things go wrong with: passes questions on to a real node until a test says what becomes of those of
// one method.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { onLoopback } from "./loopback.ts"

/**
 * What becomes of a question. `lost`: it is answered, but the answer does not come back. `cut`: it never arrives. `stuck`:
 * it never arrives, and no one hangs up. `swallowed`: it never arrives, and is answered as if it had. `torn`: half of the answer
 * comes back. `garbled`: it is answered, and a page of a gateway comes back instead. `late`: the answer comes after a second.
 * `unauthorised`: it never arrives, and is answered 401. `page`: it never arrives, and a gateway answers 404 with an HTML page.
 * `busy`: it never arrives, and is answered 429 with Retry-After. `down`: it never arrives, and is answered 503.
 */
export type RpcFate =
  | "passed"
  | "lost"
  | "cut"
  | "stuck"
  | "swallowed"
  | "torn"
  | "garbled"
  | "late"
  | "unauthorised"
  | "page"
  | "busy"
  | "down"

/** What a node says instead of taking a question. */
export class RpcError {
  readonly code: number
  readonly message: string
  constructor(code: number, message: string) {
    this.code = code
    this.message = message
  }
}

/** A result in place of the node's, by the question and what the node says; undefined where that is left. */
export type RpcAnswer = (params: unknown, result: unknown) => unknown

export interface RpcProxy {
  readonly url: string
  /** The fate of the next questions of a method, in order; afterwards they are passed. */
  readonly next: (method: string, ...fates: ReadonlyArray<RpcFate>) => void
  /** The fate of all questions of a method from now on; of every method for "*". */
  readonly always: (method: string, fate: RpcFate) => void
  /** Has questions of a method answered by this from now on, in place of what the node says; undefined leaves it as it is. */
  readonly answers: (method: string, answer: RpcAnswer) => void
  /** Called with each question of a method that is passed on, before it is; an error that it gives is the answer instead. */
  readonly before: (method: string, act: (params: unknown) => Promise<unknown>) => void
  /** Passes everything on again, as it is. */
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

/** Fates that a question does not arrive by. */
const plain: Partial<Record<RpcFate, (response: ServerResponse) => void>> = {
  unauthorised: (response) => {
    const error = { code: -32_000, message: "the key has expired" }
    response.writeHead(401, json).end(JSON.stringify({ jsonrpc: "2.0", id: null, error }))
  },
  page: (response) => void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404 Not Found</h1>"),
  busy: (response) => void response.writeHead(429, { "retry-after": "1" }).end(),
  down: (response) => void response.writeHead(503, { "content-type": "text/plain" }).end("unavailable"),
  swallowed: (response) =>
    void response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: "1".repeat(64) }))
}

const replaced = (text: string, params: unknown, answer: RpcAnswer | undefined): string => {
  if (answer === undefined) return text
  const { error: _, ...reply } = JSON.parse(text) as { readonly result?: unknown; readonly error?: unknown }
  const result = answer(params, reply.result)
  return result === undefined ? text : JSON.stringify({ ...reply, result })
}

/** Stands before a node. `passed` hears of every question that the node has answered, before the answer comes back. */
export const openRpcProxy = async (
  target: string,
  passed: (method: string, text: string) => Promise<void> = async () => {}
): Promise<RpcProxy> => {
  const scripts = new Map<string, Array<RpcFate>>()
  const fates = new Map<string, RpcFate>()
  const answers = new Map<string, RpcAnswer>()
  const acts = new Map<string, (params: unknown) => Promise<unknown>>()
  const asked: Array<string> = []
  const fateOf = (method: string): RpcFate =>
    scripts.get(method)?.shift() ?? fates.get(method) ?? fates.get("*") ?? "passed"
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const { method, params } = JSON.parse(body) as { readonly method: string; readonly params: unknown }
    asked.push(method)
    const fate = fateOf(method)
    if (fate === "stuck") return
    if (fate === "cut") return void request.socket.destroy()
    const said = plain[fate]
    if (said !== undefined) return said(response)
    const error = await acts.get(method)?.(params)
    if (error instanceof RpcError) {
      return void response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }))
    }
    const { authorization } = request.headers
    const headers = { ...json, ...authorization === undefined ? {} : { authorization } }
    const asIs = await (await fetch(new URL(request.url ?? "/", target), { method: "POST", headers, body })).text()
    await passed(method, asIs)
    const text = replaced(asIs, params, answers.get(method))
    if (fate === "lost") return void request.socket.destroy()
    if (fate === "torn") {
      response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) })
      return void response.write(text.slice(0, text.length >> 1), () => request.socket.destroy())
    }
    if (fate === "garbled") {
      return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>")
    }
    if (fate === "late") await new Promise((resolve) => setTimeout(resolve, 1_000))
    response.writeHead(200, json).end(text)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  const { base, close } = await onLoopback(server)
  return {
    url: base,
    next: (method, ...fates) => void scripts.set(method, [...fates]),
    always: (method, fate) => void fates.set(method, fate),
    answers: (method, answer) => void answers.set(method, answer),
    before: (method, act) => void acts.set(method, act),
    mend: () => {
      for (const kept of [scripts, fates, answers, acts]) kept.clear()
    },
    asked,
    close
  }
}
