// `npm run bench`: `POST /api/deposit/asset` over HTTP at 32 connections, the service and a hand-written peer in turn,
// the same statements and the same durability. Only ratios of interleaved rounds mean anything; absolute figures are of
// this machine in this hour.
//   npm run bench -- [--database sqlite|postgres] [--rounds 5] [--seconds 4] [--connections 32]
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { apiKeyOf } from "../../core/access/api-key.ts"
import { Redacted } from "effect"

interface Round {
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly cpuMicros: number
  readonly bytes: number
  readonly rssMiB: number
}

interface Subject {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  readonly storedBytes: () => number | Promise<number>
}

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
const bench = import.meta.dirname
const root = join(bench, "../..")

const bootstrap = () => {
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

const start = async (script: string, args: ReadonlyArray<string>, env: Record<string, string>, pattern: RegExp) => {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = pattern.exec(line)?.[1]
    if (port !== undefined) return { process: child, port: Number(port) }
  }
  throw new Error(`${script} ended before it was ready`)
}

const sizeOf = (path: string): number =>
  ["", "-wal"].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)

const startOurs = async (databaseUrl: string, storedBytes: Subject["storedBytes"]): Promise<Subject> => ({
  name: "service",
  storedBytes,
  ...await start(
    join(root, "hosts/http/main.ts"),
    [],
    { PORT: "0", DATABASE_URL: databaseUrl, PONTEPAY_BOOTSTRAP_FILE: bootstrap(), LOG_LEVEL: "warn" },
    /API\s+http:\/\/[^:]+:(\d+)/
  )
})

const startPeer = async (options: Record<string, string>, storedBytes: Subject["storedBytes"]): Promise<Subject> => ({
  name: "peer",
  storedBytes,
  ...await start(join(bench, "peer-main.ts"), [JSON.stringify({ keys, ...options })], {}, /^ready (\d+)/)
})

// User and system time of a process, in microseconds, from the kernel's accounting (ticks of 10 ms).
const cpuMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const rssMiB = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024

const measure = async (subject: Subject, label: string, forSeconds: number): Promise<Round> => {
  const pid = subject.process.pid ?? 0
  const [cpuBefore, bytesBefore] = [cpuMicros(pid), await subject.storedBytes()]
  const load = spawn(process.execPath, [
    join(bench, "load.ts"),
    JSON.stringify({ port: subject.port, connections, seconds: forSeconds, keys, run: label })
  ], { stdio: ["ignore", "pipe", "inherit"] })
  let output = ""
  load.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString()
  })
  await once(load, "exit")
  const result = JSON.parse(output) as Round & { requests: number; non2xx: number; socketErrors: number }
  if (result.non2xx + result.socketErrors > 0) {
    throw new Error(`${subject.name}: ${result.non2xx} refused, ${result.socketErrors} broken`)
  }
  return {
    rps: result.rps,
    p50: result.p50,
    p99: result.p99,
    cpuMicros: (cpuMicros(pid) - cpuBefore) / result.requests,
    bytes: (await subject.storedBytes() - bytesBefore) / result.requests,
    rssMiB: rssMiB(pid)
  }
}

const median = (numbers: ReadonlyArray<number>): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

const subjects = async (): Promise<{ readonly list: ReadonlyArray<Subject>; readonly close: () => Promise<void> }> => {
  if (values.database === "postgres") return await (await import("./postgres.ts")).postgresSubjects(startOurs, startPeer)
  const [ours, peer] = [join(folder, "service.db"), join(folder, "peer.db")]
  return {
    list: [
      await startOurs(`sqlite:${ours}`, () => sizeOf(ours)),
      await startPeer({ sqlite: peer }, () => sizeOf(peer))
    ],
    close: async () => {}
  }
}

const { close, list } = await subjects()
const results = new Map(list.map(({ name }): [string, Array<Round>] => [name, []]))
try {
  for (const subject of list) await measure(subject, "warm-up", 2)
  for (let round = 0; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? list : [...list].reverse()) {
      const result = await measure(subject, `r${round}`, seconds)
      results.get(subject.name)?.push(result)
      const shown = `${result.rps.toFixed(0)} req/s, p99 ${result.p99.toFixed(1)} ms, ${result.cpuMicros.toFixed(0)} µs CPU`
      process.stdout.write(`round ${round + 1} ${subject.name.padEnd(8)} ${shown}\n`)
    }
  }
} finally {
  for (const subject of list) subject.process.kill("SIGTERM")
  await Promise.all(list.map(({ process: child }) => child.exitCode === null ? once(child, "exit") : undefined))
  await close()
  rmSync(folder, { recursive: true, force: true })
}

const of = (name: string, field: keyof Round): number => median((results.get(name) ?? []).map((round) => round[field]))
const row = (label: string, field: keyof Round, digits: number) => {
  const [ours, peer] = [of("service", field), of("peer", field)]
  const cells = [label.padEnd(22), ours.toFixed(digits).padStart(10), peer.toFixed(digits).padStart(10)]
  return `${cells.join(" ")} ${(ours / peer).toFixed(2).padStart(8)}`
}
process.stdout.write([
  "",
  `POST /api/deposit/asset, ${values.database}, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
  `${"".padEnd(22)} ${"service".padStart(10)} ${"peer".padStart(10)} ${"ratio".padStart(8)}`,
  row("requests/s", "rps", 0),
  row("p50 ms", "p50", 2),
  row("p99 ms", "p99", 2),
  row("CPU µs/request", "cpuMicros", 0),
  row("bytes/payment", "bytes", 0),
  row("peak memory MiB", "rssMiB", 0),
  ""
].join("\n"))
