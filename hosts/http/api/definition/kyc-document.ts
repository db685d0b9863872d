// Documents and liveness (spec "Endpoints", KYC and KYB; C28, C29). The upload itself is no path of the interface: its
// address is in the answer to a registration.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { DocumentType } from "../../../../core/customers/kyc/document.ts"
import { DocumentRequest } from "../../../../core/customers/kyc/register-document.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { text } from "../../../../core/base/text/text.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const address = Schema.String.annotate({ format: "uri" })

const uploads = Schema.Struct({
  documentId: Schema.String,
  uploadUrlFront: described(
    address,
    "PUT the file here once within 15 minutes: If-None-Match: *, a JPEG, PNG or PDF with its Content-Type, at most 10 MiB"
  ),
  uploadUrlBack: Schema.optionalKey(described(address, "The same for the back; only when double-sided"))
})

const liveness = Schema.Struct({
  documentId: Schema.String,
  sessionId: Schema.String,
  livenessUrl: described(
    address,
    "Send the person here within five minutes; it cannot be framed. Pass it on unmodified"
  ),
  aveniaLivenessUrl: described(address, "The same session on the provider's page"),
  validateLivenessToken: described(Schema.String, "Confirms the capture; a JWT that expires after five minutes")
})

export const registerDocument = HttpApiEndpoint.post("registerDocument", "/api/kyc/document", {
  payload: DocumentRequest,
  success: Schema.Struct({ success: Schema.Literal(true), data: Schema.Union([uploads, liveness]) }).annotate({
    identifier: "DocumentRegistered"
  }),
  error: failsWith(...bodyFailures, "forbidden", "notFound")
}).annotate(Scope, "deposits").annotate(Upstream, "documentStore").annotateMerge(OpenApi.annotations({
  summary: "Register a document",
  description:
    "SELFIE-FROM-LIVENESS answers with the pages of a liveness session, every other type with addresses to upload to. "
    + "What was not filled in time has to be registered again."
}))

const uploadStatus = Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "EXPIRED", "WAITING-UPLOAD"]).annotate({
  description: "WAITING-UPLOAD before a liveness capture, PENDING before an upload"
})
const uploadError = Schema.String.annotate({ description: "Only when it failed" })
const id = text({ minimum: 1, maximum: 64 })

export const readDocument = HttpApiEndpoint.get("readDocument", "/api/kyc/document/:documentId", {
  params: { documentId: id },
  query: { subAccountId: id.annotate({ description: "Whose document it is" }) },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      documentId: Schema.String,
      ready: described(Schema.Boolean, "Every side has come: the document can be submitted"),
      documentType: DocumentType,
      uploadStatusFront: uploadStatus,
      uploadErrorFront: Schema.optionalKey(uploadError),
      uploadStatusBack: Schema.optionalKey(uploadStatus),
      uploadErrorBack: Schema.optionalKey(uploadError)
    })
  }).annotate({ identifier: "DocumentReadiness" }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({ summary: "Read how far a document has come" }))

export const validateLiveness = HttpApiEndpoint.post("validateLiveness", "/api/public/liveness/validate", {
  payload: Schema.Struct({
    validateLivenessToken: text({ minimum: 1, maximum: 1_024 }).annotate({ description: "From the registration" })
  }).annotate({ identifier: "LivenessValidateRequest" }),
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ documentId: Schema.String, status: Schema.Literal("COMPLETED") })
  }).annotate({ identifier: "LivenessValidated" }),
  error: failsWith(...bodyFailures)
}).annotateMerge(OpenApi.annotations({
  summary: "Confirm a liveness capture",
  description:
    `Needs no API key: the token is the only credential, and works once. ${limits.livenessPerMinute} calls a minute `
    + "from one address."
}))

export const documents = HttpApiGroup.make("documents").add(registerDocument, readDocument)
  .middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Documents", description: "What KYC and KYB examine." }))

export const livenessGroup = HttpApiGroup.make("liveness").add(validateLiveness)
  .annotateMerge(OpenApi.annotations({ title: "Liveness", description: "Confirmed by the person's own device." }))
