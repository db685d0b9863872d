// The provider's webhook (spec "Endpoints", POST /provider/webhook). Two proofs are taken: the provider's signature over
// the raw bytes, or a sandbox API key that settles its owner's own charges.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { failsWith } from "./envelope.ts"

export const providerWebhook = HttpApiEndpoint.post("providerWebhook", "/provider/webhook", {
  payload: Schema.Struct({
    event: Schema.Struct({
      id: Schema.optionalKey(Schema.String),
      subscription: Schema.String,
      data: Schema.Unknown
    })
  }).annotate({ identifier: "ProviderEvent" }),
  success: Schema.Struct({ success: Schema.Literal(true) }),
  error: failsWith("badRequest", "notFound", "payloadTooLarge", "unsupportedMediaType")
})

export const provider = HttpApiGroup.make("provider").add(providerWebhook)
