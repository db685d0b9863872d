// Hosts for tests: the service in this process behind its own server on a free port, or the real process. Both are
// configured as operators do it, by variables and a bootstrap file.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { inspect } from "node:util"
import { type Context, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { Client } from "pg"
import { logging } from "../../hosts/http/settings/logging.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"
import { type OwnPlanes, type Service, openService, settingsOf, withOwnPlanes } from "../../hosts/http/service.ts"
import type { TaskServices } from "../../hosts/worker/tasks.ts"
import type { RequestServices } from "../../hosts/http/environments/plane.ts"
import { hostProgram } from "./built.ts"
import { freshDatabase } from "./postgres.ts"
import { recurring } from "../../hosts/worker/recurring.ts"

export type Variables = Readonly<Record<string, string>>

/** A CPF with right check digits: the one that the accounts of the tests were approved with. */
export const approvedCpf = "11144477735"
/** 32 bytes, base64. */
export const secretsKey = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
export const providerSecret = "the provider's secret of the tests"
/** Opens `/admin` of the hosts that are given it. */
export const operatorToken = "the operator's token of the tests"
export const evmAddress = "0x52908400098527886E0F7030069857D2E4169EE7"

type Environment = "sandbox" | "production"

/** The key of an account of the tests. */
export const keyOf = (name: string, environment: Environment = "sandbox"): string =>
  `pontepay_${environment === "sandbox" ? "test" : "live"}_${name.padEnd(32, "x")}`

/** An account for a bootstrap file: approved, and nothing out of the ordinary by default. */
export const declared = (name: string, parts: Readonly<Record<string, unknown>> = {}) => {
  const environment: Environment = parts["environment"] === "production" ? "production" : "sandbox"
  return { name, environment, apiKey: keyOf(name, environment), kyc: "APPROVED", taxId: approvedCpf, ...parts }
}

const directories: Array<string> = []

/** A directory that is gone when the process ends. */
export const scratch = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "pontepay-http-"))
  directories.push(directory)
  return directory
}

process.once("exit", () => directories.forEach((directory) => void rm(directory, { recursive: true, force: true })))

/** A bootstrap file with these accounts. */
export const bootstrapFile = (accounts: ReadonlyArray<object>): string => {
  const path = join(scratch(), "accounts.json")
  writeFileSync(path, JSON.stringify({ accounts }))
  return path
}

export interface HostOptions {
  readonly accounts?: ReadonlyArray<object>
  readonly variables?: Variables
  /** Adapters in place of those that a plane has. */
  readonly adapters?: OwnPlanes
  /** Whether jobs are run; without them nothing happens but what requests do. */
  readonly worker?: boolean
  /** Options of Node for a process. */
  readonly nodeOptions?: ReadonlyArray<string>
}

// Of all hosts that this process starts: one that opens a data store again finds what the one before copied.
let witness: string | undefined

const variablesOf = ({ accounts = [], variables = {} }: HostOptions): Variables => ({
  DATABASE_URL: "memory:",
  LOG_LEVEL: "none",
  PORT: "0",
  PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret,
  PONTEPAY_WITNESS_DIR: witness ??= scratch(),
  ...(accounts.length === 0 ? {} : { PONTEPAY_BOOTSTRAP_FILE: bootstrapFile(accounts) }),
  ...variables
})

export interface TestHost {
  readonly base: string
  readonly port: number
  readonly service: Service
  /** Runs an effect with the ports of the sandbox's data plane. */
  readonly inSandbox: <A, E>(effect: Effect.Effect<A, E, RequestServices | TaskServices>) => Promise<A>
  /** Stops everything; a database in a file stays. */
  readonly close: () => Promise<void>
}

const mostStarts = 20

/**
 * Starts what ends at once where its database answers late: on a busy machine a backend that is only waiting for the processor is taken
 * for a connection that is dead (0118). Whoever runs a host starts it again.
 */
const startedAgain = async <A>(start: () => Promise<A>): Promise<A> => {
  for (let starts = 1;; starts++) {
    try {
      return await start()
    } catch (error) {
      if (starts === mostStarts || !inspect(error).includes("the connection is dead")) throw error
    }
  }
}

/** Opens a host in this process. */
export const openHost = (options: HostOptions = {}): Promise<TestHost> => startedAgain(() => opened(options))

const opened = async (options: HostOptions): Promise<TestHost> => {
  const settings = await Effect.runPromise(
    settingsOf(variablesOf(options)).pipe(Effect.mapError(({ problems }) => new Error(JSON.stringify(problems))))
  )
  const scope = Scope.makeUnsafe()
  const logs = logging(settings.config.logLevel)
  const service = await Effect.runPromise(
    openService(withOwnPlanes(settings, options.adapters ?? {})).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provide(logs),
      Effect.onError(() => Scope.close(scope, Exit.void))
    )
  )
  const working = options.worker === false ? undefined : Effect.runFork(Effect.provide(service.work, logs))
  const server = makeServer(service.app, service.admission)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const services = service.planes[0]?.services as Context.Context<RequestServices | TaskServices>
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    service,
    inSandbox: (effect) => Effect.runPromise(Effect.provide(effect, services)),
    close: async () => {
      await stopServer(server, 1_000)
      if (working !== undefined) await Effect.runPromise(Fiber.interrupt(working))
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

/** The key of the account that every sandbox has. */
export const bannerKey = (host: TestHost): string => Redacted.value(host.service.sandboxApiKey)

/** A database to run a suite on, and how to count what is in it. */
export interface TestDatabase {
  readonly url: string
  /** Rows of every table, by name. */
  readonly count: () => Promise<Readonly<Record<string, number>>>
}

const identifier = /^[a-z_.]+$/

const quoted = (names: ReadonlyArray<string>): string => names.map((name) => `'${name}'`).join(", ")

// What the plane does again and again by itself is no effect of anybody's request; that a key is in use is noted once a minute.
const withoutRecurring: Readonly<Record<string, string>> = {
  job: ` where task not in (${quoted(recurring)})`,
  record: ` where kind not in (${quoted(["auditTally", "keyUse", "reconcileTally", "seal"])})`
}

const counted = (table: string): string => {
  if (!identifier.test(table)) throw new Error(`not a table: ${table}`)
  return `select count(*) as n from ${table}${withoutRecurring[table.replace(/^pontepay\.|s$/g, "")] ?? ""}`
}

const countSqlite = (path: string): Readonly<Record<string, number>> => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'").all()
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), Number(db.prepare(counted(String(name))).get()?.["n"])])
    )
  } finally {
    db.close()
  }
}

const countPostgres = async (url: string): Promise<Readonly<Record<string, number>>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ readonly name: string }>(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname = 'pontepay'"
    )
    const counts: Array<readonly [string, number]> = []
    for (const { name } of rows) {
      const { rows: [row] } = await client.query<{ readonly n: string }>(counted(name))
      counts.push([name, Number(row?.n)])
    }
    return Object.fromEntries(counts)
  } finally {
    await client.end()
  }
}

/** A new SQLite file. */
export const sqliteDatabase = (): TestDatabase & { readonly path: string } => {
  const path = join(scratch(), "plane.db")
  return { url: `sqlite:${path}`, path, count: () => Promise.resolve(countSqlite(path)) }
}

/** A new Postgres database. */
export const postgresDatabase = async (): Promise<TestDatabase> => {
  const url = await freshDatabase()
  return { url, count: () => countPostgres(url) }
}

const node = join(import.meta.dirname, "../../node_modules/.bin/node")

export interface HostProcess {
  readonly child: ChildProcess
  readonly base: string
  /** The key in its banner. */
  readonly key: string
  /** Milliseconds from spawning to the banner. */
  readonly readyAfterMs: number
  /** Everything it wrote so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string }
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly afterMs: number }>
}

const spawned = (variables: Variables, nodeOptions: ReadonlyArray<string> = []) => {
  const { NODE_COMPILE_CACHE, PATH = "" } = process.env
  const child = spawn(node, [...nodeOptions, hostProgram], {
    env: { NODE_COMPILE_CACHE, PATH, ...variables },
    cwd: scratch(),
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk: Buffer) => stdout += chunk.toString())
  child.stderr.on("data", (chunk: Buffer) => stderr += chunk.toString())
  return { child, output: () => ({ stdout, stderr }), closed: once(child, "close") }
}

/** Starts the real process and waits until it says that it is ready. */
export const startProcess = (options: HostOptions = {}): Promise<HostProcess> =>
  startedAgain(() => readyProcess(options))

const readyProcess = async (options: HostOptions): Promise<HostProcess> => {
  const startedAt = performance.now()
  const { child, closed, output } = spawned(variablesOf(options), options.nodeOptions)
  const isReady = () => /is ready[\s\S]*curl[\s\S]*\n\n/.test(output().stdout)
  while (!isReady()) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output().stderr}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const { stdout } = output()
  return {
    child,
    base: /API\s+(http\S+)/.exec(stdout)?.[1] ?? "",
    key: /API key\s+(\S+)/.exec(stdout)?.[1] ?? "",
    readyAfterMs: performance.now() - startedAt,
    output,
    stop: async () => {
      const toldAt = performance.now()
      child.kill("SIGTERM")
      await closed
      return { code: child.exitCode, afterMs: performance.now() - toldAt }
    }
  }
}

/** Runs the process until it ends by itself, as it does when it refuses its configuration. */
export const runProcess = async (variables: Variables) => {
  const { child, closed, output } = spawned(variables)
  await closed
  return { code: child.exitCode, ...output() }
}

/** Asks until the answer holds, and fails with the last one when it does not within the time. */
export const eventually = async <A>(
  ask: () => Promise<A>,
  holds: (answer: A) => boolean,
  withinMs = 10_000
): Promise<A> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > deadline) throw new Error(`still ${inspect(answer)} after ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
