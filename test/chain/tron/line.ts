// The way to a node of the model, which a test disturbs: all of it, or one of its routes; and a node that lies.
import { createServer } from "node:http"
import { onLoopback } from "../../support/loopback.ts"

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
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", async () => {
      const route = request.url ?? ""
      const fate = fates.get(route) ?? fates.get("*") ?? "passed"
      if (fate === "stuck") return
      if (fate === "cut") return void request.socket.destroy()
      const said = plain[fate]
      if (said !== undefined) {
        const [status, type, body] = said
        return void response.writeHead(status, { "content-type": type, "retry-after": "1" }).end(body)
      }
      const body = Buffer.concat(chunks).toString()
      try {
        const passed = await fetch(`${target}${route}`, { method: "POST", body })
        const text = await passed.text()
        if (fate === "lost") return void request.socket.destroy()
        if (fate === "torn") {
          response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
          return void response.write(text.slice(0, text.length >> 1), () => request.socket.destroy())
        }
        const lie = lies.get(route)
        const answer = lie === undefined ? text : JSON.stringify(lie(JSON.parse(text), JSON.parse(body)))
        response.writeHead(passed.status, { "content-type": "application/json" }).end(answer)
      } catch {
        request.socket.destroy()
      }
    })
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
