// Pontepay inside an Express app: the shop's own routes beside the whole interface, in one process.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import express, { type Request as Asked, type Response as Answer } from "express"
import { embed } from "pontepay/http"
import { linksAt, orderAt } from "../customer.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const app = express()

const pontepay = async (asked: Asked, answer: Answer): Promise<void> => {
  const { body, headers, method, originalUrl, socket } = asked
  const request = new Request(`http://${headers.host}${originalUrl}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) })
  })
  const response = await payments.fetch(request, socket.remoteAddress)
  answer.status(response.status).setHeaders(response.headers)
  await pipeline(response.body === null ? [] : Readable.fromWeb(response.body as ReadableStream), answer)
}

// Signatures are made over raw bytes, so these stand before any parser of bodies. Documents alone may be large.
const bytes = (limit: string) => express.raw({ type: () => true, limit })
app.use(["/api", "/provider", "/hosted"], bytes("64kb"), pontepay)
app.put("/upload/:token", bytes("10mb"), pontepay)

// A route of the shop's own. It calls the service without leaving the process.
app.post("/checkout", async (_, answer) => {
  const response = await payments.fetch(
    new Request("http://localhost/api/deposit/asset", {
      method: "POST",
      headers: { authorization: `Bearer ${payments.sandboxApiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        value: 5000,
        asset: "USDC",
        network: "base",
        address: "0x52908400098527886E0F7030069857D2E4169EE7",
        externalId: "order-1"
      })
    })
  )
  answer.status(response.status).json(await response.json())
})

const server = app.listen(0, "127.0.0.1")
await once(server, "listening")
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

console.log(`Express: ${await orderAt(base, payments.sandboxApiKey)}`)
console.log(`Express: ${await linksAt(base, payments.sandboxApiKey)}`)

server.close()
server.closeAllConnections()
await payments.close()
