// The transfer endpoint to its use case.
import * as create from "../../../../core/payments/transfer/create-transfer.ts"
import { createTransfer } from "../definition/transfer.ts"
import { route } from "../request/route.ts"

export const transferRoutes = [
  route(
    createTransfer,
    ({ attempt, caller, payload }) => create.createTransfer({ caller, request: payload, attempt }),
    ({ data }) => data.status === "PENDING" ? 202 : 200
  )
]
