// `npm run bench:restart`: how long a start with many open deliveries takes until the first is sent and until all are done; as an ordinary
// start, and after a restore, where each is looked up outside before and a half of them has left already.
//   npm run bench:restart -- [--open 10000] [--database sqlite|postgres]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { Outflow } from "../../core/ports/chain.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { FakeRail, chainLayer, fakeChain, railLayer } from "../support/ports.ts"
import { asConfigured } from "../support/restrictions.ts"
import { startBenchServer } from "./postgres-server.ts"
import { machine, table } from "./table.ts"

const { values } = parseArgs({
  options: { open: { type: "string", default: "10000" }, database: { type: "string", default: "sqlite" } }
})
const open = Number(values.open)
const connections = 24
/** After this time a start has failed: milliseconds. */
const mostMs = 600_000
const key = keyOf("acme")
const units = 9_027_777n

const addressOf = (n: number): string => `0x${n.toString(16).padStart(40, "0")}`

const post = async ({ base }: TestHost, path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` }
  const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}

// Deposits that are paid, and whose deliveries wait for a worker.
const fill = async (host: TestHost): Promise<void> => {
  let next = 1
  const line = async () => {
    for (let n = next++; n <= open; n = next++) {
      const order = { value: 5_000, asset: "USDC", network: "base", address: addressOf(n), externalId: `order-${n}` }
      const { trackId } = await post(host, "/api/deposit/asset", order)
      const data = { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } }
      await post(host, "/provider/webhook", { event: { id: `evt-${n}`, subscription: "TICKET", data } })
    }
  }
  await Promise.all(Array.from({ length: connections }, line))
}

const flow = (n: number): Outflow => ({
  mark: null,
  to: addressOf(n),
  asset: "USDC",
  units,
  receipt: { transactionHash: `0x${n.toString(16).padStart(64, "0")}` },
  isDone: true
})

interface Seen {
  readonly readyMs: number
  readonly firstMs: number
  readonly allMs: number
  readonly sent: number
}

const restarted = async (url: string, isRestored: boolean): Promise<Seen> => {
  const [rail, chain] = [new FakeRail(), fakeChain()]
  chain.shownOn = "base"
  const opened = (variables: Readonly<Record<string, string>>, worker: boolean) =>
    openHost({
      accounts: [declared("acme", { perTxLimitBrl: "1000000.00" })],
      variables: { DATABASE_URL: url, ...variables },
      worker,
      adapters: {
        sandbox: { pixRail: railLayer(rail), chain: chainLayer(chain), restrictions: asConfigured }
      }
    })
  const before = await opened({}, false)
  await fill(before)
  await before.close()
  chain.outflows = isRestored ? Array.from({ length: open / 2 }, (_, n) => flow(n + 1)) : []
  const wanted = isRestored ? open / 2 : open
  const startedAt = performance.now()
  const passed = () => Math.round(performance.now() - startedAt)
  const host = await opened(isRestored ? { PONTEPAY_SANDBOX_RESTORED: "by this benchmark" } : {}, true)
  const readyMs = passed()
  let firstMs = 0
  while (chain.asked.length < wanted && passed() < mostMs) {
    if (firstMs === 0 && chain.asked.length > 0) firstMs = passed()
    await sleep(10)
  }
  const seen = { readyMs, firstMs: firstMs || passed(), allMs: passed(), sent: chain.asked.length }
  await host.close()
  return seen
}

const folder = mkdtempSync(join(tmpdir(), "pontepay-bench-"))
const server = values.database === "postgres" ? await startBenchServer() : undefined
try {
  const rows: Array<ReadonlyArray<string>> = []
  for (const isRestored of [false, true]) {
    const name = isRestored ? "restored" : "ordinary"
    const url = server === undefined ? `sqlite:${join(folder, `${name}.db`)}` : (await server.database(name)).url
    const { allMs, firstMs, readyMs, sent } = await restarted(url, isRestored)
    rows.push([name, ...[readyMs, firstMs, allMs].map((ms) => `${(ms / 1_000).toFixed(1)} s`), String(sent)])
  }
  console.info(`${open} open deliveries, ${values.database}, ${machine()}`)
  console.info(table(["start", "ready", "first sent", "all sent", "sent"], rows))
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
