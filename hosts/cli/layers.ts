// What the command line takes from the other hosts and from adapters, and the only place of it that knows them. Each is
// loaded when it is requested, so that `decode` does not wait for a database.
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { Effect, Layer, Redacted, Result } from "effect"
import { apiKeyOf } from "../../core/account/api-key.ts"
import { newCommand } from "../../core/command/command-request.ts"
import { ValidationFailed } from "../../core/errors/errors.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import { type Config, type Database, readConfig } from "../http/config.ts"
import type { Plane } from "../audit/plane.ts"
import { withoutPassword } from "../audit/shown-address.ts"
import { heapFlags } from "../http/heap.ts"
import { optionalPackage } from "../http/optional-package.ts"
import { type Look, lookAtPostgres, lookAtSqlite } from "./doctor/database.ts"
import {
  databaseFindings,
  diskFinding,
  nodeFinding,
  packageFinding,
  portFinding,
  providerVariableFinding,
  secretsFinding,
  sharedFinding,
  variableFinding
} from "./doctor/here.ts"
import { asFailure, failed, misused } from "./failure.ts"
import type { AuditOptions, AuditReport, Finding, PreparedNetwork, SandboxSecrets, Tools } from "./world.ts"

type Environment = Readonly<Record<string, string | undefined>>

const manifest = (): { readonly version: string } =>
  createRequire(import.meta.url)("pontepay/package.json") as { readonly version: string }

const configured = (env: Environment): Config => {
  const config = readConfig(env)
  if ("port" in config) return config
  throw misused(config.map(({ message, variable }) => `${variable} ${message}`).join("; "), "See: pontepay doctor")
}

const urlOf = (database: Database): string => {
  switch (database.kind) {
    case "memory":
      return "memory:"
    case "sqlite":
      return `sqlite:${database.path}`
    case "postgres":
      return Redacted.value(database.url)
  }
}

const databasesOf = (env: Environment): ReadonlyArray<string> => {
  const { productionDatabase, sandboxDatabase } = configured(env)
  if (productionDatabase === undefined) return [urlOf(sandboxDatabase)]
  // A sandbox in memory is for no one outside its process to read, and no reason to leave production unread.
  return [sandboxDatabase, productionDatabase].filter(({ kind }) => kind !== "memory").map(urlOf)
}

/** Where a sandbox keeps the secrets that it made; one in memory keeps none. */
const secretsPlace = (database: Database): string | undefined => {
  switch (database.kind) {
    case "memory":
      return undefined
    case "sqlite":
      return database.path
    case "postgres":
      return "./data/sandbox"
  }
}

const textAt = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").then((text) => text.trim(), () => undefined)

const sandboxSecrets = async (env: Environment): Promise<SandboxSecrets> => {
  const config = readConfig(env)
  const place = "port" in config ? secretsPlace(config.sandboxDatabase) : undefined
  if (place === undefined) {
    return { apiKey: undefined, operatorToken: undefined, providerSecret: undefined, place: env["DATABASE_URL"] ?? "" }
  }
  const seed = await textAt(`${place}.api-key-seed`)
  return {
    apiKey: seed === undefined
      ? undefined
      : Redacted.value(apiKeyOf("sandbox", Buffer.from(seed, "base64").toString("hex"))),
    operatorToken: await textAt(`${place}.operator-token`),
    providerSecret: "port" in config && config.providerSecret === undefined
      ? await textAt(`${place}.provider-secret`)
      : undefined,
    place
  }
}

// The hosts read their own arguments and variables, and end the process themselves when they refuse them.
const simulate = async (options: ReadonlyArray<string>): Promise<void> => {
  process.argv.splice(2, Infinity, ...options)
  await import("../simulate/main.ts")
}

const simulation: Tools["simulation"] = async (plan) => {
  const [world, told] = await Promise.all([import("../simulate/index.ts"), import("./simulation.ts")])
  const faults = new Map(Object.entries(world.profiles)).get(plan.profile)
  if (faults === undefined) {
    throw misused(`there is no profile ${plan.profile}`, `Profiles are ${Object.keys(world.profiles).join(", ")}`)
  }
  return told.simulation(plan, {
    run: (seed) => world.simulate(world.scenarioOf({ seed, days: plan.days, storiesPerDay: plan.stories, faults })),
    page: world.reportPage,
    smallest: (broken) => {
      const small = world.shrunk(broken.scenario, world.simulate)
      const [violation] = world.simulate(small).violations
      return violation === undefined ? undefined : { seed: small.seed, text: world.scenarioFile(small, violation) }
    }
  })
}

// The service becomes this process, with flags that a running one cannot take. Where a process cannot be replaced, as on
// Windows, it runs in this one without them; so it does from sources, which have no bundle beside them.
const start = async (): Promise<void> => {
  const host = join(import.meta.dirname, "host.js")
  if (existsSync(host)) process.execve?.(process.execPath, [process.execPath, ...heapFlags, host])
  process.argv.splice(2, Infinity)
  await import("../http/main.ts")
}

const headOf = (text: string) => {
  const [, number = "", hash = ""] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (hash === "") throw misused(`--head ${text} is not a number, a colon and 64 hex characters`)
  return { number: Number(number), hash }
}

const lookAt = (url: string): Promise<Look> | Look =>
  url.startsWith("sqlite:") ? lookAtSqlite(url.slice("sqlite:".length)) : lookAtPostgres(url)

/** The same plane, telling how many of its rows were read. */
const counted = (plane: Plane, all: number, progress: AuditOptions["progress"]): Plane => {
  let read = 0
  const each = <Row>(rows: () => AsyncIterable<Row>) =>
    async function*(): AsyncGenerator<Row> {
      for await (const row of rows()) {
        read++
        progress(read, Math.max(all, read))
        yield row
      }
    }
  return {
    ...plane,
    records: each(plane.records),
    keys: each(plane.keys),
    places: each(plane.places),
    entries: each(plane.entries),
    balances: each(plane.balances),
    jobs: each(plane.jobs)
  }
}

/** What to do about a database that cannot be audited. */
const auditHint = (database: string): string => {
  if (/^sqlite:./.test(database)) return "Is it the database of the service, whole and not a copy that was cut short?"
  if (/^postgres(?:ql)?:\/\/./.test(database)) return "Is the server running, and is this the database of the service?"
  return "Name a database as sqlite:PATH or postgres://…"
}

const audit = async ({ database, heads, progress }: AuditOptions): Promise<AuditReport> => {
  const kept = heads.map(headOf)
  const [{ openPlane }, { isClean, survey }, { asJson, asText }] = await Promise.all([
    import("../audit/open.ts"),
    import("../audit/audit.ts"),
    import("../audit/print.ts")
  ])
  const shown = withoutPassword(database)
  const plane = await openPlane(database).catch((cause: unknown) => {
    throw misused(`${shown} cannot be audited: ${asFailure(cause).message}`, auditHint(database))
  })
  try {
    const look = await lookAt(database)
    const rows = look._tag === "There" ? look.rows : 0
    const found = await survey(counted(plane, rows, progress), kept)
    return { text: asText(shown, found, Date.now()), json: asJson(shown, found), isClean: isClean(found.verdicts) }
  } catch (cause) {
    throw failed(`the audit of ${shown} was not ended: ${asFailure(cause).message}`)
  } finally {
    await plane.close()
  }
}

/** Loads what needs the package of Postgres; rejects with what to install where it is missing. */
const withPg = <A>(load: () => Promise<A>): Promise<A> => Effect.runPromise(optionalPackage("pg", load))

const storeOf = async (database: Database) => {
  switch (database.kind) {
    case "memory":
      throw failed(
        "a database in memory is not to be reached from here",
        "Say by DATABASE_URL which database the service is on"
      )
    case "sqlite": {
      if (!existsSync(database.path)) {
        throw failed(`there is no database at ${database.path}`, "Say by DATABASE_URL which one the service is on")
      }
      return (await import("../../adapters/sqlite/store.ts")).layer({ filename: database.path })
    }
    case "postgres":
      return (await withPg(() => import("../../adapters/postgres/store.ts"))).layer({ url: database.url })
  }
}

const command = async (env: Environment, request: Parameters<Tools["command"]>[0]): Promise<void> => {
  const layer = await storeOf(configured(env).sandboxDatabase)
  const given = Effect.gen(function*() {
    const { job, write } = yield* newCommand(request, Date.now())
    yield* Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] })))
  })
  await Effect.runPromise(
    Effect.scoped(Effect.flatMap(Layer.build(layer), (context) => Effect.provide(given, context)))
  )
    .catch((cause: unknown) => {
      if (cause instanceof ValidationFailed) throw misused(JSON.stringify(cause.details))
      throw failed("the command could not be given through the database", "Is DATABASE_URL the one of the service?")
    })
}

/** What is found of the database that a variable names. */
const examineDatabase = async (database: Database, variable: string): Promise<ReadonlyArray<Finding>> => {
  switch (database.kind) {
    case "memory":
      return [{ check: "database", state: "ok", found: "in memory: everything is gone when the service ends" }]
    case "sqlite": {
      const { migrations } = await import("../../adapters/sqlite/schema.ts")
      const look = lookAtSqlite(database.path)
      return [
        ...databaseFindings(database.path, look, migrations.length, variable),
        ...sharedFinding(database.path),
        diskFinding(database.path)
      ]
    }
    case "postgres": {
      const url = Redacted.value(database.url)
      const shown = withoutPassword(url)
      return await withPg(() => import("../../adapters/postgres/migrate.ts")).then(
        async ({ migrations }) => databaseFindings(shown, await lookAtPostgres(url), migrations.length, variable),
        (cause: Error) => [packageFinding(shown, cause.message, "pg")]
      )
    }
  }
}

/** The same for production, where there is one, under names that tell it from the sandbox. */
const examineProduction = async (database: Database | undefined): Promise<ReadonlyArray<Finding>> => {
  if (database === undefined) return []
  const findings = await examineDatabase(database, "PONTEPAY_PRODUCTION_DATABASE_URL")
  return findings.map((finding) => ({ ...finding, check: `${finding.check} (production)` }))
}

const failures = <A>(result: Result.Result<unknown, ReadonlyArray<A>>): ReadonlyArray<A> =>
  Result.isFailure(result) ? result.failure : []

// Nothing is asked of a provider or a node: variables and files are read, and keys looked for, as at a start.
const examineProviders = async (env: Environment): Promise<ReadonlyArray<Finding>> => {
  const { chosenProviders } = await import("../http/providers/index.ts")
  const { configuredNetworks } = await import("../http/networks/index.ts")
  const chosen = await Effect.runPromise(Effect.result(chosenProviders(env)))
  const networks = await Effect.runPromise(Effect.result(configuredNetworks(env)))
  return [...failures(chosen), ...failures(networks)].map(providerVariableFinding)
}

const examine = async (env: Environment): Promise<ReadonlyArray<Finding>> => {
  const node = nodeFinding(process.versions.node)
  const config = readConfig(env)
  const providers = await examineProviders(env)
  if (!("port" in config)) return [node, ...config.map(variableFinding), ...providers]
  const place = secretsPlace(config.sandboxDatabase)
  return [
    node,
    { check: "configuration", state: "ok", found: "every variable that is set can be read" },
    ...await examineDatabase(config.sandboxDatabase, "DATABASE_URL"),
    ...await examineProduction(config.productionDatabase),
    ...providers,
    ...(place === undefined ? [] : [secretsFinding(place)]),
    await portFinding(config.host, config.port)
  ]
}

const prepare = async (env: Environment): Promise<ReadonlyArray<PreparedNetwork>> => {
  const { prepareNetworks } = await import("../http/networks/index.ts")
  const { logging } = await import("../http/logging.ts")
  const found = await Effect.runPromise(Effect.provide(Effect.result(prepareNetworks(env)), logging("warn")))
  if (Result.isSuccess(found)) return found.success
  if ("reason" in found.failure) {
    throw failed(`${found.failure.network} was not prepared: ${found.failure.reason}`, "Run it again")
  }
  throw misused(found.failure.map(({ message, variable }) => `${variable} ${message}`).join("; "))
}

/** The tools of a process with these variables. */
export const tools = (env: Environment): Tools => ({
  version: manifest().version,
  start,
  simulate,
  simulation,
  audit,
  databases: () => databasesOf(env),
  sandboxSecrets: () => sandboxSecrets(env),
  command: (request) => command(env, request),
  examine: () => examine(env),
  prepareNetworks: () => prepare(env)
})
