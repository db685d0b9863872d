// Webhook fan-out: how many deliveries a core makes to a receiver on this machine, from event to the answer written down,
// and how much of that is the signature. The receiver is a process of its own, so that its CPU is not counted.
//   node test/bench/webhooks.ts [--database sqlite|postgres] [--deliveries 500] [--rounds 5]
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { Redacted } from "effect"
import { signedHeaders } from "../../core/webhooks/webhook/webhook.ts"
import { cpuMicrosOf } from "./cpu.ts"
import { drain, settled } from "./operations.ts"
import { openBenchPlane, webhookSecret } from "./plane.ts"
import { openAdmin, startBenchServer } from "./postgres-server.ts"
import { machine, median, spread, table } from "./table.ts"

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    deliveries: { type: "string", default: "500" },
    rounds: { type: "string", default: "5" }
  }
})
const [deliveries, rounds] = [Number(values.deliveries), Number(values.rounds)]
const folder = mkdtempSync(join(tmpdir(), "pontepay-webhooks-"))

const receiving = `require("node:http").createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(204).end())
}).listen(0, "127.0.0.1", function() { console.log(this.address().port) })`

const receiver = spawn(process.execPath, ["-e", receiving], { stdio: ["ignore", "pipe", "inherit"] })
const portOf = async (): Promise<string> => {
  for await (const line of createInterface({ input: receiver.stdout })) return line
  throw new Error("the receiver ended")
}

const server = values.database === "postgres" ? await startBenchServer() : undefined
const url = server === undefined ? `sqlite:${join(folder, "plane.db")}` : (await server.database("webhooks")).url
const admin = server === undefined ? undefined : await openAdmin(url)

const plane = await openBenchPlane(url, { webhooks: [`http://127.0.0.1:${await portOf()}/hook`], worker: false })
const fanOut: Array<number> = []
const sending: Array<number> = []
const perSecond: Array<number> = []
try {
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    await settled(plane, deliveries)
    await drain(plane, ["perform-movement"])
    const fanned = await cpuMicrosOf(admin, () => drain(plane, ["fan-out-event"]))
    const startedAt = performance.now()
    const sent = await cpuMicrosOf(admin, () => drain(plane, ["deliver-webhook"]))
    if (round === 0) continue
    perSecond.push(deliveries / (performance.now() - startedAt) * 1_000)
    fanOut.push(fanned / deliveries)
    sending.push(sent / deliveries)
  }
} finally {
  await plane.close()
  await admin?.end()
  await server?.stop()
  const ended = once(receiver, "exit")
  receiver.kill()
  await ended
  rmSync(folder, { recursive: true, force: true })
}

// What one signature costs, of a body as large as the events of a deposit.
const signing = (times: number): number => {
  const secrets = { current: Redacted.make(webhookSecret), previous: undefined }
  const body = "x".repeat(400)
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) signedHeaders({}, secrets, { eventId: `evt_${n}`, body, now: n })
  const { system, user } = process.cpuUsage(before)
  return (system + user) / times
}
signing(2_000)
const signature = median(Array.from({ length: rounds }, () => signing(2_000)))
const cost = median(sending)
process.stdout.write([
  "",
  `Webhooks on ${values.database}: ${deliveries} deliveries a round to one receiver, medians of ${rounds} rounds`,
  machine(),
  "",
  table(["CPU µs", "median", "spread"], [
    ["fan-out, per event", median(fanOut).toFixed(0), spread(fanOut)],
    ["delivery, sent and written down", cost.toFixed(0), spread(sending)],
    ["of it the signature", signature.toFixed(0), `${(signature / cost * 100).toFixed(0)} %`]
  ]),
  `deliveries per core and second: ${(1_000_000 / cost).toFixed(0)} by CPU, ${
    median(perSecond).toFixed(0)
  } by the clock`,
  ""
].join("\n"))
