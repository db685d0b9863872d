// A webhook endpoint: checks the signature over the raw bytes, answers 2xx only then, and shows each event once.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { Redacted } from "effect"
import { isGenuine } from "pontepay"

const secret = Redacted.make("5e".repeat(32))
const seen = new Set<string>()

const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === "GET") return void response.end(JSON.stringify([...seen]))
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString("utf8")
  const header = (name: string): string => String(request.headers[name] ?? "")
  const delivery = { timestamp: header("x-service-timestamp"), signature: header("x-service-signature"), body }
  if (!isGenuine(secret, delivery, Date.now())) return void response.writeHead(401).end()
  // The same event may come again: its id is the same over all tries.
  const eventId = header("x-service-event-id")
  if (!seen.has(eventId)) console.log(body)
  seen.add(eventId)
  response.writeHead(204).end()
}

const server = createServer((request, response) => void receive(request, response))

server.listen(9999, "127.0.0.1", () => console.log("waiting for events on http://127.0.0.1:9999"))
process.once("SIGTERM", () => server.close())
