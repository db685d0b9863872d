// Where the hosted pages of an attempt send what was typed. Only our own pages call it, and the session in their
// address is all they have.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { readHostedAttempt } from "../../../../core/customers/kyc/read-hosted-attempt.ts"
import { registerHostedDocument } from "../../../../core/customers/kyc/register-hosted-document.ts"
import { submitHostedAttempt } from "../../../../core/customers/kyc/submit-hosted-attempt.ts"
import { submitHostedForm } from "../../../../core/customers/kyc/submit-hosted-form.ts"
import { submitHostedProof } from "../../../../core/customers/kyc/submit-hosted-proof.ts"
import * as api from "../../api/definition/hosted.ts"
import { type Route, publicRoute } from "../../api/request/route.ts"

export const hostedRoutes: ReadonlyArray<Route> = [
  // Without a form: what a simulated provider takes from automated tests.
  publicRoute(
    api.hostedAttempt,
    ({ payload }) => Effect.map(submitHostedAttempt(payload.session), (answer) => answered(answer))
  ),
  publicRoute(
    api.hostedState,
    ({ payload }) => Effect.map(readHostedAttempt(payload.session), (answer) => answered(answer))
  ),
  publicRoute(
    api.hostedDocument,
    ({ payload, requiredOrigin }) =>
      Effect.flatMap(
        requiredOrigin,
        (origin) => Effect.map(registerHostedDocument({ ...payload, origin }), (answer) => answered(answer))
      )
  ),
  publicRoute(
    api.hostedPerson,
    ({ payload: { session, ...request } }) =>
      Effect.map(submitHostedForm({ session, typed: { _tag: "Person", request } }), (answer) => answered(answer))
  ),
  publicRoute(
    api.hostedCompany,
    ({ payload: { session, ...request } }) =>
      Effect.map(submitHostedForm({ session, typed: { _tag: "Company", request } }), (answer) => answered(answer))
  ),
  publicRoute(
    api.hostedRepresentative,
    ({ payload: { session, ...request } }) =>
      Effect.map(
        submitHostedForm({ session, typed: { _tag: "Representative", request } }),
        (answer) => answered(answer)
      )
  ),
  publicRoute(
    api.hostedProofOfAddress,
    ({ payload: { documentId, session } }) =>
      Effect.map(submitHostedProof(session, { _tag: "ProofOfAddress", documentId }), (answer) => answered(answer))
  ),
  publicRoute(
    api.hostedProofOfFinancialCapacity,
    ({ payload: { session, ...proof } }) =>
      Effect.map(
        submitHostedProof(session, { _tag: "ProofOfFinancialCapacity", ...proof }),
        (answer) => answered(answer)
      )
  )
]
