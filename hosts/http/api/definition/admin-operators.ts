// Operators and service tokens, managed by owners. Invitations and tokens are in the answer that makes them and in no other.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { OperatorRole } from "../../../../core/operations/operator/role.ts"
import { emailAddress, text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, answer, cursorQuery, id, instant, paged } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { LeastRole } from "./needs.ts"

const operator = {
  operatorId: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role: OperatorRole,
  state: Schema.Literals(["INVITED", "ACTIVE", "DISABLED"]),
  invitationExpiresAt: Schema.NullOr(instant).annotate({ description: "Null where no invitation is open" }),
  lastSignInAt: Schema.NullOr(instant),
  createdAt: instant
}
const OperatorDetail = Schema.Struct(operator).annotate({ identifier: "OperatorDetail" })
const Invited = answer(Schema.Struct({
  ...operator,
  invitation: Schema.String.annotate({
    description:
      "The one-time invitation, shown this once: the dashboard opens it at `/dashboard/#/invitation/{invitation}`"
  })
}))

export const listOperators = HttpApiEndpoint.get("listOperators", "/admin/operators", {
  query: cursorQuery,
  success: paged({ operators: Schema.Array(OperatorDetail) }),
  error: failsWith("badRequest", "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(
  OpenApi.annotations({ summary: "List operators", description: "The newest first." })
)

export const inviteOperator = HttpApiEndpoint.post("inviteOperator", "/admin/operators", {
  payload: Schema.Struct({ name: text({ minimum: 1, maximum: 100 }), email: emailAddress, role: OperatorRole }),
  success: Invited.pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures, "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Invite an operator",
  description: "The invitation is good once, for 72 hours. Who accepts it sets a password and a second factor."
}))

export const inviteAgain = HttpApiEndpoint.post("inviteAgain", "/admin/operators/:operatorId/invitation", {
  params: { operatorId: id },
  success: Invited.pipe(HttpApiSchema.status(201)),
  error: failsWith("badRequest", "notFound", "conflict", "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Invite an operator again",
  description:
    "A new invitation in place of the one before. For one who is active it erases password and second factor and ends every session: for a lost phone, or a password that became known."
}))

export const updateOperator = HttpApiEndpoint.patch("updateOperator", "/admin/operators/:operatorId", {
  params: { operatorId: id },
  payload: Schema.Struct({ role: OperatorRole }),
  success: answer(OperatorDetail),
  error: failsWith(...bodyFailures, "notFound", "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Change an operator's role",
  description: "409 for the last active owner. Open sessions have the new role at once."
}))

export const disableOperator = HttpApiEndpoint.delete("disableOperator", "/admin/operators/:operatorId", {
  params: { operatorId: id },
  success: answer(OperatorDetail),
  error: failsWith("badRequest", "notFound", "conflict", "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Disable an operator",
  description: "Ends every session and invitation; what was done keeps its name. 409 for the last active owner."
}))

const serviceToken = {
  tokenId: Schema.String,
  name: Schema.String,
  role: OperatorRole,
  state: Schema.Literals(["ACTIVE", "EXPIRED", "REVOKED"]),
  createdBy: Schema.NullOr(Schema.String).annotate({
    description: "The operator who made it; null for the operator's token"
  }),
  createdAt: instant,
  expiresAt: instant,
  revokedAt: Schema.NullOr(instant)
}
const ServiceToken = Schema.Struct(serviceToken).annotate({ identifier: "ServiceToken" })

export const listServiceTokens = HttpApiEndpoint.get("listServiceTokens", "/admin/service-tokens", {
  query: cursorQuery,
  success: paged({ tokens: Schema.Array(ServiceToken) }),
  error: failsWith("badRequest", "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(
  OpenApi.annotations({ summary: "List service tokens", description: "The newest first." })
)

export const createServiceToken = HttpApiEndpoint.post("createServiceToken", "/admin/service-tokens", {
  payload: Schema.Struct({
    name: text({ minimum: 1, maximum: 100 }),
    role: Schema.Literals(["support", "operator"]),
    expiresInDays: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 }))
  }),
  success: answer(Schema.Struct({
    ...serviceToken,
    secret: Schema.String.annotate({ description: "The token itself, shown this once" })
  })).pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures, "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Create a service token",
  description: "For automation, as a bearer. It never approves what waits for a second person."
}))

export const revokeServiceToken = HttpApiEndpoint.delete("revokeServiceToken", "/admin/service-tokens/:tokenId", {
  params: { tokenId: id },
  success: answer(ServiceToken),
  error: failsWith("badRequest", "notFound", "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(
  OpenApi.annotations({ summary: "Revoke a service token", description: "Revoking twice changes nothing." })
)

export const adminOperators = HttpApiGroup.make("adminOperators").add(
  listOperators,
  inviteOperator,
  inviteAgain,
  updateOperator,
  disableOperator,
  listServiceTokens,
  createServiceToken,
  revokeServiceToken
).annotateMerge(OpenApi.annotations({ title: "Operators" }))
