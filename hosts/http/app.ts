// The app: one request in, one answer out, whatever server stands in front. It names the environment by the host, finds
// the route, authenticates, checks the transport's limits and runs the route; every failure leaves as an envelope.
import { Cause, Clock, Effect, Exit } from "effect"
import { type HostNames, environmentOfHost } from "../../core/access/environment.ts"
import { EnvironmentUnknown } from "../../core/errors/errors.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { failureAnswer, methodNotAllowed, refusalAnswer, transportAnswers } from "./envelope.ts"
import { depositRoutes } from "./handlers/deposit.ts"
import { providerRoutes } from "./handlers/provider.ts"
import { subaccountRoutes } from "./handlers/subaccount.ts"
import { countRequest } from "./metrics.ts"
import type { Plane } from "./plane.ts"
import { requestIdOf } from "./request-id.ts"
import type { Route } from "./route.ts"
import { makeRouter } from "./router.ts"
import type { WireAnswer, WireRequest } from "./wire.ts"

export interface AppConfig {
  readonly hosts: HostNames
  readonly sandbox: Plane
  readonly production: Plane | undefined
  /** Pages beside the interface: health, metrics, documents. Asked first, for paths that are not the interface's. */
  readonly pages: (request: WireRequest, path: string) => Promise<WireAnswer> | undefined
}

/** Answers one request; never rejects. */
export type App = (request: WireRequest) => Promise<WireAnswer>

type Handle = (request: WireRequest, path: string, search: string) => Promise<WireAnswer>

/** Puts the app together. */
export const makeApp = ({ hosts, pages, production, sandbox }: AppConfig): App => {
  const planes = { sandbox: serve(sandbox), production: production === undefined ? undefined : serve(production) }
  const answerTo: App = async (request) => {
    const [path, search] = split(request.target)
    const handle = isInterface(path) ? planeOf(hosts, planes, request) : undefined
    return handle === undefined
      ? pages(request, path) ?? notServed(hosts, planes, request, path)
      : handle(request, path, search)
  }
  return async (request) => {
    const startedAt = performance.now()
    const answer = await answerTo(request).catch(() => transportAnswers.internal)
    countRequest(request.method, answer.status, performance.now() - startedAt)
    return {
      ...answer,
      headers: { ...everywhere, ...answer.headers, "x-request-id": requestIdOf(request.headers["x-request-id"]) }
    }
  }
}

// Answers are about money and people: nobody between us and the caller keeps or reinterprets them.
const everywhere = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const

const split = (target: string): readonly [path: string, search: string] => {
  const mark = target.indexOf("?")
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)]
}

const isInterface = (path: string): boolean => path.startsWith("/api/") || path === "/provider/webhook"

type Planes = { readonly sandbox: Handle; readonly production: Handle | undefined }

const planeOf = (hosts: HostNames, planes: Planes, request: WireRequest): Handle | undefined => {
  const environment = environmentOfHost(hosts, request.headers["host"] ?? "")
  return environment === undefined ? undefined : planes[environment]
}

const notServed = (hosts: HostNames, planes: Planes, request: WireRequest, path: string): WireAnswer =>
  isInterface(path) && planeOf(hosts, planes, request) === undefined
    ? refusalAnswer(new EnvironmentUnknown({ host: request.headers["host"] ?? "" }))
    : transportAnswers.routeNotFound

const routes: ReadonlyArray<Route> = [...subaccountRoutes, ...depositRoutes, ...providerRoutes]
const find = makeRouter(routes)

const serve = ({ environment, services }: Plane): Handle => {
  const authenticate = makeAuthenticate(environment)
  const run = Effect.runPromiseExitWith(services)
  const respond = Effect.fnUntraced(function*(request: WireRequest, path: string, search: string) {
    const found = find(request.method, path)
    if (found._tag === "Nothing") return transportAnswers.routeNotFound
    if (found._tag === "OtherMethods") return methodNotAllowed(found.allowed)
    const { params, route } = found
    const now = yield* Clock.currentTimeMillis
    const asked = authenticate(request, now)
    const caller = route.provesItself ? asked : Effect.succeed(yield* asked)
    if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
    if (route.hasBody && !isJson(request)) return transportAnswers.unsupportedMediaType
    return yield* route.run({ request, body: request.body, search, params, now }, caller)
  })
  return async (request, path, search) => {
    const exit = await run(respond(request, path, search))
    if (Exit.isSuccess(exit)) return exit.value
    const { answer, isFault } = failureAnswer(exit.cause)
    if (isFault) {
      await run(Effect.logError("A request failed", { path: routeName(path), cause: Cause.pretty(exit.cause) }))
    }
    return answer
  }
}

const isJson = ({ headers }: WireRequest): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")

// Ids in a path may be personal; a log line names the shape alone.
const routeName = (path: string): string => path.split("/").slice(0, 4).join("/")
