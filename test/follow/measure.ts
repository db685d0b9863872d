// Which files of ours a deposit and a payout run through: a sandbox host in a process of its own, in the folder that it is
// started in, so that nothing else is counted. Prints the files of both as JSON.
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { type Server, createServer } from "node:http"
import { Session } from "node:inspector/promises"
import type { AddressInfo } from "node:net"
import { join, relative } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Effect, Scope } from "effect"
import { readConfig } from "../../hosts/http/settings/config.ts"
import { logging } from "../../hosts/http/settings/logging.ts"
import { makeServer } from "../../hosts/http/server/node-server.ts"
import { openService } from "../../hosts/http/service.ts"
import { recurring } from "../../hosts/worker/recurring.ts"

const root = join(import.meta.dirname, "../..")
const key = `pontepay_test_${"follow".padEnd(32, "x")}`
/** Longer than a caller is remembered. */
const forgottenMs = 1_100
/** What is due later than this is a deadline, and no work that is left. */
const soonMs = 60_000

const listening = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let received = 0
const receiver = await listening(createServer((request, response) => {
  request.resume().on("end", () => {
    received += 1
    response.writeHead(204).end()
  })
}))

const account = {
  name: "follow",
  environment: "sandbox",
  apiKey: key,
  kyc: "APPROVED",
  taxId: "11144477735",
  flags: ["WALLET_PAYOUT_API"],
  webhooks: [{ url: receiver, secret: "5e".repeat(32), events: ["DEPOSIT_ASSET_SUCCESS", "PAYOUT_SUCCESSFUL"] }]
}
writeFileSync("accounts.json", JSON.stringify({ accounts: [account] }))

const openHost = async (): Promise<string> => {
  const config = readConfig({
    LOG_LEVEL: "none",
    PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
    PONTEPAY_BOOTSTRAP_FILE: "accounts.json"
  })
  if (!("port" in config)) throw new Error(JSON.stringify(config))
  const logs = logging(config.logLevel)
  const service = await Effect.runPromise(
    openService(config).pipe(Effect.provideService(Scope.Scope, Scope.makeUnsafe()), Effect.provide(logs))
  )
  Effect.runFork(Effect.provide(service.work, logs))
  return listening(makeServer(service.app, service.admission))
}

const base = await openHost()

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${base}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

const deposit = async (): Promise<void> => {
  const { trackId } = await post("/api/deposit/asset", {
    value: 5_000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7"
  })
  const paid = { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } }
  await post("/provider/webhook", { event: { subscription: "TICKET", data: paid } })
}

const { data: keys } = await post("/api/wallet/keys", {})

const payout = async (): Promise<void> => {
  const { protectedSymmetricKey } = keys as { readonly protectedSymmetricKey: string }
  const order = { value: 5_000, network: "polygon", pixKey: "maria@example.com", walletPin: "123456" }
  await post("/api/wallet/payout", { ...order, protectedSymmetricKey })
}

const plane = new DatabaseSync("data/sandbox.db", { timeout: 5_000 })
const names = recurring.map((task) => `'${task}'`).join(", ")
const left = plane.prepare(
  `select count(*) as jobs from job where task not in (${names}) and (lease is not null or run_at < ?)`
)

/** Does it, and waits until its event was received and no job of it is left. */
const done = async (act: () => Promise<void>): Promise<void> => {
  const before = received
  await act()
  while (received === before || Number(left.get(Date.now() + soonMs)?.["jobs"]) > 0) await sleep(5)
}

const session = new Session()
session.connect()
await session.post("Profiler.enable")

const filesOf = async (act: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  await sleep(forgottenMs)
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  await done(act)
  const { result } = await session.post("Profiler.takePreciseCoverage")
  await session.post("Profiler.stopPreciseCoverage")
  return result
    .filter(({ url }) => url.startsWith("file:"))
    .map(({ functions, url }) => ({ functions, path: relative(root, fileURLToPath(url)) }))
    .filter(({ path }) => /^(?:core|adapters|hosts)\//.test(path))
    // What begins where the file begins is the module itself.
    .filter(({ functions }) =>
      functions.some(({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0)
    )
    .map(({ path }) => path)
    .toSorted()
}

// What recurs belongs to no deposit and no payout: it is put off once it has run.
const later = plane.prepare(`update job set run_at = ? where task in (${names}) and lease is null`)
while (Number(later.run(Date.now() + 3_600_000).changes) < recurring.length) await sleep(5)

// The first of each loads modules and fills what is made once.
await done(deposit)
await done(payout)
process.stdout.write(JSON.stringify({ deposit: await filesOf(deposit), payout: await filesOf(payout) }))
process.exit(0)
