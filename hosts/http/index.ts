// Embedding: the whole service as a plain fetch handler inside another server, with its worker beside it.
import { Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { type FetchHandler, fetchHandler } from "./fetch.ts"
import { logging } from "./logging.ts"
import { type BadConfiguration, configOf, openService } from "./service.ts"

/** An embedded service. */
export interface Embedded {
  /** Answers a web request: mount it under any server. */
  readonly fetch: FetchHandler
  /** The key of the account that every sandbox has. */
  readonly sandboxApiKey: string
  /** Stops the worker, waits for its steps in flight and closes the databases. */
  readonly close: () => Promise<void>
}

const readable = ({ problems }: BadConfiguration): Error =>
  new Error(problems.map(({ message, variable }) => `${variable}: ${message}`).join("; "))

/**
 * Opens a service from the same variables as the standalone host (`DATABASE_URL`, `PONTEPAY_BOOTSTRAP_FILE`, …).
 * Rejects with an error that names every wrong variable.
 */
export const embed = async (environment: Readonly<Record<string, string | undefined>>): Promise<Embedded> => {
  const config = await Effect.runPromise(configOf(environment).pipe(Effect.mapError(readable)))
  const logs = logging(config.logLevel)
  const scope = Scope.makeUnsafe()
  const service = await Effect.runPromise(
    openService(config).pipe(Effect.mapError(readable), Effect.provideService(Scope.Scope, scope), Effect.provide(logs))
  )
  const working = config.role === "http" ? undefined : Effect.runFork(Effect.provide(service.work, logs))
  return {
    fetch: fetchHandler(service.app),
    sandboxApiKey: Redacted.value(service.sandboxApiKey),
    close: async () => {
      if (working !== undefined) await Effect.runPromise(Fiber.interrupt(working))
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
