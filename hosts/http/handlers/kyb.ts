// KYB endpoints to their use cases.
import { Effect } from "effect"
import * as start from "../../../core/kyc/start-kyb.ts"
import { submitKybProof } from "../../../core/kyc/submit-kyb-proof.ts"
import { proveAddress, proveFinancialCapacity, startKyb } from "../api/kyb.ts"
import { type Route, route } from "../route.ts"

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
