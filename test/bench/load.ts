// The load generator: keep-alive connections, one request in flight on each, a new externalId in every request. Its own
// process, so that what it costs is not counted for the server. Prints one JSON line.
import { performance } from "node:perf_hooks"
import { type Connection, openConnection } from "./connection.ts"

interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly keys: ReadonlyArray<string>
  readonly run: string
}

const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions
const latencies: Array<number> = []
let sent = 0
let non2xx = 0
let socketErrors = 0
let isMeasuring = true

const charge = () => {
  const n = sent++
  return {
    method: "POST",
    path: "/api/deposit/asset",
    key: options.keys[n % options.keys.length] ?? "",
    body: {
      value: 1_000 + n % 500,
      asset: "USDT",
      network: "polygon",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      externalId: `${options.run}-${n}`
    }
  }
}

const drive = async (connection: Connection): Promise<void> => {
  try {
    while (isMeasuring) {
      const startedAt = performance.now()
      const { status } = await connection.ask(charge())
      latencies.push(performance.now() - startedAt)
      if (status < 200 || status > 299) non2xx++
    }
  } catch {
    socketErrors++
  }
  connection.close()
}

const startedAt = performance.now()
setTimeout(() => {
  isMeasuring = false
}, options.seconds * 1_000)
await Promise.all(Array.from({ length: options.connections }, () => drive(openConnection(options.port))))
const elapsed = (performance.now() - startedAt) / 1_000
latencies.sort((a, b) => a - b)
const at = (share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
process.stdout.write(
  `${
    JSON.stringify({
      requests: latencies.length,
      rps: latencies.length / elapsed,
      p50: at(0.5),
      p99: at(0.99),
      non2xx,
      socketErrors
    })
  }\n`
)
