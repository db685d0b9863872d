// A webhook endpoint: checks the signature over the raw bytes, answers 2xx only then, and shows each event once.
import { createServer } from "node:http"
import { Redacted } from "effect"
import { isGenuine } from "pontepay"

const secret = Redacted.make("5e".repeat(32))
const seen = new Set<string>()

const server = createServer(async (request, response) => {
  if (request.method === "GET") return response.end(JSON.stringify([...seen]))
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString("utf8")
  const header = (name: string): string => String(request.headers[name] ?? "")
  const delivery = { timestamp: header("x-service-timestamp"), signature: header("x-service-signature"), body }
  if (!isGenuine(secret, delivery, Date.now())) return response.writeHead(401).end()
  // The same event may come again: its id is the same over all tries.
  const eventId = header("x-service-event-id")
  if (!seen.has(eventId)) console.log(body)
  seen.add(eventId)
  return response.writeHead(204).end()
})

server.listen(9999, "127.0.0.1", () => console.log("waiting for events on http://127.0.0.1:9999"))
process.once("SIGTERM", () => server.close())
