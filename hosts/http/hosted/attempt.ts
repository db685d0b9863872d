// Where the hosted pages of an attempt send what was typed. It is no part of the interface: only our own pages ask it, and
// the session of their address is all they have.
import { Effect, Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { DocumentType } from "../../../core/kyc/document.ts"
import {
  HostedCompanyRequest,
  HostedPersonRequest,
  HostedRepresentativeRequest
} from "../../../core/identity/hosted-form.ts"
import { readHostedAttempt } from "../../../core/kyc/read-hosted-attempt.ts"
import { registerHostedDocument } from "../../../core/kyc/register-hosted-document.ts"
import { submitHostedAttempt } from "../../../core/kyc/submit-hosted-attempt.ts"
import { submitHostedForm } from "../../../core/kyc/submit-hosted-form.ts"
import { submitHostedProof } from "../../../core/kyc/submit-hosted-proof.ts"
import { ProofOfAddressRequest, ProofOfFinancialCapacityRequest } from "../../../core/kyc/submit-kyb-proof.ts"
import { text } from "../../../core/text/text.ts"
import { type Route, publicRoute } from "../route.ts"

/** Under which path pages ask this host. */
export const hostedApiPrefix = "/hosted/api/"

const session = Schema.RedactedFromValue(text({ minimum: 1, maximum: 1_024 }))
const success = Schema.Struct({ success: Schema.Literal(true), data: Schema.Unknown })

const asked = <Name extends string, Fields extends Schema.Struct.Fields>(name: Name, path: string, fields: Fields) =>
  HttpApiEndpoint.post(name, `${hostedApiPrefix}attempt${path}`, {
    payload: Schema.Struct({ session, ...fields }),
    success
  })

const { documentId, annualRevenueInBrl } = ProofOfFinancialCapacityRequest.fields

export const hostedRoutes: ReadonlyArray<Route> = [
  // Without a form: what a simulated provider takes from automated tests.
  publicRoute(
    asked("hostedAttempt", "", {}),
    ({ payload }) => Effect.map(submitHostedAttempt(payload.session), (answer) => answered(answer))
  ),
  publicRoute(
    asked("hostedState", "/state", {}),
    ({ payload }) => Effect.map(readHostedAttempt(payload.session), (answer) => answered(answer))
  ),
  publicRoute(
    asked("hostedDocument", "/document", {
      documentType: DocumentType,
      isDoubleSided: Schema.optionalKey(Schema.Boolean)
    }),
    ({ origin, payload }) =>
      Effect.map(registerHostedDocument({ ...payload, origin: origin() }), (answer) => answered(answer))
  ),
  publicRoute(
    asked("hostedPerson", "/person", HostedPersonRequest.fields),
    ({ payload: { session, ...request } }) =>
      Effect.map(submitHostedForm({ session, typed: { _tag: "Person", request } }), (answer) => answered(answer))
  ),
  publicRoute(
    asked("hostedCompany", "/company", HostedCompanyRequest.fields),
    ({ payload: { session, ...request } }) =>
      Effect.map(submitHostedForm({ session, typed: { _tag: "Company", request } }), (answer) => answered(answer))
  ),
  publicRoute(
    asked("hostedRepresentative", "/representative", HostedRepresentativeRequest.fields),
    ({ payload: { session, ...request } }) =>
      Effect.map(
        submitHostedForm({ session, typed: { _tag: "Representative", request } }),
        (answer) => answered(answer)
      )
  ),
  publicRoute(
    asked("hostedProofOfAddress", "/proof-of-address", { documentId: ProofOfAddressRequest.fields.documentId }),
    ({ payload: { documentId, session } }) =>
      Effect.map(submitHostedProof(session, { _tag: "ProofOfAddress", documentId }), (answer) => answered(answer))
  ),
  publicRoute(
    asked("hostedProofOfFinancialCapacity", "/proof-of-financial-capacity", { documentId, annualRevenueInBrl }),
    ({ payload: { session, ...proof } }) =>
      Effect.map(
        submitHostedProof(session, { _tag: "ProofOfFinancialCapacity", ...proof }),
        (answer) => answered(answer)
      )
  )
]
