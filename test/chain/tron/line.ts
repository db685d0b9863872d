// The way to a node of the model, which a test disturbs: all of it, or one of its routes; and a node that lies.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { onLoopback } from "../../support/loopback.ts"
import { bodyOf } from "./model/server.ts"

/**
 * What becomes of a question. `lost`: it is answered, but the answer does not come back. `cut`: it never arrives. `stuck`: it never
 * arrives, and no one hangs up. `unauthorised`: it never arrives, and is answered 401. `page`: a gateway answers 404 with an HTML page.
 * `busy`: 429 with Retry-After. `down`: 503. `torn`: half of the answer comes back.
 */
export type Fate = "passed" | "lost" | "cut" | "stuck" | "unauthorised" | "page" | "busy" | "down" | "torn"

/** What a node says instead of what it was answered. */
export type Lie = (answer: unknown, question: unknown) => unknown

export const openLine = async (target: string) => {
  const fates = new Map<string, Fate>()
  const lies = new Map<string, Lie>()
  const plain: Readonly<Partial<Record<Fate, readonly [number, string, string]>>> = {
    unauthorised: [401, "application/json", "{\"Error\":\"the key has expired\"}"],
    page: [404, "text/html", "<h1>404 Not Found</h1>"],
    busy: [429, "text/plain", "slow down"],
    down: [503, "text/html", "<h1>503</h1>"]
  }
  const passOn = async (route: string, body: string, fate: Fate, response: ServerResponse): Promise<void> => {
    const passed = await fetch(`${target}${route}`, { method: "POST", body })
    const text = await passed.text()
    if (fate === "lost") return void response.destroy()
    if (fate === "torn") {
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      return void response.write(text.slice(0, text.length >> 1), () => response.destroy())
    }
    const lie = lies.get(route)
    const answer = lie === undefined ? text : JSON.stringify(await lie(JSON.parse(text), JSON.parse(body)))
    response.writeHead(passed.status, { "content-type": "application/json" }).end(answer)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const route = request.url ?? ""
    const fate = fates.get(route) ?? fates.get("*") ?? "passed"
    const said = plain[fate]
    if (said !== undefined) {
      const [status, type, page] = said
      return void response.writeHead(status, { "content-type": type, "retry-after": "1" }).end(page)
    }
    if (fate === "cut") return void response.destroy()
    if (fate !== "stuck") await passOn(route, body, fate, response)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const { base, close } = await onLoopback(server)
  return {
    url: base,
    /** From now on, for a route such as `/wallet/broadcasthex`, or "*" for all that have none of their own. */
    always: (route: string, fate: Fate) => void fates.set(route, fate),
    lie: (route: string, lie: Lie) => void lies.set(route, lie),
    /** All as it was. */
    mend: () => {
      fates.clear()
      lies.clear()
    },
    close
  }
}

export type TronLine = Awaited<ReturnType<typeof openLine>>
