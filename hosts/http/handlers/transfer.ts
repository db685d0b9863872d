// The transfer endpoint to its use case.
import * as create from "../../../core/transfer/create-transfer.ts"
import { createTransfer } from "../api/transfer.ts"
import { route } from "../route.ts"

export const transferRoutes = [
  route(
    createTransfer,
    ({ attempt, caller, payload }) => create.createTransfer({ caller, request: payload, attempt }),
    ({ data }) => data.status === "PENDING" ? 202 : 200
  )
]
