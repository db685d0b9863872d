// Pontepay inside a Hono app: the shop's own routes beside the whole interface, in one process. The app is called without a
// server here; `@hono/node-server` serves it on Node.js.
import { Hono } from "hono"
import { pontepay } from "pontepay/hono"
import { embed } from "pontepay/http"
import { linksAt, orderAt } from "../customer.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const app = new Hono()

app.use(pontepay(payments))

// A route of the shop's own. It calls the service within the process.
app.post("/checkout", async (context) => {
  const { externalId, qrCode } = await payments.client.deposits.create({
    value: 5000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  })
  return context.json({ externalId, qrCode })
})

console.log(`Hono: ${await orderAt("http://localhost", payments.sandboxApiKey, app.request)}`)
console.log(`Hono: ${await linksAt("http://localhost", payments.sandboxApiKey, app.request)}`)

await payments.close()
