// `npm run bench`: `POST /api/deposit/asset` over HTTP at 32 connections, the service and a hand-written peer in turn,
// the same statements and the same durability. Only ratios of interleaved rounds mean anything: absolute figures are of
// this machine in this hour.
//   npm run bench -- [--database sqlite|postgres] [--rounds 5] [--seconds 4] [--connections 32]
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Redacted } from "effect"
import { apiKeyOf } from "../../core/customers/account/api-key.ts"
import { startBenchServer } from "./postgres-server.ts"
import { type Round, type StartedSubject, measure, startSubject } from "./subject.ts"

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "32" }
  }
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const folder = mkdtempSync(join(tmpdir(), "pontepay-bench-"))
const keys = Array.from({ length: 100 }, () => Redacted.value(apiKeyOf("sandbox", randomBytes(64).toString("hex"))))

const bootstrapFile = (): string => {
  const path = join(folder, "bootstrap.json")
  const accounts = keys.map((apiKey, index) => ({
    name: `Bench ${index}`,
    environment: "sandbox",
    apiKey,
    taxId: "11144477735",
    kyc: "APPROVED"
  }))
  writeFileSync(path, JSON.stringify({ accounts }))
  return path
}

const startService = (databaseUrl: string, storedBytes: StartedSubject["storedBytes"]): Promise<StartedSubject> =>
  startSubject({
    name: "service",
    script: join(import.meta.dirname, "../../hosts/http/main.ts"),
    args: [],
    env: { PORT: "0", DATABASE_URL: databaseUrl, PONTEPAY_BOOTSTRAP_FILE: bootstrapFile(), LOG_LEVEL: "warn" },
    cwd: folder,
    ready: /API\s+http:\/\/[^:]+:(\d+)/,
    storedBytes
  })

const startPeer = (
  database: Readonly<Record<string, string>>,
  storedBytes: StartedSubject["storedBytes"]
): Promise<StartedSubject> =>
  startSubject({
    name: "peer",
    script: join(import.meta.dirname, "peer-main.ts"),
    args: [JSON.stringify({ keys, ...database })],
    env: {},
    cwd: folder,
    ready: /^ready (\d+)/,
    storedBytes
  })

const fileBytes = (path: string): number =>
  ["", "-wal"].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)

interface Subjects {
  readonly list: ReadonlyArray<StartedSubject>
  readonly close: () => Promise<void>
}

const onSqlite = async (): Promise<Subjects> => {
  const [service, peer] = [join(folder, "service.db"), join(folder, "peer.db")]
  return {
    list: [
      await startService(`sqlite:${service}`, () => fileBytes(service)),
      await startPeer({ sqlite: peer }, () => fileBytes(peer))
    ],
    close: async () => {}
  }
}

const onPostgres = async (): Promise<Subjects> => {
  const server = await startBenchServer()
  const [service, peer] = [await server.database("service"), await server.database("peer")]
  return {
    list: [
      await startService(service.url, service.bytes),
      await startPeer({ postgres: peer.url }, peer.bytes)
    ],
    close: server.stop
  }
}

const { close, list } = values.database === "postgres" ? await onPostgres() : await onSqlite()
const results = new Map(list.map(({ name }): [string, Array<Round>] => [name, []]))
try {
  for (const subject of list) await measure(subject, { connections, seconds: 3, keys, run: "warm-up" })
  for (let round = 0; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? list : [...list].reverse()) {
      const result = await measure(subject, { connections, seconds, keys, run: `r${round}` })
      results.get(subject.name)?.push(result)
      const shown = `${result.rps.toFixed(0)} req/s, p99 ${result.p99.toFixed(1)} ms, ${
        result.cpuMicros.toFixed(0)
      } µs CPU`
      process.stdout.write(`round ${round + 1} ${subject.name.padEnd(8)} ${shown}\n`)
    }
  }
} finally {
  for (const { process: child } of list) {
    const exited = once(child, "exit")
    if (child.kill("SIGTERM")) await exited
  }
  await close()
  rmSync(folder, { recursive: true, force: true })
}

const median = (numbers: ReadonlyArray<number>): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0
const of = (name: string, field: keyof Round): number => median((results.get(name) ?? []).map((round) => round[field]))
const row = (label: string, field: keyof Round, digits: number): string => {
  const [service, peer] = [of("service", field), of("peer", field)]
  const figures = [service.toFixed(digits), peer.toFixed(digits), (service / peer).toFixed(2)]
  return label.padEnd(22) + figures.map((figure) => figure.padStart(10)).join("")
}
process.stdout.write([
  "",
  `POST /api/deposit/asset, ${values.database}, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
  "".padEnd(22) + ["service", "peer", "ratio"].map((title) => title.padStart(10)).join(""),
  row("requests/s", "rps", 0),
  row("p50 ms", "p50", 2),
  row("p99 ms", "p99", 2),
  row("CPU µs/request", "cpuMicros", 0),
  row("bytes/payment", "bytes", 0),
  row("peak memory MiB", "rssMiB", 0),
  ""
].join("\n"))
