// Pontepay inside an Express app: the shop's own routes beside the whole interface, in one process.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import express from "express"
import { pontepay } from "pontepay/express"
import { embed } from "pontepay/http"
import { linksAt, orderAt } from "../customer.ts"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const app = express()

// Before body parsers: signatures are verified over the raw body.
app.use(pontepay(payments))
app.use(express.json())

// A route of the shop's own. It calls the service within the process.
app.post("/checkout", async (_, response) => {
  const { externalId, qrCode } = await payments.client.deposits.create({
    value: 5000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  })
  response.json({ externalId, qrCode })
})

const server = app.listen(0, "127.0.0.1")
await once(server, "listening")
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

console.log(`Express: ${await orderAt(base, payments.sandboxApiKey)}`)
console.log(`Express: ${await linksAt(base, payments.sandboxApiKey)}`)

server.close()
server.closeAllConnections()
await payments.close()
