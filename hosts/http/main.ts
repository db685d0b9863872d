// `npm start`: the service on node:http, its worker beside it, and what a person needs to begin.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { type Cause, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import type { Config, ConfigProblem } from "./config.ts"
import { logging } from "./logging.ts"
import { makeServer, stopServer } from "./node-server.ts"
import { BadConfiguration, type Service, configOf, openService } from "./service.ts"

/** In flight requests and steps get this long after the signal; the process is gone within five seconds. */
const graceMs = 4_000

const refuse = (problems: ReadonlyArray<ConfigProblem>): never => {
  for (const { message, variable } of problems) process.stderr.write(`${variable}: ${message}\n`)
  process.exit(2)
}

const banner = ({ operatorToken, sandboxApiKey }: Service, config: Config, base: string): string => {
  const key = Redacted.value(sandboxApiKey)
  // One that the operator chose is his own to know.
  const operator = config.operatorToken === undefined ? Redacted.value(operatorToken) : "as in PONTEPAY_OPERATOR_TOKEN"
  return `
Pontepay sandbox is ready

  API        ${base}
  API key    ${key}
  Operator   ${operator}   (bearer of ${base}/admin)
  Reference  ${base}/docs

Try it: a PIX charge that delivers USDC on Base

  curl -s ${base}/api/deposit/asset \\
    -H "Authorization: Bearer ${key}" \\
    -H "Content-Type: application/json" \\
    -d '{"value":5000,"asset":"USDC","network":"base","address":"0x52908400098527886E0F7030069857D2E4169EE7"}'

`
}

// Which variable is to blame when nothing can listen there.
const refuseAddress = ({ host, port }: Config, { code }: NodeJS.ErrnoException): never =>
  code === "EADDRINUSE" || code === "EACCES"
    ? refuse([{ variable: "PORT", message: `cannot listen on ${host}:${port}: ${code}` }])
    : refuse([{ variable: "HOST", message: `cannot listen on ${host}: ${code}` }])

const listen = async (config: Config, service: Service) => {
  const server = makeServer(service.app)
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

const run = async (config: Config): Promise<void> => {
  const scope = Scope.makeUnsafe()
  const runtime = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) =>
    Effect.runPromiseExit(
      effect.pipe(Effect.provideService(Scope.Scope, scope), Effect.provide(logging(config.logLevel)))
    )
  const opened = await runtime(openService(config))
  if (Exit.isFailure(opened)) return refuse(problemsOf(opened.cause))
  const service = opened.value
  const working = config.role === "http"
    ? undefined
    : Effect.runFork(Effect.provide(service.work, logging(config.logLevel)))
  const server = config.role === "worker" ? undefined : await listen(config, service)
  const stop = async () => {
    setTimeout(() => process.exit(1), graceMs + 900).unref()
    await Promise.all([
      server === undefined ? undefined : stopServer(server, graceMs),
      working === undefined ? undefined : Effect.runPromise(Fiber.interrupt(working))
    ])
    await runtime(Scope.close(scope, Exit.void))
    process.exit(0)
  }
  process.once("SIGTERM", () => void stop())
  process.once("SIGINT", () => void stop())
  // Whoever reads this may send a signal at once: what stops us stands already.
  if (server !== undefined) {
    const { port } = server.address() as AddressInfo
    process.stdout.write(banner(service, config, `http://${config.host}:${port}`))
  }
}

const config = await Effect.runPromiseExit(configOf(process.env))
await (Exit.isFailure(config) ? refuse(problemsOf(config.cause)) : run(config.value))
