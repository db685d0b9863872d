// KYB endpoints (spec "Endpoints", KYC and KYB; C28). Their attempts are polled at GET /api/kyc/{attemptId}.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { KybRequest } from "../../../../core/customers/kyc/start-kyb.ts"
import {
  ProofOfAddressRequest,
  ProofOfFinancialCapacityRequest
} from "../../../../core/customers/kyc/submit-kyb-proof.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { submitted } from "./kyc.ts"
import { Scope, Upstream } from "./needs.ts"

const address = Schema.String.annotate({ format: "uri" })

export const startKyb = HttpApiEndpoint.post("startKyb", "/api/kyb", {
  payload: KybRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      attemptId: Schema.String,
      status: Schema.Literal("PENDING"),
      basicCompanyDataUrl: address.annotate({ description: "For the company" }),
      authorizedRepresentativeUrl: address.annotate({ description: "For who signs for it" }),
      createdAt: Schema.String.annotate({ format: "date-time" })
    })
  }).annotate({ identifier: "KybStarted" }).pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures, "notFound")
}).annotate(Scope, "deposits").annotate(Upstream, "kycProvider").annotateMerge(OpenApi.annotations({
  summary: "Begin a KYB attempt",
  description: "For a COMPANY subaccount with an email. Both pages have to be filled in."
}))

const proofFailures = failsWith(...bodyFailures, "forbidden", "notFound")

export const proveAddress = HttpApiEndpoint.post("proveAddress", "/api/kyb/proof-of-address", {
  payload: ProofOfAddressRequest,
  success: submitted,
  error: proofFailures
}).annotate(Scope, "deposits").annotateMerge(OpenApi.annotations({
  summary: "Submit a proof of address",
  description: "Of the company and its owner, once KYB is APPROVED. With financial capacity it raises operating limits."
}))

export const proveFinancialCapacity = HttpApiEndpoint.post(
  "proveFinancialCapacity",
  "/api/kyb/proof-of-financial-capacity",
  { payload: ProofOfFinancialCapacityRequest, success: submitted, error: proofFailures }
).annotate(Scope, "deposits").annotateMerge(OpenApi.annotations({
  summary: "Submit a proof of financial capacity",
  description: "Once KYB is APPROVED. Unlocks USD operations."
}))

export const kyb = HttpApiGroup.make("kyb").add(startKyb, proveAddress, proveFinancialCapacity)
  .middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "KYB", description: "Which companies may transact." }))
