// The operator's side of the app: /admin, on the data plane that the host names. The token is asked for before anything else, a
// path that does not exist included, so that nobody learns here what there is.
import { Clock, Effect, type Redacted } from "effect"
import type { Environment } from "../../core/environment/environment.ts"
import { answeredStatus, methodNotAllowed, transportAnswers } from "./envelope.ts"
import { requestSpan } from "../telemetry/observe.ts"
import { adminAccountRoutes } from "./handlers/admin-account.ts"
import { adminBookRoutes } from "./handlers/admin-books.ts"
import { adminJobRoutes } from "./handlers/admin-job.ts"
import { adminWebhookRoutes } from "./handlers/admin-webhook.ts"
import { type OperatorRoute, makeOperatorGate } from "./operator.ts"
import { makeRouter } from "./router.ts"
import { type Seen, type WireRequest, isJson } from "./wire.ts"

const routes: ReadonlyArray<OperatorRoute> = [
  ...adminAccountRoutes,
  ...adminWebhookRoutes,
  ...adminJobRoutes,
  ...adminBookRoutes
]
const find = makeRouter(routes)

/** Answers the operator's requests of one environment. */
export const makeAdmin = (token: Redacted.Redacted, environment: Environment) => {
  const admit = makeOperatorGate(token, environment)
  return Effect.fnUntraced(function*(request: WireRequest, path: string, search: string, seen: Seen) {
    seen.pattern = "/admin"
    const operator = yield* admit(request, seen.requestId)
    const found = find(request.method, path)
    if (found._tag === "Nothing") return transportAnswers.routeNotFound
    if (found._tag === "OtherMethods") return methodNotAllowed(found.allowed)
    const { params, route } = found
    seen.pattern = route.path
    if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
    if (route.hasBody && !isJson(request)) return transportAnswers.unsupportedMediaType
    const now = yield* Clock.currentTimeMillis
    const matched = { request, body: request.body, search, params, now }
    return yield* requestSpan(request, found, seen.requestId, route.run(matched, operator), answeredStatus)
  })
}
