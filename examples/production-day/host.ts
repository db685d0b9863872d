// The host of the day, a process of its own: production by variables and files as `npm start` reads them, embedded because
// production takes its chain from whoever embeds it.
import { createServer } from "node:http"
import { embed } from "pontepay/http"
import { ledgerChain } from "./chain.ts"

const { LEDGER_URL = "", LISTEN_PORT } = process.env

const service = await embed(process.env, {
  production: { chain: ledgerChain(LEDGER_URL), restrictions: (configured) => configured }
})
createServer(service.listener).listen(Number(LISTEN_PORT), "127.0.0.1", () => process.send?.("ready"))

process.on("SIGTERM", () => void service.close().then(() => process.exit(0)))
// Whoever started it is gone.
process.on("disconnect", () => process.exit(1))
