// A route of the shop's own. It calls the service without leaving the process.
import { key, payments } from "../../payments.js"

export const POST = async () => {
  const order = {
    value: 5000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  }
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const { fetch } = await payments()
  return await fetch(
    new Request("http://localhost/api/deposit/asset", { method: "POST", headers, body: JSON.stringify(order) })
  )
}
