// The sandbox inside your own Node server: pay a PIX charge, see USDC delivered. No network, no keys, no database server.
import { embed } from "pontepay/http"

const payments = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const { deposits, sandbox } = payments.client

const charge = await deposits.create({
  value: 5000,
  asset: "USDC",
  network: "base",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  externalId: "order-1"
})
console.log("The customer pays this BR Code:", charge.qrCode?.slice(0, 40) + "…")

await sandbox.payDeposit(charge.trackId ?? "")
let deposit = await deposits.get("order-1")
while (deposit.status === "PENDING" || deposit.status === "PROCESSING") {
  await new Promise((resolve) => setTimeout(resolve, 20))
  deposit = await deposits.get("order-1")
}
console.log(`${deposit.status}: ${deposit.receivedAmount} smallest units of ${deposit.asset}`)

await payments.close()
