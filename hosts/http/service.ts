// A service as it is started from its configuration: planes opened, declared accounts applied, app ready, worker to be
// run. Everything it opened ends with its scope.

// Schemas run as compiled code from here on, the same checks at less cost; where code cannot be made they are interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { readFile } from "node:fs/promises"
import { Clock, Context, Data, Effect, Layer, Option, Redacted, Result, type Scope } from "effect"
import { ApiKeys, apiKeyOf, isRevoked } from "../../core/customers/account/api-key.ts"
import type { Environment } from "../../core/base/environment/environment.ts"
import { claimKey } from "../../core/customers/access/key-mark.ts"
import { claimPlane } from "../../core/customers/access/plane-mark.ts"
import { applyBootstrap } from "../../core/operations/provisioning/apply-bootstrap.ts"
import { type BootstrapAccount, readBootstrapFile } from "../../core/operations/provisioning/bootstrap-file.ts"
import { flags } from "../../core/customers/account/flags.ts"
import type { JobQueue } from "../../core/engine/store/job-queue.ts"
import { find } from "../../core/engine/store/records.ts"
import { Providers } from "../../core/ports/provider-state.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { type TaskServices, tasks } from "../worker/tasks.ts"
import { beginCounting } from "../telemetry/instruments.ts"
import { PlaneName } from "../telemetry/observe.ts"
import { observedStore } from "../telemetry/observed-ports.ts"
import { worker } from "../worker/worker.ts"
import { type App, makeApp } from "./server/app.ts"
import { type Config, type ConfigProblem, readConfig } from "./settings/config.ts"
import {
  placeOf,
  productionLayer,
  sandboxApiKeySeed,
  sandboxInboxName,
  sandboxKey,
  sandboxKeyNamed,
  sandboxLayer,
  sandboxOperatorToken,
  sandboxProviderSecret,
  sandboxSettlement,
  webhookUrlProblem
} from "./environments/layers.ts"
import { measure } from "./pages/metrics.ts"
import { type OwnAdapters, combined, inboxNameProblem, ownInboxName, withOwn } from "./environments/own-adapters.ts"
import { makePages } from "./pages/pages.ts"
import type { Plane, RequestServices } from "./environments/plane.ts"
import { productionAdapters, sandboxAdapters, settlingAdapters } from "./environments/ports.ts"
import { makeProbes } from "./server/probes.ts"
import type { ProviderDefinition } from "./environments/providers/definition.ts"
import { NetworksWrong } from "./environments/networks/setting.ts"
import { configuredNetworks } from "./environments/networks/index.ts"
import { chosenProviders, providers } from "./environments/providers/index.ts"
import { startWarnings } from "./environments/start-warnings.ts"

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
  /** That account, where the key was revoked since; undefined while it opens. */
  readonly closedAccount: string | undefined
  /** Opens /admin in every environment. */
  readonly operatorToken: Redacted.Redacted
  /** Runs the jobs of all planes for ever. */
  readonly work: Effect.Effect<never>
}

type Services = RequestServices | TaskServices

/** What variables give: the configuration, and the providers and networks that they choose. */
export interface Settings {
  readonly config: Config
  readonly sandbox: OwnAdapters
  readonly production: OwnAdapters
}

/** The settings that variables give, or everything that is wrong with them and the files that they name. */
export const settingsOf = Effect.fnUntraced(function*(
  variables: Readonly<Record<string, string | undefined>>,
  known: ReadonlyArray<ProviderDefinition> = providers
) {
  const config = readConfig(variables)
  const chosen = yield* Effect.result(chosenProviders(variables, known))
  const networks = yield* Effect.result(configuredNetworks(variables))
  if (!("length" in config) && Result.isSuccess(chosen) && Result.isSuccess(networks)) {
    const { production, sandbox } = networks.success
    return { config, sandbox, production: combined(chosen.success, production) } satisfies Settings
  }
  const wrong = "length" in config ? config : []
  const choice = [
    ...Result.isFailure(chosen) ? chosen.failure : [],
    ...Result.isFailure(networks) ? networks.failure : []
  ]
  const file = yield* declaredAccounts(variables["PONTEPAY_BOOTSTRAP_FILE"] || undefined, true).pipe(
    Effect.as([]),
    Effect.catch(({ problems }) => Effect.succeed(problems))
  )
  return yield* new BadConfiguration({ problems: [...wrong, ...choice, ...file] })
})

/** Adapters of the embedding server's own, by plane. */
export interface OwnPlanes {
  /** Adapters in place of the simulated ones. */
  readonly sandbox?: OwnAdapters
  /** Adapters that production runs on; without one, what needs it is refused. */
  readonly production?: OwnAdapters
}

/** Opens a service. */
export const openService = Effect.fnUntraced(function*(config: Config, own: OwnPlanes = {}) {
  const declared = yield* declaredAccounts(config.bootstrapFile, config.productionDatabase !== undefined)
  yield* checkInboxNames(own)
  yield* placeOf(config.sandboxDatabase).pipe(asProblem("DATABASE_URL"))
  const key = yield* sandboxKey(config).pipe(asProblem("PONTEPAY_SECRETS_KEY"))
  const settlement = yield* sandboxSettlement(config, key).pipe(asProblem("PONTEPAY_SANDBOX_EVM_RPC_URL"))
  const operatorToken = yield* sandboxOperatorToken(config).pipe(asProblem("PONTEPAY_OPERATOR_TOKEN"))
  const providerSecret = yield* sandboxProviderSecret(config).pipe(asProblem("PONTEPAY_SANDBOX_PROVIDER_SECRET"))
  const sandbox = yield* Layer.build(sandboxLayer(config, { key, providerSecret }, settlement, own.sandbox)).pipe(
    asProblem("DATABASE_URL")
  )
  const production = yield* openProduction(config, own.production)
  yield* claimPlane("sandbox").pipe(Effect.provide(sandbox), asProblem("DATABASE_URL"))
  yield* claimKey(sandboxKeyNamed(config)).pipe(Effect.provide(sandbox), asProblem("PONTEPAY_SECRETS_KEY"))
  if (production !== undefined) {
    yield* claimPlane("production").pipe(Effect.provide(production), asProblem("PONTEPAY_PRODUCTION_DATABASE_URL"))
    yield* claimKey("this").pipe(Effect.provide(production), asProblem("PONTEPAY_SECRETS_KEY"))
  }
  const sandboxApiKey = apiKeyOf("sandbox", hexOf(yield* sandboxApiKeySeed(config).pipe(asProblem("DATABASE_URL"))))
  yield* applyAccounts(sandbox, "sandbox", [sandboxAccount(sandboxApiKey), ...declared])
  if (production !== undefined) yield* applyAccounts(production, "production", declared)
  // Requests are run later, on fibres of their own: they log as the host that opened the service does.
  const around = Context.merge(yield* Effect.context<never>(), yield* openTelemetry(config))
  const planes = {
    sandbox: {
      environment: "sandbox" as const,
      adapters: withOwn(config.sandboxEvm === undefined ? sandboxAdapters : settlingAdapters, own.sandbox ?? {}),
      providers: own.sandbox?.providers ?? [],
      services: observed("sandbox", withProviders(Context.merge(around, sandbox), own.sandbox))
    },
    production: production === undefined ? undefined : {
      environment: "production" as const,
      adapters: withOwn(productionAdapters, own.production ?? {}),
      providers: own.production?.providers ?? [],
      services: observed("production", withProviders(Context.merge(around, production), own.production))
    }
  }
  // A notifier of one's own goes by its own rules.
  const warnings = startWarnings(
    declared,
    (environment, url) =>
      own[environment]?.notifier === undefined ? webhookUrlProblem(config, environment, url) : undefined
  )
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  const all = planes.production === undefined ? [planes.sandbox] : [planes.sandbox, planes.production]
  yield* measureFor(config, all)
  const pages = makePages(all, config)
  const service: Service = {
    app: config.role === "worker"
      ? makeProbes(pages)
      : makeApp({ ...config, ...planes, operatorToken, pages }),
    planes: all,
    sandboxApiKey,
    closedAccount: yield* closedAccountOf(sandboxApiKey).pipe(Effect.provide(sandbox), asProblem("DATABASE_URL")),
    operatorToken,
    work: Effect.forEach(all, ({ services }) => Effect.provide(worker, services as Context.Context<Services>), {
      concurrency: "unbounded"
    }).pipe(Effect.andThen(Effect.never))
  }
  return service
})

const checkInboxNames = ({ production = {}, sandbox = {} }: OwnPlanes) => {
  const message = inboxNameProblem(sandbox, sandboxInboxName) ?? inboxNameProblem(production, ownInboxName)
  return message === undefined
    ? Effect.void
    : Effect.fail(new BadConfiguration({ problems: [{ variable: "adapters", message }] }))
}

// What exports is loaded where there is somewhere to export to, and nowhere else.
const openTelemetry = ({ telemetry }: Config): Effect.Effect<Context.Context<never>, never, Scope.Scope> =>
  telemetry === undefined
    ? Effect.succeed(Context.empty())
    : Effect.flatMap(
      Effect.promise(() => import("../telemetry/otlp.ts")),
      ({ openOtlp }) => openOtlp(telemetry)
    )

// Figures that are measured when the page of metrics is requested; whom they are sent to does not ask.
const measureFor = ({ telemetry }: Config, planes: ReadonlyArray<Plane>) =>
  telemetry?.metricsUrl === undefined
    ? Effect.void
    : Effect.forkScoped(Effect.forever(Effect.andThen(measure(planes), Effect.sleep(telemetry.metricsEveryMs))))

const observed = <R>(environment: Environment, services: Context.Context<R | Store | JobQueue>) => {
  beginCounting(environment, Object.keys(tasks))
  return Context.add(observedStore(environment, services), PlaneName, environment)
}

const withProviders = <R>(services: Context.Context<R>, { providers = [] }: OwnAdapters = {}) =>
  Context.add(services, Providers, providers)

const openProduction = Effect.fnUntraced(function*(config: Config, own: OwnAdapters | undefined) {
  const { productionDatabase, secretsKey } = config
  return productionDatabase === undefined || secretsKey === undefined
    ? undefined
    : yield* Layer.build(productionLayer(productionDatabase, secretsKey, config, own)).pipe(
      asProblem("PONTEPAY_PRODUCTION_DATABASE_URL")
    )
})

// Whatever a layer could not do is said of the variable that asked for it; addresses and secrets stay out of the text.
const asProblem = (variable: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) =>
    new BadConfiguration({
      problems: [error instanceof NetworksWrong ? error : { variable, message: reasonOf(error) }]
    }))

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

/** The account of a key that was revoked. */
const closedAccountOf = Effect.fnUntraced(function*(apiKey: Redacted.Redacted) {
  const digest = yield* Secrets.use((secrets) => secrets.keyDigest(apiKey))
  const key = Option.getOrUndefined(yield* find(ApiKeys, "digest", digest))?.value
  return key !== undefined && isRevoked(key, yield* Clock.currentTimeMillis) ? key.owner : undefined
})

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
