// The embedded service: the whole of it inside another server, as a fetch handler and as a typed client, with its worker beside it.
import { Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { environmentOfKey } from "../../core/customers/account/api-key.ts"
import { type Client, createClient } from "../client/client.ts"
import type { Config } from "./settings/config.ts"
import { type FetchHandler, fetchHandler } from "./server/fetch.ts"
import { logging } from "./settings/logging.ts"
import { type RequestListener, makeListener } from "./server/node-server.ts"
import { nowhere } from "./settings/reach.ts"
import {
  type BadConfiguration,
  type OwnPlanes,
  type Service,
  openService,
  settingsOf,
  withOwnPlanes
} from "./service.ts"
import type { Variables } from "./settings/variables.ts"

/** An embedded service: the whole interface and its worker, in this process. */
export interface Embedded {
  /** Answers a web request: mount it under any server. */
  readonly fetch: FetchHandler
  /** Answers a request of node:http, for servers that have no web requests. */
  readonly listener: RequestListener
  /** The typed client of `pontepay/client` with the key of the sandbox's own account. It calls `fetch` in this process. */
  readonly client: Client
  /**
   * The same client with another API key, of the sandbox or of production. Throws `TypeError` on text that is not an API key,
   * and on a production key when no production host is configured.
   */
  readonly clientFor: (apiKey: string) => Client
  /** The key of the account that every sandbox has. */
  readonly sandboxApiKey: string
  /** Stops the worker, waits for its steps in flight and closes the databases. */
  readonly close: () => Promise<void>
}

// The Host header selects the environment, and links in answers begin with it.
const addressOf = ({ hosts, publicOrigins }: Config, apiKey: string): string => {
  const environment = environmentOfKey(Redacted.make(apiKey))
  if (environment === undefined) throw new TypeError("apiKey has to begin with pontepay_test_ or pontepay_live_")
  const names = hosts[environment]
  const host = names === "any" ? "localhost" : names[0]
  if (host === undefined) {
    throw new TypeError(`No host of the ${environment} is configured: set PONTEPAY_${environment.toUpperCase()}_HOST`)
  }
  return publicOrigins[environment] ?? `http://${host}`
}

// The handler itself does not listen to the signal, by which the client ends a call that takes too long.
const inProcess = (handle: FetchHandler): typeof globalThis.fetch => async (input, init) => {
  const request = new Request(input, init)
  const ended = new Promise<never>((_, reject) => {
    request.signal.addEventListener(
      "abort",
      () => reject(new Error("The call was ended", { cause: request.signal.reason }))
    )
  })
  return Promise.race([handle(request), ended])
}

const callersOf = (config: Config, service: Service) => {
  const fetch = fetchHandler(service.app)
  const sandboxApiKey = Redacted.value(service.sandboxApiKey)
  const clientFor = (apiKey: string): Client =>
    createClient({ baseUrl: addressOf(config, apiKey), apiKey, fetch: inProcess(fetch) })
  const listener = makeListener(service.app, service.admission)
  return { fetch, listener, client: clientFor(sandboxApiKey), clientFor, sandboxApiKey }
}

const readable = ({ problems }: BadConfiguration): Error =>
  new Error(problems.map(({ message, variable }) => `${variable}: ${message}`).join("; "))

/** Opens a service; `embed` says how. */
export const openEmbedded = async (
  environment: Variables,
  own: OwnPlanes
): Promise<Embedded> => {
  // It listens nowhere: no link begins with where it would, and no webhook goes to this machine unless a variable allows it.
  const settings = await Effect.runPromise(
    settingsOf({ ...environment, HOST: nowhere, PORT: "0" }).pipe(Effect.mapError(readable))
  )
  const { config } = settings
  const logs = logging(config.logLevel)
  const scope = Scope.makeUnsafe()
  const { work, ...calls } = await Effect.runPromise(
    openService(withOwnPlanes(settings, own)).pipe(
      Effect.mapError(readable),
      Effect.map((service) => ({ work: service.work, ...callersOf(config, service) })),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      Effect.provideService(Scope.Scope, scope),
      Effect.provide(logs)
    )
  )
  const working = config.role === "http" ? undefined : Effect.runFork(Effect.provide(work, logs))
  return {
    ...calls,
    close: async () => {
      if (working !== undefined) await Effect.runPromise(Fiber.interrupt(working))
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
