// A JSON-RPC node that things go wrong with: passes questions on to a real node until it is told what to do with those of
// one method.
import { once } from "node:events"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * What becomes of a question. `lost`: it is answered, but the answer does not come back. `cut`: it never arrives. `stuck`:
 * it never arrives, and nobody hangs up.
 */
export type RpcFate = "passed" | "lost" | "cut" | "stuck"

export interface RpcProxy {
  readonly url: string
  /** The fate of the next questions of a method, in order; afterwards they are passed. */
  readonly next: (method: string, ...fates: ReadonlyArray<RpcFate>) => void
  /** The fate of all questions of a method from now on; of every method for "*". */
  readonly always: (method: string, fate: RpcFate) => void
  /** Methods that were asked, in order. */
  readonly asked: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const bodyOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Stands before a node. */
export const openRpcProxy = async (target: string): Promise<RpcProxy> => {
  const scripts = new Map<string, Array<RpcFate>>()
  const standing = new Map<string, RpcFate>()
  const asked: Array<string> = []
  const fateOf = (method: string): RpcFate =>
    scripts.get(method)?.shift() ?? standing.get(method) ?? standing.get("*") ?? "passed"
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const { method } = JSON.parse(body) as { readonly method: string }
    asked.push(method)
    const fate = fateOf(method)
    if (fate === "stuck") return
    if (fate === "cut") return void request.socket.destroy()
    const passed = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body })
    const text = await passed.text()
    if (fate === "lost") return void request.socket.destroy()
    response.writeHead(200, { "content-type": "application/json" }).end(text)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (method, ...fates) => void scripts.set(method, [...fates]),
    always: (method, fate) => void standing.set(method, fate),
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}
