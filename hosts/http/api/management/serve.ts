// Management: `/admin` and what the dashboard needs beside it, in the environment that the host names. But for the few endpoints
// that are open to all, who calls is found out before anything else, a path that does not exist included. Every write, and
// every refusal, leaves a line in the log.
import { Clock, Effect, type Redacted } from "effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { requireScope } from "../../../../core/customers/access/caller.ts"
import { Unauthorized } from "../../../../core/base/errors/errors.ts"
import { requestSpan } from "../../../telemetry/observe.ts"
import { managementApi, managementEndpoints } from "../definition/management.ts"
import { auditRefusal } from "../request/audit-line.ts"
import { answeredStatus, failureAnswer, methodNotAllowed, transportAnswers } from "../request/envelope.ts"
import type { Plane } from "../../environments/plane.ts"
import { bearerOf, makeRateLimit } from "../request/authenticate.ts"
import { type RefusedCredentials, type Shown, isCredentialRefused } from "../request/refused-credentials.ts"
import type { RequestTurns } from "../request/request-turns.ts"
import { type Found, makeRouter, managementPrefixOf } from "../request/route.ts"
import { type Seen, type WireAnswer, type WireRequest, isJson, json, toJson } from "../request/wire.ts"
import type { OpenRoute } from "../request/management-route.ts"
import { managementRoutes } from "./routes.ts"
import { isRead, requireOwnPage } from "../request/session-cookie.ts"
import { makeViewerGate, requireRole } from "../request/viewer.ts"

type FoundOpen = Extract<Found<OpenRoute>, { readonly _tag: "Route" }>

const description = {
  method: "GET",
  path: "/admin/openapi.json",
  hasBody: false,
  access: "guarded" as const,
  isForOwners: false,
  leastRole: "support" as const,
  scope: undefined,
  run: () => Effect.sync(() => json(200, toJson(OpenApi.fromApi(managementApi))))
}

/** Answers the requests to management in one environment. */
export const makeManagement = (
  token: Redacted.Redacted,
  { environment }: Pick<Plane, "environment">,
  refused: RefusedCredentials,
  inTurn: RequestTurns
) => {
  const admit = makeViewerGate(token, environment)
  const quotaOf = makeRateLimit()
  const declared = new Map(managementEndpoints.map((endpoint) => [endpoint.identifier, endpoint]))
  const routes = managementRoutes().flatMap((route) => {
    const of = declared.get(route.name)
    if (of === undefined || of.isSandboxOnly && environment !== "sandbox") return []
    const { isForOwners, leastRole } = of
    return [{ ...route, isForOwners, leastRole }]
  })
  const find = makeRouter([...routes, description])
  const runOpen = Effect.fnUntraced(function*(shown: Shown, open: FoundOpen, search: string, now: number) {
    const { request, seen } = shown
    const { params, route } = open
    seen.route = `${route.method} ${route.path}`
    seen.pattern = route.path
    if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
    if (route.hasBody) {
      yield* requireOwnPage(request)
      if (!isJson(request)) return transportAnswers.unsupportedMediaType
      yield* refused.requireLess(shown)
    }
    const asked = { request, environment, requestId: seen.requestId }
    const run = route.run({ request, body: request.body, search, params, now, origin: () => null }, asked)
    return yield* requestSpan(request, open, seen.requestId, run, answeredStatus).pipe(
      // An invitation that is not there was guessed, or is over.
      Effect.tapError((error) =>
        isCredentialRefused("management", error) || error._tag === "NotFound" ? refused.count(shown) : Effect.void
      )
    )
  })
  return Effect.fnUntraced(function*(request: WireRequest, path: string, search: string, seen: Seen) {
    seen.pattern = managementPrefixOf(path) ?? path
    const respond = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const shown = { door: "management" as const, environment, request, seen }
      const found = find(request.method, path)
      if (found._tag === "Route" && found.route.access === "open") {
        return yield* runOpen(shown, { ...found, route: found.route }, search, now)
      }
      yield* refused.requireTry(shown)
      const viewer = yield* admit(request, seen.requestId, now).pipe(
        Effect.tapError((error) =>
          bearerOf(request) !== undefined && isCredentialRefused("management", error)
            ? refused.count(shown)
            : Effect.void
        )
      )
      seen.keyId = viewer.caller?.keyId ?? viewer.operator.by?.id ?? "operator"
      seen.caller = viewer.caller
      seen.isProven = true
      yield* inTurn(viewer.caller?.account.id ?? "operators")
      const quota = viewer.caller === undefined ? undefined : quotaOf(viewer.caller, now)
      seen.headers = quota?.headers
      if (quota?.refusal !== undefined) return yield* quota.refusal
      if (found._tag === "Nothing") return transportAnswers.routeNotFound
      if (found._tag === "OtherMethods") return methodNotAllowed(found.allowed)
      const { params, route } = found
      // For the compiler: what is open was answered above.
      if (route.access === "open") return transportAnswers.routeNotFound
      seen.route = `${route.method} ${route.path}`
      seen.pattern = route.path
      if (viewer.caller !== undefined) {
        if (!route.isForOwners) return yield* new Unauthorized({ problem: "notOperator" })
        yield* requireScope(viewer.caller, route.scope)
      } else yield* requireRole(viewer, route.leastRole)
      if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
      if (route.hasBody && request.body.length > 0 && !isJson(request)) return transportAnswers.unsupportedMediaType
      // Nothing in management links to pages of ours.
      const matched = { request, body: request.body, search, params, now, origin: () => null }
      return yield* requestSpan(request, found, seen.requestId, route.run(matched, viewer), answeredStatus)
    })
    return yield* respond.pipe(
      Effect.tap((answer: WireAnswer) => line(request, seen, answer)),
      Effect.tapCause((cause) => auditRefusal(seen, failureAnswer(cause).answer))
    )
  })
}

const line = (request: WireRequest, seen: Seen, answer: WireAnswer): Effect.Effect<void> => {
  if (answer.status >= 400) return auditRefusal(seen, answer)
  if (isRead(request)) return Effect.void
  const { keyId = null, requestId, route } = seen
  return Effect.logInfo("audit", { requestId, keyId, route, status: answer.status })
}
