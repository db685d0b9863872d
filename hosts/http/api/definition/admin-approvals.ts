// What waits for a second person: refunds, releases and resolutions above the amount that the environment names.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OperatorRequired, answer, cursorQuery, id, instant, paged } from "./admin-schemas.ts"
import { failsWith } from "./envelope.ts"

const Approval = Schema.Struct({
  approvalId: Schema.String,
  accountId: Schema.String,
  action: Schema.String.annotate({ description: "The endpoint that was requested" }),
  subject: Schema.String.annotate({ description: "The record that it is about" }),
  valueBrl: Schema.NullOr(Schema.String).annotate({ description: "Null where it has no value in BRL" }),
  detail: Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "What was asked" }),
  state: Schema.Literals(["WAITING", "APPROVED", "DECLINED", "EXPIRED"]),
  askedBy: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String })).annotate({
    description: "Null for the operator's token"
  }),
  decidedBy: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String })),
  createdAt: instant,
  expiresAt: instant,
  decidedAt: Schema.NullOr(instant)
}).annotate({ identifier: "Approval" })

export const listApprovals = HttpApiEndpoint.get("listApprovals", "/admin/approvals", {
  query: cursorQuery,
  success: paged({ approvals: Schema.Array(Approval) }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(
  OpenApi.annotations({
    summary: "List what waits for a second person",
    description: "And what was decided, the newest first."
  })
)

export const approve = HttpApiEndpoint.post("approve", "/admin/approvals/:approvalId/approve", {
  params: { approvalId: id },
  success: answer(Approval),
  error: failsWith("badRequest", "notFound", "conflict", "forbidden")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Approve and carry out",
  description:
    "Carries out what was asked, in the commit that records the approval. 403 for whoever asked and for service tokens; whatever refuses the order itself is answered as that endpoint would, and leaves it waiting."
}))

export const decline = HttpApiEndpoint.post("decline", "/admin/approvals/:approvalId/decline", {
  params: { approvalId: id },
  success: answer(Approval),
  error: failsWith("badRequest", "notFound", "conflict", "forbidden")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Decline",
  description: "Nothing is carried out. Whoever asked may take the request back in the same way."
}))

export const adminApprovals = HttpApiGroup.make("adminApprovals").add(listApprovals, approve, decline).annotateMerge(
  OpenApi.annotations({ title: "Approvals" })
)
