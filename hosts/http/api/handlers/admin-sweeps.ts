// The operator's endpoints over sweeps to their use cases.
import { Effect } from "effect"
import { operatorOrders } from "../../../../core/inbox/operator-order.ts"
import { completed } from "../../../../core/payments/treasury-sweep/create-treasury-sweep.ts"
import { listTreasurySweeps } from "../../../../core/payments/treasury-sweep/list-treasury-sweeps.ts"
import * as api from "../definition/admin-sweeps.ts"
import { managed } from "../request/management-route.ts"

const { sweepTreasury } = operatorOrders

export const adminSweepRoutes = [
  managed(
    api.sweepTreasury,
    ({ operator }, { payload }) => Effect.flatMap(completed(payload), (order) => sweepTreasury.give(operator, order))
  ),
  managed(api.listSweeps, (_, { query }) => listTreasurySweeps(query.cursor))
]
