// KYC endpoints to their use cases.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { KycFormRequest } from "../../../../core/standards/identity/kyc-form.ts"
import * as read from "../../../../core/customers/kyc/read-kyc.ts"
import * as readAttempt from "../../../../core/customers/kyc/read-kyc-attempt.ts"
import * as start from "../../../../core/customers/kyc/start-kyc.ts"
import * as importing from "../../../../core/customers/kyc/submit-import-token.ts"
import * as submit from "../../../../core/customers/kyc/submit-kyc-form.ts"
import { importKyc, readKyc, readKycAttempt, startKyc, submitKyc } from "../definition/kyc.ts"
import { type Route, bodyOptional, eitherRoute, route } from "../request/route.ts"

const { subAccountId: _, ...ofForms } = KycFormRequest.fields

const isForm = (body: object): boolean => Object.keys(body).some((name) => Object.hasOwn(ofForms, name))

export const kycRoutes: ReadonlyArray<Route> = [
  bodyOptional(eitherRoute(
    isForm,
    route(submitKyc, ({ attempt, caller, payload }) => submit.submitKycForm({ caller, request: payload, attempt })),
    route(
      startKyc,
      ({ attempt, caller, payload, requiredOrigin }) =>
        Effect.flatMap(requiredOrigin, (origin) => start.startKyc({ caller, request: payload, origin, attempt }))
    )
  )),
  route(
    importKyc,
    ({ attempt, caller, payload }) => importing.submitImportToken({ caller, request: payload, attempt })
  ),
  route(
    readKyc,
    ({ caller, query }) =>
      Effect.map(read.readKyc(caller, query.subAccountId), (data) => answered({ success: true, data }))
  ),
  route(
    readKycAttempt,
    ({ caller, params }) =>
      Effect.map(readAttempt.readKycAttempt(caller, params.attemptId), (data) => answered({ success: true, data }))
  )
]
