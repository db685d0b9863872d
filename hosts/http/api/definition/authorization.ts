// How requests prove who they are, for the description of the interface.
import { Context } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"

const apiKey = HttpApiSecurity.annotateMerge(
  HttpApiSecurity.bearer,
  Context.make(OpenApi.Description, "`pontepay_live_…` in production, `pontepay_test_…` in the sandbox")
)

const providerSignature = HttpApiSecurity.annotateMerge(
  HttpApiSecurity.apiKey({ in: "header", key: "X-Provider-Signature" }),
  Context.make(
    OpenApi.Description,
    "Hex HMAC-SHA256 of `<timestamp>.<raw body>`; the header X-Provider-Timestamp has the Unix seconds"
  )
)

export class ApiKeyRequired extends HttpApiMiddleware.Service<ApiKeyRequired>()("pontepay/http/ApiKeyRequired", {
  security: { apiKey }
}) {}

/** The provider's webhook takes a signature in place of a key. */
export class KeyOrSignature extends HttpApiMiddleware.Service<KeyOrSignature>()("pontepay/http/KeyOrSignature", {
  security: { apiKey, providerSignature }
}) {}
