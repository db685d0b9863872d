// Deposit endpoints to their use cases.
import { Effect } from "effect"
import * as create from "../../../core/deposit/create-deposit.ts"
import * as preview from "../../../core/deposit/preview-deposit.ts"
import * as read from "../../../core/deposit/read-deposit.ts"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { createDeposit, readDeposit } from "../api/deposit.ts"
import { route } from "../route.ts"

export const depositRoutes = [
  route(createDeposit, ({ attempt, caller, payload, query }) =>
    query.dryRun === "true"
      ? Effect.map(preview.previewDeposit({ caller, request: payload }), (answer) => answered(answer))
      : create.createDeposit({ caller, request: payload, attempt })),
  route(
    readDeposit,
    ({ caller, params }) =>
      Effect.map(read.readDeposit(caller, params.externalId), (data) => answered({ success: true, data }))
  )
]
