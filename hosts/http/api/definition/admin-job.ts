// The operator's endpoints of jobs that were put aside.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { OperatorRequired, cause, cursorQuery, id, instant, paged } from "./admin-schemas.ts"
import { failsWith } from "./envelope.ts"

export const Job = Schema.Struct({
  jobId: Schema.String,
  task: Schema.String,
  subject: Schema.String.annotate({ description: "The record that it is about" }),
  attempt: Schema.Int.annotate({ description: "How often it was begun" }),
  dead: Schema.Boolean,
  nextAttemptAt: Schema.NullOr(instant).annotate({ description: "Null for a dead job" }),
  lastDueAt: instant,
  heldUntil: Schema.NullOr(instant).annotate({ description: "While a worker works on it" }),
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why the last attempt did not end it" }),
  cause
}).annotate({ identifier: "Job" })

export const listDeadJobs = HttpApiEndpoint.get("listDeadJobs", "/admin/dead-jobs", {
  query: cursorQuery,
  success: paged({ jobs: Schema.Array(Job) }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "List jobs that were put aside",
  description: "They broke again and again by a defect; the last that was due first."
}))

export const retryDeadJob = HttpApiEndpoint.post("retryDeadJob", "/admin/dead-jobs/:jobId/retry", {
  params: { jobId: id },
  success: Schema.Struct({ success: Schema.Literal(true), data: Job }).pipe(HttpApiSchema.status(202)),
  error: failsWith("badRequest", "notFound")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Try a dead job once more",
  description: "At once, its attempts still counted; when it breaks again it is put aside again."
}))

export const adminJobs = HttpApiGroup.make("adminJobs").add(listDeadJobs, retryDeadJob)
  .annotateMerge(OpenApi.annotations({ title: "Jobs" }))
