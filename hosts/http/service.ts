// A service as it is started from its configuration: planes opened, declared accounts applied, app ready, worker to be
// run. Everything it opened ends with its scope.

// Schemas run as compiled code from here on, the same checks at less cost; where code cannot be made they are interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { readFile } from "node:fs/promises"
import { Clock, Context, Data, Effect, Layer, Option, Redacted, Result, type Scope } from "effect"
import { ApiKeys, apiKeyOf, isRevoked } from "../../core/customers/account/api-key.ts"
import type { Environment } from "../../core/base/environment/environment.ts"
import { claimKey } from "../../core/customers/access/key-mark.ts"
import { takeEnvironment } from "./environments/witnessed.ts"
import { watchAccounts } from "../../core/inbox/watch-accounts.ts"
import { claimPlane } from "../../core/customers/access/plane-mark.ts"
import { applyBootstrap } from "../../core/operations/provisioning/apply-bootstrap.ts"
import { type BootstrapAccount, readBootstrapFile } from "../../core/operations/provisioning/bootstrap-file.ts"
import { flags } from "../../core/customers/account/flags.ts"
import type { JobQueue } from "../../core/engine/store/job-queue.ts"
import { find } from "../../core/engine/store/records.ts"
import { Providers } from "../../core/ports/provider-state.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { tasks } from "../worker/tasks.ts"
import { beginCounting } from "../telemetry/instruments.ts"
import { PlaneName } from "../telemetry/observe.ts"
import { observedStore } from "../telemetry/observed-ports.ts"
import { worker } from "../worker/worker.ts"
import { type Admission, makeAdmission } from "./server/admission.ts"
import { type App, makeApp } from "./server/app.ts"
import { type Config, type ConfigProblem, readConfig } from "./settings/config.ts"
import {
  type EnvironmentParts,
  environmentLayer,
  placeOf,
  productionParts,
  sandboxApiKeySeed,
  sandboxInboxName,
  sandboxKey,
  sandboxOperatorToken,
  sandboxParts,
  sandboxProviderSecret,
  sandboxSettlement,
  webhookUrlProblem
} from "./environments/layers.ts"
import { measure } from "./pages/metrics.ts"
import {
  type GivenEnvironment,
  type OwnEnvironment,
  combined,
  inboxNameProblem,
  ownInboxName,
  withEmbedded,
  withOwn
} from "./environments/own-adapters.ts"
import { makePages } from "./pages/pages.ts"
import type { Plane } from "./environments/plane.ts"
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
  /** What addresses may have at once, for whatever server stands in front. */
  readonly admission: Admission
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

/** What variables give: the configuration, and of each environment the adapters that they choose and what restricts it. */
export interface Settings {
  readonly config: Config
  readonly sandbox: GivenEnvironment
  readonly production: GivenEnvironment
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
    const { restrictions } = config
    return {
      config,
      sandbox: { adapters: sandbox.adapters, restrictions: { ...restrictions.sandbox, ...sandbox.restrictions } },
      production: {
        adapters: combined(chosen.success, production.adapters),
        restrictions: { ...restrictions.production, ...production.restrictions }
      }
    } satisfies Settings
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

/** What an embedding server gives each environment. */
export interface OwnPlanes {
  /** Adapters in place of the simulated ones, and what restricts the sandbox. */
  readonly sandbox?: OwnEnvironment
  /** Adapters that production runs on, and what restricts it; without an adapter, what needs it is refused. */
  readonly production?: OwnEnvironment
}

/** Settings with what an embedding server gives. */
export const withOwnPlanes = (settings: Settings, { production, sandbox }: OwnPlanes): Settings => ({
  config: settings.config,
  sandbox: withEmbedded(settings.sandbox, sandbox),
  production: withEmbedded(settings.production, production)
})

/** Opens a service. */
export const openService = Effect.fnUntraced(function*(settings: Settings) {
  const { config } = settings
  const declared = yield* declaredAccounts(config.bootstrapFile, config.productionDatabase !== undefined)
  yield* checkInboxNames(settings)
  yield* placeOf(config.sandboxDatabase).pipe(asProblem("DATABASE_URL"))
  const key = yield* sandboxKey(config).pipe(asProblem("PONTEPAY_SECRETS_KEY"))
  const settlement = yield* sandboxSettlement(config, key).pipe(asProblem("PONTEPAY_SANDBOX_EVM_RPC_URL"))
  const operatorToken = yield* sandboxOperatorToken(config).pipe(asProblem("PONTEPAY_OPERATOR_TOKEN"))
  const providerSecret = yield* sandboxProviderSecret(config).pipe(asProblem("PONTEPAY_SANDBOX_PROVIDER_SECRET"))
  const sandbox = yield* openEnvironment(sandboxParts(config, settings.sandbox, { key, providerSecret, settlement }))
  const production = yield* openProduction(settings)
  const sandboxApiKey = apiKeyOf("sandbox", hexOf(yield* sandboxApiKeySeed(config).pipe(asProblem("DATABASE_URL"))))
  yield* applyAccounts(sandbox, [sandboxAccount(sandboxApiKey), ...declared])
  if (production !== undefined) yield* applyAccounts(production, declared)
  // Requests are run later, on fibres of their own: they log as the host that opened the service does.
  const around = Context.merge(yield* Effect.context<never>(), yield* openTelemetry(config))
  const planes = {
    sandbox: planeOf(sandbox, around),
    production: production === undefined ? undefined : planeOf(production, around)
  }
  const opened = { sandbox, production }
  const warnings = startWarnings(declared, (environment, url) => {
    const parts = opened[environment]?.parts
    return parts === undefined ? undefined : webhookUrlProblem(parts, url)
  }, planes.production === undefined ? [planes.sandbox] : [planes.sandbox, planes.production])
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  yield* namedAccounts([sandbox, ...production === undefined ? [] : [production]])
  const all = planes.production === undefined ? [planes.sandbox] : [planes.sandbox, planes.production]
  yield* measureFor(config, all)
  const pages = makePages(all, config)
  const admission = makeAdmission(config.trustedProxies)
  const service: Service = {
    app: config.role === "worker"
      ? makeProbes(pages)
      : makeApp({ ...config, ...planes, admission, operatorToken, pages }),
    admission,
    planes: all,
    sandboxApiKey,
    closedAccount: yield* closedAccountOf(sandboxApiKey).pipe(
      Effect.provide(sandbox.services),
      asProblem("DATABASE_URL")
    ),
    operatorToken,
    work: Effect.forEach(all, ({ services }) => Effect.provide(worker, services), {
      concurrency: "unbounded"
    }).pipe(Effect.andThen(Effect.never))
  }
  return service
})

// An environment, once it is known that its data store and its key belong to it.
const openEnvironment = Effect.fnUntraced(function*(parts: EnvironmentParts) {
  const { databaseVariable, environment, keyNamed } = parts
  const services = yield* Layer.build(environmentLayer(parts)).pipe(asProblem(databaseVariable))
  yield* claimPlane(environment).pipe(Effect.provide(services), asProblem(databaseVariable))
  yield* claimKey(keyNamed).pipe(Effect.provide(services), asProblem("PONTEPAY_SECRETS_KEY"))
  yield* takeEnvironment(parts.witness).pipe(Effect.provide(services), asProblem("PONTEPAY_WITNESS_DIR"))
  return { parts, services }
})

type Opened = Effect.Success<ReturnType<typeof openEnvironment>>

const openProduction = Effect.fnUntraced(function*({ config, production }: Settings) {
  const { productionDatabase, secretsKey } = config
  return productionDatabase === undefined || secretsKey === undefined
    ? undefined
    : yield* openEnvironment(productionParts(config, production, { database: productionDatabase, key: secretsKey }))
})

const planeOf = ({ parts, services }: Opened, around: Context.Context<never>) => {
  const { adapters, behindNamed, environment } = parts
  const { providers = [] } = adapters
  return {
    environment,
    adapters: withOwn(behindNamed, adapters),
    providers,
    services: observed(environment, Context.add(Context.merge(around, services), Providers, providers))
  }
}

const checkInboxNames = ({ production, sandbox }: Settings) => {
  const message = inboxNameProblem(sandbox.adapters, sandboxInboxName) ??
    inboxNameProblem(production.adapters, ownInboxName)
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

// Soon enough to be read beside what else a start says; an account that cannot be read now is compared by the worker later.
const namedAccounts = (opened: ReadonlyArray<Opened>) =>
  Effect.forEach(opened, ({ parts, services }) =>
    watchAccounts().pipe(
      Effect.timeoutOption(2_000),
      Effect.provide(services),
      asProblem(parts.databaseVariable)
    ), { discard: true })

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

const applyAccounts = ({ parts, services }: Opened, accounts: ReadonlyArray<BootstrapAccount>) =>
  Effect.forEach(
    accounts.filter(({ environment }) => environment === parts.environment),
    applyBootstrap,
    { discard: true }
  ).pipe(Effect.provide(services), asProblem("PONTEPAY_BOOTSTRAP_FILE"))

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
