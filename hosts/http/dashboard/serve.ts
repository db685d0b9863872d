// The dashboard's side of the app: /dashboard/api, on the data plane that the host names. Who looks is asked first, a path that
// does not exist included; what a viewer may not do is not there for him. Every write, and every refusal, leaves a line.
import { Clock, Effect, type Redacted } from "effect"
import { auditRefusal } from "../audit-line.ts"
import { failureAnswer, methodNotAllowed, transportAnswers } from "../envelope.ts"
import type { Plane } from "../plane.ts"
import { makeRateLimit } from "../rate-limit.ts"
import { makeRouter } from "../router.ts"
import { type Seen, type WireAnswer, type WireRequest, isJson } from "../wire.ts"
import { routesOf } from "./bind.ts"
import { prefix } from "./contract.ts"
import { accountHandlers } from "./handlers/accounts.ts"
import { bookHandlers } from "./handlers/books.ts"
import { operationHandlers } from "./handlers/operations.ts"
import { peopleHandlers } from "./handlers/people.ts"
import { refundHandlers } from "./handlers/refunds.ts"
import { sandboxHandlers } from "./handlers/sandbox.ts"
import { sessionHandlers } from "./handlers/session.ts"
import { webhookHandlers } from "./handlers/webhooks.ts"
import { workHandlers } from "./handlers/work.ts"
import { liveHandlers } from "./live.ts"
import { makeViewerGate } from "./viewer.ts"

/** Answers the dashboard's requests of one environment. */
export const makeDashboard = (token: Redacted.Redacted, { environment }: Pick<Plane, "environment">) => {
  const admit = makeViewerGate(token, environment)
  const quotaOf = makeRateLimit()
  const routes = routesOf({
    ...sessionHandlers,
    ...accountHandlers,
    ...webhookHandlers,
    ...peopleHandlers,
    ...operationHandlers,
    ...workHandlers,
    ...refundHandlers,
    ...bookHandlers,
    ...liveHandlers(),
    ...sandboxHandlers
  }, environment)
  const find = makeRouter(routes)
  const findOwners = makeRouter(routes.filter(({ who }) => who === "viewer"))
  return Effect.fnUntraced(function*(request: WireRequest, path: string, search: string, seen: Seen) {
    seen.pattern = prefix
    const respond = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const viewer = yield* admit(request, seen.requestId, now)
      const quota = viewer.caller === undefined ? undefined : quotaOf(viewer.caller, now)
      seen.keyId = viewer.caller?.keyId ?? "operator"
      if (quota?.refusal !== undefined) return yield* quota.refusal
      const found = (viewer.caller === undefined ? find : findOwners)(request.method, path)
      if (found._tag === "Nothing") return transportAnswers.routeNotFound
      if (found._tag === "OtherMethods") return methodNotAllowed(found.allowed)
      const { params, route } = found
      seen.route = `${route.method} ${route.path}`
      seen.pattern = route.path
      if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
      if (route.hasBody && !isJson(request)) return transportAnswers.unsupportedMediaType
      return yield* route.run(viewer, { request, body: request.body, search, params, now })
    })
    return yield* respond.pipe(
      Effect.tap((answer: WireAnswer) =>
        answer.status >= 400
          ? auditRefusal(seen, answer)
          : request.method === "GET" || request.method === "HEAD"
          ? Effect.void
          : Effect.logInfo("audit", {
            requestId: seen.requestId,
            keyId: seen.keyId,
            route: seen.route,
            status: answer.status
          })
      ),
      Effect.tapCause((cause) => auditRefusal(seen, failureAnswer(cause).answer))
    )
  })
}
