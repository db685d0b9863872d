// Pontepay inside a Fastify app: the shop's own routes beside the whole interface, in one process.
import fastify from "fastify"
import { pontepay } from "pontepay/fastify"
import { embed } from "pontepay/http"
import { linksAt, orderAt } from "../customer.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const app = fastify()

await app.register(pontepay(payments))

// A route of the shop's own. It calls the service within the process.
app.post("/checkout", async () => {
  const { externalId, qrCode } = await payments.client.deposits.create({
    value: 5000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  })
  return { externalId, qrCode }
})

const base = await app.listen({ port: 0, host: "127.0.0.1" })

console.log(`Fastify: ${await orderAt(base, payments.sandboxApiKey)}`)
console.log(`Fastify: ${await linksAt(base, payments.sandboxApiKey)}`)

await app.close()
await payments.close()
