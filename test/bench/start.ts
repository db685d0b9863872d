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
import { apiKeyOf } from "../../core/customers/account/api-key.ts"
import { measure } from "./subject.ts"
import { machine, median, spread, table } from "./table.ts"

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "5" } }
})
const connections = 32
const restMs = 2_000
const root = join(import.meta.dirname, "../..")
const keys = Array.from({ length: 100 }, () => Redacted.value(apiKeyOf("sandbox", randomBytes(64).toString("hex"))))

const host = join(root, "dist/host/host.js")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: { readonly start: string }
}

// All by npm, which costs each of them the same: what `npm start` runs, and what it could run instead.
const ways: Readonly<Record<string, string>> = {
  "npm start": `cd ${root} && ${scripts.start}`,
  "bundle without flags": `exec node ${host}`,
  sources: `exec node ${join(root, "hosts/http/main.ts")}`
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

const variablesIn = (folder: string) => ({ PORT: "0", DATABASE_URL: `sqlite:${folder}/bench.db`, LOG_LEVEL: "warn" })

/** Runs something beside a service that npm started in a folder of its own. */
const started = async <A>(
  script: string,
  variables: Readonly<Record<string, string>>,
  measured: (service: { readonly pid: number; readonly port: number; readonly readyMs: number }) => Promise<A>
): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-start-"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: script } }))
  const env = { ...process.env, ...variablesIn(folder), ...variables }
  const startedAt = performance.now()
  const npm = spawn("npm", ["start", "--silent"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
  const port = await portOf(npm)
  if (!(await fetch(`http://127.0.0.1:${port}/ready`)).ok) throw new Error("it is not ready")
  const readyMs = performance.now() - startedAt
  const result = await measured({ pid: childOf(npm), port, readyMs })
  const ended = once(npm, "exit")
  npm.kill("SIGTERM")
  await ended
  rmSync(folder, { recursive: true })
  return result
}

const startOf = (script: string) =>
  started(script, {}, async ({ pid, readyMs }) => {
    const cpuMs = cpuMsOf(pid)
    await sleep(restMs)
    return { readyMs, cpuMs, restMiB: statusOf(pid, "VmRSS") }
  })

const loadOf = (script: string, run: string) =>
  started(script, { PONTEPAY_BOOTSTRAP_FILE: accountsFile }, async ({ pid, port }) => {
    const subject = { name: run, port, pid, storedBytes: () => 0 }
    const round = await measure(subject, { connections, seconds: Number(values.seconds), keys, run })
    return { peakMiB: round.rssMiB, cpuMicros: round.cpuMicros, rps: round.rps }
  })

const accountsFolder = mkdtempSync(join(tmpdir(), "pontepay-start-"))
const accountsFile = join(accountsFolder, "accounts.json")
const accountOf = (apiKey: string, index: number) => ({
  name: `Bench ${index}`,
  environment: "sandbox",
  apiKey,
  kyc: "APPROVED",
  taxId: "11144477735"
})
writeFileSync(accountsFile, JSON.stringify({ accounts: keys.map(accountOf) }))

// What changed is built again by the first start after it, which is not to be measured.
execFileSync("npm", ["run", "--silent", "build:host"], { cwd: root, stdio: "inherit" })
const rounds = new Map(Object.keys(ways).map((name): [string, Array<Started>] => [name, []]))
for (let index = 0; index < Number(values.rounds); index++) {
  for (const [name, script] of Object.entries(ways)) {
    rounds.get(name)?.push({ ...await startOf(script), ...await loadOf(script, `${index}`) })
  }
}

const cell = (results: ReadonlyArray<Started>, field: keyof Started): string => {
  const numbers = results.map((result) => result[field])
  return `${median(numbers).toFixed(0)} (${spread(numbers)})`
}
rmSync(accountsFolder, { recursive: true })
console.log(machine())
console.log(table(
  ["median (min..max)", "ready ms", "its CPU ms", "at rest MiB", `peak MiB`, "CPU µs/request", "requests/s"],
  [...rounds].map(([name, results]) => [
    name,
    ...(["readyMs", "cpuMs", "restMiB", "peakMiB", "cpuMicros", "rps"] as const).map((field) => cell(results, field))
  ])
))
