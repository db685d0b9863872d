// A receiver of webhooks that checks every signature over the raw bytes and remembers what it took. While it is moody it
// turns some deliveries down.
import { createHmac } from "node:crypto"
import { type Server, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Random } from "./random.ts"

const toleranceSeconds = 300
const turnedDown = 0.1

export class Receiver {
  /** Event ids that were answered with 2xx, with how often. */
  readonly taken = new Map<string, number>()
  /** What is wrong with deliveries: a signature, or a body that changed. */
  readonly faults: Array<string> = []
  received = 0
  isMoody = true
  /** Whether it looks at timestamps; senders whose clocks are wrong fail that. */
  isPunctual = true
  /** The sender's time, Unix milliseconds. */
  now: () => number = Date.now
  private readonly bodies = new Map<string, string>()
  private readonly server: Server
  private readonly random: Random

  constructor(secret: string, random: Random) {
    this.random = random
    this.server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const header = (name: string) => String(request.headers[name] ?? "")
        const id = header("x-service-event-id")
        const isTaken = !(this.isMoody && this.random.chance(turnedDown))
        this.received += 1
        this.check(secret, id, header("x-service-timestamp"), header("x-service-signature"), Buffer.concat(chunks))
        if (isTaken) this.taken.set(id, (this.taken.get(id) ?? 0) + 1)
        response.writeHead(isTaken ? 204 : 503).end()
      })
    })
  }

  /** Listens on loopback and gives its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private check(secret: string, id: string, timestamp: string, signature: string, body: Buffer): void {
    const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")
    const text = body.toString("utf8")
    if (signature !== expected) this.faults.push(`${id}: the signature is wrong`)
    if (this.isPunctual && Math.abs(this.now() / 1_000 - Number(timestamp)) > toleranceSeconds) {
      this.faults.push(`${id}: the timestamp is off`)
    }
    if ((this.bodies.get(id) ?? text) !== text) this.faults.push(`${id}: the body changed between tries`)
    this.bodies.set(id, text)
  }
}
