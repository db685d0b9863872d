// KYB endpoints to their use cases.
import { Effect } from "effect"
import * as start from "../../../../core/customers/kyc/start-kyb.ts"
import { submitKybProof } from "../../../../core/customers/kyc/submit-kyb-proof.ts"
import { proveAddress, proveFinancialCapacity, startKyb } from "../definition/kyb.ts"
import { type Route, route } from "../request/route.ts"

export const kybRoutes: ReadonlyArray<Route> = [
  route(
    startKyb,
    ({ attempt, caller, payload, requiredOrigin }) =>
      Effect.flatMap(requiredOrigin, (origin) => start.startKyb({ caller, request: payload, origin, attempt }))
  ),
  route(
    proveAddress,
    ({ attempt, caller, payload: { documentId, subAccountId } }) =>
      submitKybProof({ caller, subAccountId, proof: { _tag: "ProofOfAddress", documentId }, attempt })
  ),
  route(
    proveFinancialCapacity,
    ({ attempt, caller, payload: { annualRevenueInBrl, documentId, subAccountId } }) =>
      submitKybProof({
        caller,
        subAccountId,
        proof: { _tag: "ProofOfFinancialCapacity", documentId, annualRevenueInBrl },
        attempt
      })
  )
]
