// The operator's side of the app: /admin, on the data plane that the host names. The token is asked for before anything else, a
// path that does not exist included, so that nobody learns here what there is.
import { Clock, Effect, type Redacted } from "effect"
import type { Environment } from "../../core/access/environment.ts"
import { methodNotAllowed, transportAnswers } from "./envelope.ts"
import { adminAccountRoutes } from "./handlers/admin-account.ts"
import { adminBookRoutes } from "./handlers/admin-books.ts"
import { adminWebhookRoutes } from "./handlers/admin-webhook.ts"
import { type OperatorRoute, makeOperatorGate } from "./operator.ts"
import { makeRouter } from "./router.ts"
import { type WireRequest, isJson } from "./wire.ts"

const routes: ReadonlyArray<OperatorRoute> = [...adminAccountRoutes, ...adminWebhookRoutes, ...adminBookRoutes]
const find = makeRouter(routes)

/** Whether a path is the operator's. */
export const isOperators = (path: string): boolean => path === "/admin" || path.startsWith("/admin/")

/** Answers the operator's requests of one environment. */
export const makeAdmin = (token: Redacted.Redacted, environment: Environment) => {
  const admit = makeOperatorGate(token, environment)
  return Effect.fnUntraced(function*(request: WireRequest, path: string, search: string, requestId: string) {
    const operator = yield* admit(request, requestId)
    const found = find(request.method, path)
    if (found._tag === "Nothing") return transportAnswers.routeNotFound
    if (found._tag === "OtherMethods") return methodNotAllowed(found.allowed)
    const { params, route } = found
    if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
    if (route.hasBody && !isJson(request)) return transportAnswers.unsupportedMediaType
    const now = yield* Clock.currentTimeMillis
    return yield* route.run({ request, body: request.body, search, params, now }, operator)
  })
}
