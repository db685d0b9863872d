// How requests prove who they are, for the description of the interface.
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"

export class ApiKeyRequired extends HttpApiMiddleware.Service<ApiKeyRequired>()("pontepay/http/ApiKeyRequired", {
  security: { apiKey: HttpApiSecurity.bearer }
}) {}
