// Pontepay inside a Fastify app: the shop's own routes beside the whole interface, in one process.
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { embed } from "pontepay/http"
import { linksAt, orderAt } from "../customer.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const app = fastify({ bodyLimit: 65_536 })

const pontepay = async (asked: FastifyRequest, reply: FastifyReply) => {
  const { body, headers, method, originalUrl, socket } = asked
  const request = new Request(`http://${headers.host}${originalUrl}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) })
  })
  const response = await payments.fetch(request, socket.remoteAddress)
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body as ReadableStream))
}

// In a scope of its own, where bodies stay as they came: signatures are made over raw bytes.
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body))
  scope.route({ method: ["GET", "POST"], url: "/:prefix(api|provider|hosted)/*", handler: pontepay })
  // Documents alone may be large. A parameter of Fastify's holds 100 characters, and an address to upload to is longer.
  scope.put("/upload/*", { bodyLimit: 10 * 1_024 * 1_024 }, pontepay)
})

// A route of the shop's own. It calls the service without leaving the process.
app.post("/checkout", async (_, reply) => {
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
  return reply.code(response.status).send(await response.json())
})

const base = await app.listen({ port: 0, host: "127.0.0.1" })

console.log(`Fastify: ${await orderAt(base, payments.sandboxApiKey)}`)
console.log(`Fastify: ${await linksAt(base, payments.sandboxApiKey)}`)

await app.close()
await payments.close()
