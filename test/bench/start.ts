// `npm run bench:start`: from the spawn of npm to the first answer of /ready, memory at rest and the peak under creates at
// 32 connections, of the bundle that `npm start` runs, the same without its flags, and the sources, in turn.
//   npm run bench:start -- [--rounds 5] [--seconds 5]
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Redacted } from "effect"
import { apiKeyOf } from "../../core/access/api-key.ts"
import { measure } from "./subject.ts"
import { machine, median, spread, table } from "./table.ts"

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "5" } }
})
const connections = 32
const restMs = 2_000
const root = join(import.meta.dirname, "../..")
const keys = Array.from({ length: 100 }, () => Redacted.value(apiKeyOf("sandbox", randomBytes(64).toString("hex"))))

// What npm runs, so that npm itself costs each of them the same.
const ways: Readonly<Record<string, ReadonlyArray<string>>> = {
  "npm start": ["start", "--silent"],
  "bundle without flags": ["exec", "--silent", "-c", "exec node dist/host/start.js"],
  sources: ["exec", "--silent", "-c", "exec node hosts/http/main.ts"]
}

interface Started {
  readonly readyMs: number
  readonly restMiB: number
  readonly cpuMs: number
  readonly peakMiB: number
  readonly cpuMicros: number
  readonly rps: number
}

// npm's shell has become the service, so it is npm's one child.
const childOf = (npm: ChildProcess): number => {
  const [pid = ""] = readFileSync(`/proc/${npm.pid}/task/${npm.pid}/children`, "utf8").trim().split(" ")
  return Number(pid)
}

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024

const cpuMsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const portOf = async (npm: ChildProcess): Promise<number> => {
  if (npm.stdout === null) throw new Error("it has no output")
  for await (const line of createInterface({ input: npm.stdout })) {
    const [, port] = /API\s+http:\/\/[^:]+:(\d+)/.exec(line) ?? []
    if (port !== undefined) return Number(port)
  }
  throw new Error("it ended before it was ready")
}

const round = async (way: ReadonlyArray<string>, run: string): Promise<Started> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-start-"))
  const accounts = keys.map((apiKey, index) => ({
    name: `Bench ${index}`,
    environment: "sandbox",
    apiKey,
    kyc: "APPROVED",
    taxId: "11144477735"
  }))
  writeFileSync(join(folder, "accounts.json"), JSON.stringify({ accounts }))
  const variables = {
    PORT: "0",
    DATABASE_URL: `sqlite:${folder}/bench.db`,
    PONTEPAY_BOOTSTRAP_FILE: `${folder}/accounts.json`,
    LOG_LEVEL: "warn"
  }
  const startedAt = performance.now()
  const npm = spawn("npm", way, {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const port = await portOf(npm)
  if (!(await fetch(`http://127.0.0.1:${port}/ready`)).ok) throw new Error("it is not ready")
  const readyMs = performance.now() - startedAt
  const pid = childOf(npm)
  const cpuMs = cpuMsOf(pid)
  await sleep(restMs)
  const restMiB = statusOf(pid, "VmRSS")
  const subject = { name: run, port, pid, storedBytes: () => 0 }
  const { cpuMicros, rps, rssMiB } = await measure(subject, { connections, seconds: Number(values.seconds), keys, run })
  const ended = once(npm, "exit")
  npm.kill("SIGTERM")
  await ended
  rmSync(folder, { recursive: true })
  return { readyMs, restMiB, cpuMs, peakMiB: rssMiB, cpuMicros, rps }
}

// What changed is built again by the first start after it, which is not to be measured.
execFileSync("npm", ["run", "--silent", "build:host"], { cwd: root, stdio: "inherit" })
const rounds = new Map(Object.keys(ways).map((name): [string, Array<Started>] => [name, []]))
for (let index = 0; index < Number(values.rounds); index++) {
  for (const [name, way] of Object.entries(ways)) rounds.get(name)?.push(await round(way, `${name}-${index}`))
}

const cell = (results: ReadonlyArray<Started>, field: keyof Started): string => {
  const numbers = results.map((result) => result[field])
  return `${median(numbers).toFixed(0)} (${spread(numbers)})`
}
console.log(machine())
console.log(table(
  ["median (min..max)", "ready ms", "its CPU ms", "at rest MiB", `peak MiB`, "CPU µs/request", "requests/s"],
  [...rounds].map(([name, results]) => [
    name,
    ...(["readyMs", "cpuMs", "restMiB", "peakMiB", "cpuMicros", "rps"] as const).map((field) => cell(results, field))
  ])
))
