// A service as it is started from its configuration: planes opened, declared accounts applied, app ready, worker to be
// run. Everything it opened ends with its scope.
import { readFile } from "node:fs/promises"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import { apiKeyOf } from "../../core/access/api-key.ts"
import type { Environment } from "../../core/access/environment.ts"
import { applyBootstrap } from "../../core/account/apply-bootstrap.ts"
import { type BootstrapAccount, readBootstrapFile } from "../../core/account/bootstrap-file.ts"
import { flags } from "../../core/access/flags.ts"
import type { TaskServices } from "../worker/tasks.ts"
import { worker } from "../worker/worker.ts"
import { type App, makeApp } from "./app.ts"
import { type Config, type ConfigProblem, readConfig } from "./config.ts"
import {
  placeOf,
  productionAdapters,
  productionLayer,
  sandboxAdapters,
  sandboxApiKeySeed,
  sandboxKey,
  sandboxLayer,
  sandboxOperatorToken,
  sandboxSettlement,
  settlingAdapters
} from "./layers.ts"
import { makePages } from "./pages.ts"
import type { Plane, RequestServices } from "./plane.ts"

/** The configuration is complete but does not hold: a file is missing, a database cannot be opened. */
export class BadConfiguration extends Data.TaggedError("BadConfiguration")<{
  readonly problems: ReadonlyArray<ConfigProblem>
}> {}

export interface Service {
  readonly app: App
  /** The data planes that are open. */
  readonly planes: ReadonlyArray<Plane>
  /** The key of the account that every sandbox has. */
  readonly sandboxApiKey: Redacted.Redacted
  /** Opens /admin in every environment. */
  readonly operatorToken: Redacted.Redacted
  /** Runs the jobs of all planes for ever. */
  readonly work: Effect.Effect<never>
}

type Services = RequestServices | TaskServices

/** The configuration that variables give, or everything that is wrong with them and the file that they name. */
export const configOf = Effect.fnUntraced(function*(variables: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(variables)
  if (!("length" in config)) return config
  const file = yield* declaredAccounts(variables["PONTEPAY_BOOTSTRAP_FILE"] || undefined, true).pipe(
    Effect.as([]),
    Effect.catch(({ problems }) => Effect.succeed(problems))
  )
  return yield* new BadConfiguration({ problems: [...config, ...file] })
})

/** Opens a service. */
export const openService = Effect.fnUntraced(function*(config: Config) {
  const declared = yield* declaredAccounts(config.bootstrapFile, config.productionDatabase !== undefined)
  yield* placeOf(config.sandboxDatabase).pipe(asProblem("DATABASE_URL"))
  const key = yield* sandboxKey(config).pipe(asProblem("PONTEPAY_SECRETS_KEY"))
  const settlement = yield* sandboxSettlement(config, key).pipe(asProblem("PONTEPAY_SANDBOX_EVM_RPC_URL"))
  const operatorToken = yield* sandboxOperatorToken(config).pipe(asProblem("PONTEPAY_OPERATOR_TOKEN"))
  const sandbox = yield* Layer.build(sandboxLayer(config, key, settlement)).pipe(asProblem("DATABASE_URL"))
  const production = yield* openProduction(config)
  const sandboxApiKey = apiKeyOf("sandbox", hexOf(yield* sandboxApiKeySeed(config).pipe(asProblem("DATABASE_URL"))))
  yield* applyAccounts(sandbox, "sandbox", [sandboxAccount(sandboxApiKey), ...declared])
  if (production !== undefined) yield* applyAccounts(production, "production", declared)
  // Requests are run later, on fibres of their own: they log as the host that opened the service does.
  const around = yield* Effect.context<never>()
  const planes = {
    sandbox: {
      environment: "sandbox" as const,
      adapters: config.sandboxEvm === undefined ? sandboxAdapters : settlingAdapters,
      services: Context.merge(around, sandbox)
    },
    production: production === undefined ? undefined : {
      environment: "production" as const,
      adapters: productionAdapters,
      services: Context.merge(around, production)
    }
  }
  const all = planes.production === undefined ? [planes.sandbox] : [planes.sandbox, planes.production]
  const service: Service = {
    app: makeApp({ hosts: config.hosts, ...planes, operatorToken, pages: makePages(all) }),
    planes: all,
    sandboxApiKey,
    operatorToken,
    work: Effect.forEach(all, ({ services }) => Effect.provide(worker, services as Context.Context<Services>), {
      concurrency: "unbounded"
    }).pipe(Effect.andThen(Effect.never))
  }
  return service
})

const openProduction = Effect.fnUntraced(function*({ documentsDirectory, productionDatabase, secretsKey }: Config) {
  return productionDatabase === undefined || secretsKey === undefined
    ? undefined
    : yield* Layer.build(productionLayer(productionDatabase, secretsKey, documentsDirectory)).pipe(
      asProblem("PONTEPAY_PRODUCTION_DATABASE_URL")
    )
})

// Whatever a layer could not do is said of the variable that asked for it; addresses and secrets stay out of the text.
const asProblem = (variable: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) => new BadConfiguration({ problems: [{ variable, message: reasonOf(error) }] }))

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "cannot be used"
  const { cause } = error
  const problem = "problem" in error && typeof error.problem === "string" ? error.problem : undefined
  const said = problem ?? (cause instanceof Error ? cause.message : error.message)
  return said.split("\n", 1)[0] || "cannot be used"
}

const applyAccounts = (
  services: Context.Context<Services>,
  environment: Environment,
  accounts: ReadonlyArray<BootstrapAccount>
) =>
  Effect.forEach(accounts.filter((account) => account.environment === environment), applyBootstrap, { discard: true })
    .pipe(
      Effect.provide(services),
      asProblem("PONTEPAY_BOOTSTRAP_FILE")
    )

const hexOf = (seed: Redacted.Redacted): string => Buffer.from(Redacted.value(seed), "base64").toString("hex")

/** The account that every sandbox begins with, so that the first request needs nothing else. */
const sandboxAccount = (apiKey: Redacted.Redacted): BootstrapAccount => ({
  name: "Sandbox",
  environment: "sandbox",
  apiKey: Redacted.value(apiKey),
  taxId: "11144477735" as never,
  kyc: "APPROVED",
  flags: (Object.keys(flags) as ReadonlyArray<keyof typeof flags>).filter((flag) => flag !== "THIRD_PARTY")
})

const declaredAccounts = Effect.fnUntraced(function*(path: string | undefined, hasProduction: boolean) {
  if (path === undefined) return []
  const refuse = (problems: ReadonlyArray<string>) =>
    new BadConfiguration({ problems: [{ variable: "PONTEPAY_BOOTSTRAP_FILE", message: problems.join("; ") }] })
  const text = yield* Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: () => refuse(["cannot be read"]) })
  const accounts = yield* readBootstrapFile(text).pipe(
    Effect.mapError(({ details }) => refuse(details.map(({ field, message }) => `${field || "file"}: ${message}`)))
  )
  return accounts.some(({ environment }) => environment === "production") && !hasProduction
    ? yield* refuse(["names a production account, but PONTEPAY_PRODUCTION_DATABASE_URL is not set"])
    : accounts
})
