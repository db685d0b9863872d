// What `doctor` finds on this machine: variables, databases, disks, ports and files of providers.
import { Effect, Redacted, Result } from "effect"
import { withoutPassword } from "../../audit/shown-address.ts"
import { type Database, readConfig } from "../../http/settings/config.ts"
import { lookAtPostgres, lookAtSqlite } from "../doctor/database.ts"
import {
  databaseFindings,
  diskFinding,
  nodeFinding,
  packageFinding,
  portFinding,
  providerVariableFinding,
  secretsFinding,
  sharedFinding,
  signerAwayFinding,
  variableFinding
} from "../doctor/here.ts"
import type { Finding } from "../world.ts"
import type { Environment } from "./configured.ts"
import { secretsPlace } from "./sandbox-secrets.ts"
import { withPg } from "./with-pg.ts"

/** What is found of the database that a variable names. */
const examineDatabase = async (database: Database, variable: string): Promise<ReadonlyArray<Finding>> => {
  switch (database.kind) {
    case "memory":
      return [{ check: "database", state: "ok", found: "in memory: everything is gone when the service ends" }]
    case "sqlite": {
      const { migrations } = await import("../../../adapters/sqlite/schema.ts")
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
      return await withPg(() => import("../../../adapters/postgres/migrate.ts")).then(
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
  const { chosenProviders } = await import("../../http/environments/providers/index.ts")
  const { configuredNetworks } = await import("../../http/environments/networks/index.ts")
  const chosen = await Effect.runPromise(Effect.result(chosenProviders(env)))
  const networks = await Effect.runPromise(Effect.result(configuredNetworks(env)))
  const away = Result.isSuccess(networks)
    ? [...networks.success.sandbox.away, ...networks.success.production.away]
    : []
  return [
    ...[...failures(chosen), ...failures(networks)].map(providerVariableFinding),
    ...away.map(signerAwayFinding)
  ]
}

export const examine = async (env: Environment): Promise<ReadonlyArray<Finding>> => {
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
