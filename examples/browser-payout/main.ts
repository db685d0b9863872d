// A payout from the holder's own browser: this backend serves the page and lets it ask for three things of the interface,
// with the API key that stays here. `npm run example:browser-payout`
import { once } from "node:events"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { embed } from "pontepay/http"
import { bundle } from "./bundle.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const files = await bundle()

// Argon2 is WebAssembly in a worker; nothing else runs, and no one else is asked.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
  + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const allowed = /^\/pay(\/api\/wallet\/(?:keys|payout|payout\/pay_[0-9a-f]{32}))$/

// A backend of yours looks here who is signed in, and puts his subAccountId into the body.
const forward = async (path: string, { headers, method }: IncomingMessage, body: string, response: ServerResponse) => {
  const idempotencyKey = headers["idempotency-key"]
  const answer = await payments.fetch(
    new Request(`http://localhost${path}`, {
      method: method ?? "GET",
      headers: {
        authorization: `Bearer ${payments.sandboxApiKey}`,
        "content-type": "application/json",
        ...(typeof idempotencyKey === "string" && { "idempotency-key": idempotencyKey })
      },
      ...(body !== "" && { body })
    })
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let body = ""
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk)
  const path = request.url ?? "/"
  const [, endpoint] = allowed.exec(path) ?? []
  if (endpoint !== undefined) return await forward(endpoint, request, body, response)
  const file = files.get(path === "/" ? "/page.html" : path)
  if (file === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { "content-type": file.type, "content-security-policy": policy }).end(file.content)
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.writeHead(500).end())
})
server.once("error", (problem) => {
  console.error(`cannot listen: ${problem.message}; start with PORT=<other>`)
  process.exit(1)
})
server.listen(Number(process.env["PORT"] ?? 9998), "127.0.0.1")
await once(server, "listening")
console.log(`pay at http://127.0.0.1:${(server.address() as AddressInfo).port}, with the PIN 123456`)
process.once("SIGTERM", () => {
  server.close()
  server.closeAllConnections()
  void payments.close()
})
