// `npm start`: the service on node:http, its worker beside it or alone, and what a person needs to begin.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { type Cause, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import type { Config, ConfigProblem } from "./settings/config.ts"
import { slowHeapGrowth } from "./settings/heap.ts"
import { logging } from "./settings/logging.ts"
import { makeServer, stopServer } from "./server/node-server.ts"
import { BadConfiguration, type Service, type Settings, openService, settingsOf } from "./service.ts"

/** In flight requests and steps get this long after the signal; the process is gone within five seconds. */
const graceMs = 4_000

const refuse = (problems: ReadonlyArray<ConfigProblem>): never => {
  for (const { message, variable } of problems) process.stderr.write(`${variable}: ${message}\n`)
  process.exit(2)
}

// A key that opens nothing would only lead astray.
const keyOf = ({ closedAccount, sandboxApiKey }: Service) => {
  if (closedAccount === undefined) return { shown: Redacted.value(sandboxApiKey), sent: Redacted.value(sandboxApiKey) }
  const shown = `was revoked; another one is made by: pontepay keys create --account ${closedAccount}`
  return { shown, sent: "<API key>" }
}

const banner = (service: Service, config: Config, base: string): string => {
  const key = keyOf(service)
  // One that the operator chose is his own to know.
  const operator = config.operatorToken === undefined
    ? Redacted.value(service.operatorToken)
    : "as in PONTEPAY_OPERATOR_TOKEN"
  const reference = config.docs === "none" ? "" : `\n  Reference  ${base}/docs`
  return `
Pontepay sandbox is ready

  API        ${base}
  API key    ${key.shown}
  Operator   ${operator}   (bearer of ${base}/admin)
  Dashboard  ${base}/dashboard   (opens with either of them)${reference}

Try it: a PIX charge that delivers USDC on Base

  curl -s ${base}/api/deposit/asset \\
    -H "Authorization: Bearer ${key.sent}" \\
    -H "Content-Type: application/json" \\
    -d '{"value":5000,"asset":"USDC","network":"base","address":"0x52908400098527886E0F7030069857D2E4169EE7"}'

`
}

const workerBanner = ({ metrics }: Config, base: string): string => `
Pontepay worker is ready

  Probes     ${base}/health   /ready${metrics === "closed" ? "" : "   /metrics"}

Ask it: curl -s ${base}/ready

`

// Which variable is to blame when nothing can listen there.
const refuseAddress = ({ host, port }: Config, { code }: NodeJS.ErrnoException): never => {
  if (code !== "EADDRINUSE" && code !== "EACCES") {
    return refuse([{ variable: "HOST", message: `cannot listen on ${host}: ${code}` }])
  }
  const why = code === "EADDRINUSE" ? "another program listens there" : "it is not for everybody to use"
  return refuse([{
    variable: "PORT",
    message: `cannot listen on ${host}:${port}: ${code}: ${why}; start with PORT=<other>`
  }])
}

const listen = async (config: Config, service: Service) => {
  const server = makeServer(service.app, service.admission)
  await once(server.listen(config.port, config.host), "listening").catch((error: NodeJS.ErrnoException) =>
    refuseAddress(config, error)
  )
  return server
}

const problemsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<ConfigProblem> => {
  const failure = cause.reasons.find((reason) => reason._tag === "Fail")?.error
  if (failure instanceof BadConfiguration) return failure.problems
  throw new Error("The service cannot start", { cause })
}

// What was needed to begin: from here on the service goes by digests and by keys outside of the heap, so that no dump of it
// holds them (0205).
const forget = ({ metrics, operatorToken, previousSecretsKey, secretsKey }: Config, service: Service): void => {
  const secrets = [operatorToken, secretsKey, previousSecretsKey, service.operatorToken, service.sandboxApiKey]
  for (const secret of secrets) if (secret !== undefined) Redacted.wipeUnsafe(secret)
  if (typeof metrics === "object") Redacted.wipeUnsafe(metrics)
}

const run = async (settings: Settings): Promise<void> => {
  const { config } = settings
  const scope = Scope.makeUnsafe()
  const runtime = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) =>
    Effect.runPromiseExit(
      effect.pipe(Effect.provideService(Scope.Scope, scope), Effect.provide(logging(config.logLevel)))
    )
  const opened = await runtime(openService(settings))
  if (Exit.isFailure(opened)) return refuse(problemsOf(opened.cause))
  const service = opened.value
  const working = config.role === "http"
    ? undefined
    : Effect.runFork(Effect.provide(service.work, logging(config.logLevel)))
  const server = await listen(config, service)
  const end = async () => {
    setTimeout(() => process.exit(1), graceMs + 900).unref()
    await Promise.all([
      stopServer(server, graceMs),
      working === undefined ? undefined : Effect.runPromise(Fiber.interrupt(working))
    ])
    await runtime(Scope.close(scope, Exit.void))
    process.exit(0)
  }
  // Ctrl-C under npm arrives twice, once from the terminal and once from npm: only the first one counts.
  let ending: Promise<void> | undefined
  const stop = () => void (ending ??= end())
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  // Whoever reads this may send a signal at once: what stops us stands already.
  const { port } = server.address() as AddressInfo
  const base = `http://${config.host}:${port}`
  slowHeapGrowth()
  process.stdout.write(config.role === "worker" ? workerBanner(config, base) : banner(service, config, base))
  forget(config, service)
}

const settings = await Effect.runPromiseExit(settingsOf(process.env))
await (Exit.isFailure(settings) ? refuse(problemsOf(settings.cause)) : run(settings.value))
