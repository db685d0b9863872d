// The operator's endpoints of webhooks and of what was delivered to them (spec "Registration"; C23, C24).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { limits } from "../../../../core/base/limits/limits.ts"
import { WebhookChanges, WebhookRequest } from "../../../../core/webhooks/webhook/webhook-request.ts"
import { OwnerOrOperator, answer, cause, cursorQuery, id, instant, paged } from "./admin-schemas.ts"
import { ErrorEnvelope, bodyFailures, failsWith } from "./envelope.ts"
import { LeastRole, Scope } from "./needs.ts"

const hours = limits.rotationOverlapMs / 3_600_000

const webhook = {
  webhookId: Schema.String,
  accountId: Schema.String,
  url: Schema.String,
  events: Schema.NullOr(Schema.Array(Schema.String)).annotate({ description: "Null for all" }),
  headers: Schema.Array(Schema.String).annotate({ description: "Names; values may be credentials" }),
  retry: Schema.Boolean,
  previousSecretUntil: Schema.NullOr(instant),
  createdAt: instant,
  updatedAt: instant,
  removedAt: Schema.NullOr(instant)
}
const Webhook = Schema.Struct(webhook).annotate({ identifier: "Webhook" })
const detail = Schema.Struct({ success: Schema.Literal(true), data: Webhook })
const withSecret = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    ...webhook,
    secret: Schema.String.annotate({
      description: "64 hex characters that sign its deliveries; the dashboard shows them again"
    })
  })
})

const Delivery = Schema.Struct({
  eventId: Schema.String,
  webhookId: Schema.String,
  event: Schema.String,
  state: Schema.Literals(["PENDING", "DELIVERED", "EXHAUSTED"]),
  attemptCount: Schema.Int,
  attempts: Schema.Array(
    Schema.Struct({ at: instant, status: Schema.NullOr(Schema.Int), problem: Schema.NullOr(Schema.String), cause })
  ).annotate({ description: "The latest 20, oldest first" }),
  replays: Schema.Int.annotate({ description: "How often sending it again was requested" }),
  createdAt: instant,
  updatedAt: instant
}).annotate({ identifier: "Delivery" })

/** The failure of a registration, with the code of what is wrong with the address or with the answer to the test. */
export const RegistrationFailure = Schema.Struct({
  ...ErrorEnvelope.fields,
  cause: Schema.optionalKey(cause)
}).annotate({ identifier: "RegistrationFailure" })

export const listWebhooks = HttpApiEndpoint.get("listWebhooks", "/admin/accounts/:accountId/webhooks", {
  params: { accountId: id },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ webhooks: Schema.Array(Webhook) })
  }),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(
  OpenApi.annotations({ summary: "List the webhooks of an account", description: "Removed ones included." })
)

export const registerWebhook = HttpApiEndpoint.post("registerWebhook", "/admin/accounts/:accountId/webhooks", {
  params: { accountId: id },
  payload: WebhookRequest,
  success: withSecret.pipe(HttpApiSchema.status(201)),
  error: [RegistrationFailure.pipe(HttpApiSchema.status(400)), ...failsWith(...bodyFailures, "notFound")]
}).middleware(OwnerOrOperator).annotate(Scope, "webhooks").annotateMerge(OpenApi.annotations({
  summary: "Register a webhook",
  description: "Sends the endpoint a signed WEBHOOK_TEST and saves it only if it answers 2xx. A second one of the same "
    + "address is refused; one that was removed comes back with its log and another secret."
}))

export const readWebhook = HttpApiEndpoint.get("readWebhook", "/admin/webhooks/:webhookId", {
  params: { webhookId: id },
  success: detail,
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(OpenApi.annotations({ summary: "Read a webhook" }))

export const updateWebhook = HttpApiEndpoint.patch("updateWebhook", "/admin/webhooks/:webhookId", {
  params: { webhookId: id },
  payload: WebhookChanges,
  success: detail,
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OwnerOrOperator).annotate(Scope, "webhooks").annotateMerge(OpenApi.annotations({
  summary: "Change a webhook",
  description: "Its events, headers and retries. It keeps its address: another one is registered on its own."
}))

export const removeWebhook = HttpApiEndpoint.delete("removeWebhook", "/admin/webhooks/:webhookId", {
  params: { webhookId: id },
  success: detail,
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotate(Scope, "webhooks").annotateMerge(OpenApi.annotations({
  summary: "Remove a webhook",
  description: "It gets nothing more, also none of what waits; its log stays."
}))

export const rotateSecret = HttpApiEndpoint.post("rotateSecret", "/admin/webhooks/:webhookId/rotate", {
  params: { webhookId: id },
  success: withSecret,
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotate(LeastRole, "owner").annotate(Scope, "webhooks").annotateMerge(
  OpenApi.annotations({
    summary: "Rotate the secret of a webhook",
    description:
      `The new secret signs at once; for ${hours} hours X-Service-Signature-Previous is signed with the old one.`
  })
)

export const readSecret = HttpApiEndpoint.post("readSecret", "/admin/webhooks/:webhookId/secret", {
  params: { webhookId: id },
  success: answer(Schema.Struct({ secret: Schema.String })),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotate(LeastRole, "owner").annotate(Scope, "webhooks").annotateMerge(
  OpenApi.annotations({
    summary: "Reveal the secret of a webhook",
    description: "The secret that signs its deliveries. Each time is in the audit log."
  })
)

export const listDeliveries = HttpApiEndpoint.get("listDeliveries", "/admin/webhooks/:webhookId/deliveries", {
  params: { webhookId: id },
  query: cursorQuery,
  success: paged({ deliveries: Schema.Array(Delivery) }),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(
  OpenApi.annotations({ summary: "List the deliveries of a webhook", description: "The newest first." })
)

export const replayDelivery = HttpApiEndpoint.post(
  "replayDelivery",
  "/admin/webhooks/:webhookId/deliveries/:eventId/replay",
  {
    params: { webhookId: id, eventId: id },
    success: Schema.Struct({ success: Schema.Literal(true), data: Delivery }).pipe(HttpApiSchema.status(202)),
    error: failsWith("badRequest", "notFound")
  }
).middleware(OwnerOrOperator).annotate(Scope, "webhooks").annotateMerge(OpenApi.annotations({
  summary: "Send a delivery again",
  description: "The same event id and body with a new timestamp and signature, whatever became of it before."
}))

export const readEvent = HttpApiEndpoint.get("readEvent", "/admin/events/:eventId", {
  params: { eventId: id },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      id: Schema.String,
      event: Schema.String,
      data: Schema.Record(Schema.String, Schema.Unknown),
      createdAt: instant,
      accountId: Schema.String,
      subject: Schema.String,
      deliveries: Schema.Array(Delivery)
    })
  }),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(OpenApi.annotations({ summary: "Read an event with its deliveries" }))

export const replayEvent = HttpApiEndpoint.post("replayEvent", "/admin/events/:eventId/replay", {
  params: { eventId: id },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ deliveries: Schema.Array(Delivery) })
  }).pipe(HttpApiSchema.status(202)),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotate(Scope, "webhooks").annotateMerge(OpenApi.annotations({
  summary: "Send an event again",
  description: "To every endpoint of its owner that wants it now, also to one that was registered after it."
}))

export const adminWebhooks = HttpApiGroup.make("adminWebhooks").add(
  listWebhooks,
  registerWebhook,
  readWebhook,
  updateWebhook,
  removeWebhook,
  rotateSecret,
  readSecret,
  listDeliveries,
  replayDelivery,
  readEvent,
  replayEvent
).annotateMerge(OpenApi.annotations({ title: "Webhooks" }))
