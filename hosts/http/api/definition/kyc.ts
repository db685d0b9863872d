// KYC endpoints (spec "Endpoints", KYC and KYB; C11). One path begins an attempt in two ways, which its body tells apart.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { KycLevel } from "../../../../core/standards/identity/kyc-report.ts"
import { KycFormRequest } from "../../../../core/standards/identity/kyc-form.ts"
import { RejectionLabel } from "../../../../core/customers/kyc/rejection-labels.ts"
import { KycCreateRequest } from "../../../../core/customers/kyc/start-kyc.ts"
import { KycImportTokenRequest } from "../../../../core/customers/kyc/submit-import-token.ts"
import { text } from "../../../../core/base/text/text.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const id = text({ minimum: 1, maximum: 255 })
const instant = Schema.String.annotate({ format: "date-time" })
const address = Schema.String.annotate({ format: "uri" })
const pending = Schema.Literal("PENDING")

const started = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    attemptId: Schema.String,
    status: pending,
    url: address.annotate({ description: "Send the person here; pass it on unmodified" }),
    expiresAt: Schema.NullOr(instant.annotate({ description: "Until when the page can be filled in" }))
  })
}).annotate({ identifier: "KycStarted" }).pipe(HttpApiSchema.status(201))

/** The answer to a form or a proof. */
export const submitted = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({ attemptId: Schema.String, status: pending, createdAt: instant })
}).annotate({ identifier: "KycSubmitted" }).pipe(HttpApiSchema.status(202))

const begins = "createKyc"
const path = "/api/kyc"
const failures = failsWith(...bodyFailures, "notFound")

/** The hosted way of beginning an attempt. */
export const startKyc = HttpApiEndpoint.post(begins, path, { payload: KycCreateRequest, success: started })
  .annotate(Upstream, "kycProvider").annotate(Scope, "deposits")

/** The form's way of beginning an attempt. */
export const submitKyc = HttpApiEndpoint.post(begins, path, { payload: KycFormRequest, success: submitted })
  .annotate(Upstream, "kycProvider").annotate(Scope, "deposits")

/** Both ways, as the interface describes them. */
const createKyc = HttpApiEndpoint.post(begins, path, {
  payload: Schema.Union([KycCreateRequest, KycFormRequest]),
  success: [started, submitted],
  error: failures
}).annotate(Scope, "deposits").annotateMerge(OpenApi.annotations({
  summary: "Begin a KYC attempt",
  description:
    "Without a form it answers with a page for the person (201); a body with any field of the form is a form (202). "
    + "Poll the attempt about every 30 seconds or wait for the event. An APPROVED user is not examined again."
}))

export const importKyc = HttpApiEndpoint.post("importKyc", "/api/kyc/import-token", {
  payload: KycImportTokenRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      attemptId: Schema.String,
      status: pending,
      source: Schema.Literal("EXTERNAL_IMPORT"),
      createdAt: instant
    })
  }).annotate({ identifier: "KycImported" }).pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound", "badUpstream")
}).annotate(Scope, "deposits").annotateMerge(OpenApi.annotations({
  summary: "Import a KYC by a share token",
  description:
    "One token a user, shown once to the provider and kept nowhere. The import is accepted first and validated afterwards: "
    + "it can still end REJECTED."
}))

export const readKyc = HttpApiEndpoint.get("readKyc", "/api/kyc", {
  query: { subAccountId: Schema.optionalKey(id.annotate({ description: "The key owner by default" })) },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      status: Schema.Literals(["NONE", "PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]).annotate({
        description: "Of the most recent attempt; NONE when nothing was submitted"
      }),
      level: KycLevel,
      lastAttemptId: Schema.NullOr(Schema.String),
      approvedAt: Schema.NullOr(instant)
    })
  }).annotate({ identifier: "KycState" }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({ summary: "Read where a subaccount stands" }))

export const readKycAttempt = HttpApiEndpoint.get("readKycAttempt", "/api/kyc/:attemptId", {
  params: { attemptId: id },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      attemptId: Schema.String,
      subAccountId: Schema.String,
      status: Schema.Literals(["PENDING", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]).annotate({
        description: "PENDING is under examination, also by a person; EXPIRED wants a new attempt"
      }),
      level: Schema.Union([Schema.Int, Schema.String]).annotate({
        description: "1 is LIGHT, 2 is FULL; an imported attempt has the opaque text external-token-<client-id>"
      }),
      rejectionReason: Schema.NullOr(Schema.String).annotate({ description: "A sentence for people" }),
      rejectionLabels: Schema.Array(RejectionLabel).annotate({
        description: "For programs; screening detail is not for end users"
      }),
      createdAt: instant,
      updatedAt: instant
    })
  }).annotate({ identifier: "KycAttempt" }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Read an attempt",
  description: "Of KYC, of KYB and of a company's proofs alike."
}))

export const kyc = HttpApiGroup.make("kyc").add(createKyc, importKyc, readKyc, readKycAttempt)
  .middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "KYC", description: "Who may transact." }))
