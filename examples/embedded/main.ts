// The sandbox inside your own Node server: pay a PIX charge, see USDC delivered. No network, no keys, no database server.
import { embed } from "pontepay/http"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const headers = { authorization: `Bearer ${payments.sandboxApiKey}`, "content-type": "application/json" }

// Any server that speaks web requests can mount `payments.fetch`; here it is called as it is.
const call = async (method: string, path: string, body?: unknown) => {
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await payments.fetch(new Request(`http://localhost${path}`, init))
  return await response.json()
}

const order = { value: 5000, asset: "USDC", network: "base", address: "0x52908400098527886E0F7030069857D2E4169EE7" }
const charge = await call("POST", "/api/deposit/asset", { ...order, externalId: "order-1" })
console.log("The customer pays this BR Code:", charge.qrCode.slice(0, 40) + "…")

const { data: { trackId } } = await call("GET", "/api/deposit/asset/order-1")
await call("POST", "/provider/webhook", {
  event: { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
})

let deposit = (await call("GET", "/api/deposit/asset/order-1")).data
while (deposit.status === "PENDING" || deposit.status === "PROCESSING") {
  await new Promise((resolve) => setTimeout(resolve, 20))
  deposit = (await call("GET", "/api/deposit/asset/order-1")).data
}
console.log(`${deposit.status}: ${deposit.receivedAmount} smallest units of ${deposit.asset}`)

await payments.close()
