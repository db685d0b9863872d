// A webhook endpoint: verifies each delivery over its raw bytes, answers 2xx only then, and shows each event once. A GET
// tells what came in. The secret that a registration shows is typed in.
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { WebhookError, verifyWebhook } from "pontepay/client"

interface Delivery {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
  readonly receivedAt: number
}

// The first one is that of accounts.json.
const secrets: [string, ...Array<string>] = ["5e".repeat(32)]
const seen = new Map<string, string>()
/** Tests of registrations that have shown no secret yet. */
let unverified: ReadonlyArray<Delivery> = []

const take = async ({ body, headers, receivedAt }: Delivery): Promise<void> => {
  const { event, eventId } = await verifyWebhook(body, headers, secrets, { now: receivedAt })
  // The same event may come again: its id is the same over all tries.
  if (!seen.has(eventId)) console.log(`verified ${event} ${eventId} ${body.toString("utf8")}`)
  seen.set(eventId, event)
}

const isTest = ({ body }: Delivery): boolean => {
  try {
    return JSON.parse(body.toString("utf8"))?.event === "WEBHOOK_TEST"
  } catch {
    return false
  }
}

// A registration shows its secret only when its test was answered 2xx. So the test is answered, nothing is done upon it,
// and its signature is checked once the secret is here.
const takeOrKeep = async (delivery: Delivery): Promise<void> => {
  try {
    await take(delivery)
  } catch (problem) {
    if (!(problem instanceof WebhookError && problem.problem === "signature" && isTest(delivery))) throw problem
    unverified = [...unverified.slice(-9), delivery]
    console.log("unverified WEBHOOK_TEST: paste the secret that the registration shows")
  }
}

const lines = createInterface({ input: process.stdin }).on("line", (line) => {
  if (!/^[0-9a-f]{64}$/.test(line.trim())) return
  secrets.push(line.trim())
  const tests = unverified
  unverified = []
  tests.forEach((test) => void takeOrKeep(test))
})

const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === "GET") return void response.end(JSON.stringify(Object.fromEntries(seen)))
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  await takeOrKeep({ body: Buffer.concat(chunks), headers: request.headers, receivedAt: Date.now() })
  response.writeHead(204).end()
}

const server = createServer((request, response) => {
  receive(request, response).catch((problem: unknown) => {
    const reason = problem instanceof Error ? problem.message : String(problem)
    console.log(`refused: ${reason}`)
    // Whoever sent it sees why in his log of deliveries or in that of `listen`.
    if (problem instanceof WebhookError) response.writeHead(400).end(`${reason}\n`)
    else response.writeHead(500).end()
  })
})

server.once("error", (problem) => {
  console.error(`cannot listen: ${problem.message}; start with PORT=<other>`)
  process.exit(1)
})
server.listen(Number(process.env["PORT"] ?? 9999), "127.0.0.1", () => {
  console.log(`waiting for events on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once("SIGTERM", () => {
  lines.close()
  server.close()
})
