// Pontepay inside a Hono app: both speak web requests, so mounting it is one line. The app is called as it is here; any
// server that Hono runs on can stand in front.
import { Hono } from "hono"
import { embed } from "pontepay/http"
import { linksAt, orderAt } from "../customer.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const app = new Hono()

// The interface, a provider's events, the pages for end users, and the documents they send.
for (const prefix of ["api", "provider", "hosted", "upload"]) {
  app.all(`/${prefix}/*`, (context) => payments.fetch(context.req.raw))
}

// A route of the shop's own. It calls the service without leaving the process.
app.post("/checkout", async () => {
  const order = {
    value: 5000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  }
  const headers = { authorization: `Bearer ${payments.sandboxApiKey}`, "content-type": "application/json" }
  return await payments.fetch(
    new Request("http://localhost/api/deposit/asset", { method: "POST", headers, body: JSON.stringify(order) })
  )
})

// A customer orders, pays and waits, and follows the links that he is given.
console.log(`Hono: ${await orderAt("http://localhost", payments.sandboxApiKey, app.request)}`)
console.log(`Hono: ${await linksAt("http://localhost", payments.sandboxApiKey, app.request)}`)

await payments.close()
