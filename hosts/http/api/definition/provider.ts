// The webhooks of the providers (spec "Endpoints", POST /provider/webhook; C54). The sandbox's takes two proofs: the provider's
// signature over the raw bytes, or a sandbox API key that settles its owner's own charges. Each other provider has its own.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { KeyOrSignature } from "./authorization.ts"
import { failsWith } from "./envelope.ts"

export const providerWebhook = HttpApiEndpoint.post("providerWebhook", "/provider/webhook", {
  payload: Schema.Struct({
    event: Schema.Struct({
      id: Schema.optionalKey(Schema.String.annotate({ description: "The provider's id of the event" })),
      subscription: Schema.String.annotate({
        description: "TICKET, PIX-RETURN, PIX-OUT, KYC, DISPUTE or LIGHTNING; others are accepted and left alone"
      }),
      data: Schema.Unknown.annotate({ description: "What the subscription tells" })
    })
  }).annotate({
    identifier: "ProviderEvent",
    examples: [{
      event: {
        id: "evt-1",
        subscription: "TICKET",
        data: { type: "DEPOSIT-SUCCESS", ticket: { id: "tkt_01a1fd77f0f1785f9b4e718898d2cab6" } }
      }
    }]
  }),
  success: Schema.Struct({ success: Schema.Literal(true) }),
  error: failsWith("badRequest", "notFound", "payloadTooLarge", "unsupportedMediaType")
}).annotateMerge(OpenApi.annotations({
  summary: "Take a provider's event",
  description:
    "Settles a sandbox charge: `data` is {type: DEPOSIT-SUCCESS or TICKET-COMPLETE, ticket: {id: <trackId>}}. "
    + "An API key settles its owner's own charges and nothing else. The same event changes nothing the second time."
}))

export const namedProviderWebhook = HttpApiEndpoint.post("namedProviderWebhook", "/provider/:name/webhook", {
  params: { name: Schema.String.annotate({ description: "The name under which the provider is configured" }) },
  success: Schema.Struct({ success: Schema.Literal(true) }),
  error: failsWith("badRequest", "notFound", "payloadTooLarge")
}).annotateMerge(OpenApi.annotations({
  summary: "Take a message of a named provider",
  description:
    "For providers that the service is configured with. The body and the proof of its sender are the provider's own, and one "
    + "message may report many events. 200 says that every one of them was applied or kept; after any other answer the "
    + "provider sends the message again, and what was applied changes nothing the second time. Banks may append one more "
    + "segment to the path, such as `/pix`. A name that is not configured is not found."
}))

export const provider = HttpApiGroup.make("provider").add(providerWebhook).middleware(KeyOrSignature)
  .annotateMerge(OpenApi.annotations({ title: "Provider", description: "Events of the PIX provider." }))

export const namedProviders = HttpApiGroup.make("namedProviders").add(namedProviderWebhook)
  .annotateMerge(
    OpenApi.annotations({ title: "Named providers", description: "Messages of the configured providers." })
  )
