// A shop whose database Pontepay shares: the order and the command for its charge stand or fall in one transaction.
import { Client } from "pg"
import { embed } from "pontepay/http"
import { startPostgres } from "./postgres.ts"

const postgres = await startPostgres()
const payments = await embed({
  DATABASE_URL: postgres.url("postgres", "postgres"),
  PONTEPAY_OPERATOR_TOKEN: "operator-token-of-the-example-0123456789",
  LOG_LEVEL: "error"
})

const call = async (key: string, method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  return await (await payments.fetch(new Request(`http://localhost${path}`, init))).json()
}
const account =
  (await call("operator-token-of-the-example-0123456789", "GET", "/admin/accounts")).data.accounts[0].accountId

// Once, as the owner of the database: the shop may command, and cannot even look at the books.
const owner = new Client(postgres.url("postgres", "postgres"))
await owner.connect()
await owner.query(`
  create role shop login password 'shop';
  grant create on schema public to shop;
  grant usage on schema pontepay to shop;
  grant execute on function pontepay.command(text, text, text, jsonb) to shop;
`)
await owner.end()

const shop = new Client(postgres.url("shop", "shop"))
await shop.connect()
await shop.query(
  "create table orders (id text primary key, cents integer not null, status text not null, br_code text)"
)

// An order and its charge, in one transaction of the shop.
const order = async (id: string, cents: number, end: "commit" | "rollback") => {
  await shop.query("begin")
  await shop.query("insert into orders values ($1, $2, 'new')", [id, cents])
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  const payload = { value: cents, asset: "USDC", network: "base", address, externalId: id }
  await shop.query("select pontepay.command($1, $2, 'create-deposit', $3)", [`charge-${id}`, account, payload])
  await shop.query(end)
}
await order("order-1", 5_000, "rollback")
await order("order-2", 5_000, "commit")

let cursor = ""
// What Pontepay tells, oldest first; webhooks carry the same.
const nextEvents = async () => {
  const { data } = await call(payments.sandboxApiKey, "GET", `/api/events${cursor === "" ? "" : `?cursor=${cursor}`}`)
  cursor = data.nextCursor
  return data.events
}

const pay = async (externalId: string) => {
  const { data: { trackId } } = await call(payments.sandboxApiKey, "GET", `/api/deposit/asset/${externalId}`)
  const event = { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
  await call(payments.sandboxApiKey, "POST", "/provider/webhook", { event })
}

const statusOf = async (id: string): Promise<string> =>
  (await shop.query("select status from orders where id = $1", [id])).rows[0]?.status ?? "there is no such order"

const deadline = Date.now() + 15_000
while (await statusOf("order-2") !== "paid") {
  if (Date.now() > deadline) throw new Error("the order was not paid in time")
  for (const { data, event } of await nextEvents()) {
    if (event === "COMMAND_SUCCEEDED") {
      const { externalId, qrCode } = data.result
      await shop.query("update orders set status = 'charged', br_code = $2 where id = $1", [externalId, qrCode])
      console.log(`${externalId} is charged. The customer pays this BR Code: ${qrCode.slice(0, 40)}…`)
      await pay(externalId)
    }
    if (event === "COMMAND_FAILED") throw new Error(`${data.commandId}: ${data.error.message}`)
    if (event === "DEPOSIT_ASSET_SUCCESS") {
      await shop.query("update orders set status = 'paid' where id = $1", [data.externalId])
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
}
console.log(`order-1, rolled back: ${await statusOf("order-1")}, and no charge`)
console.log(`order-2, committed: ${await statusOf("order-2")}`)

await shop.end()
await payments.close()
await postgres.stop()
