// Embedding: the whole service as a plain fetch handler inside another server, with its worker beside it.
import { Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { type FetchHandler, fetchHandler } from "./fetch.ts"
import { logging } from "./logging.ts"
import { type BadConfiguration, type OwnPlanes, configOf, openService } from "./service.ts"

export type { OwnAdapters } from "./own-adapters.ts"
export type { OwnPlanes } from "./service.ts"

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
 * Opens a service from the same variables as the standalone host (`DATABASE_URL`, `PONTEPAY_BOOTSTRAP_FILE`, …), with
 * adapters of your own behind the ports of either plane. Rejects with an error that names every wrong variable.
 */
export const embed = async (
  environment: Readonly<Record<string, string | undefined>>,
  adapters: OwnPlanes = {}
): Promise<Embedded> => {
  // It listens nowhere, so no link begins with where it would.
  const config = await Effect.runPromise(configOf({ ...environment, PORT: "0" }).pipe(Effect.mapError(readable)))
  const logs = logging(config.logLevel)
  const scope = Scope.makeUnsafe()
  const service = await Effect.runPromise(
    openService(config, adapters).pipe(
      Effect.mapError(readable),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      Effect.provideService(Scope.Scope, scope),
      Effect.provide(logs)
    )
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
