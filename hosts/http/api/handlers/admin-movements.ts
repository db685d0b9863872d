// The operator's commands over movements to their use cases.
import { subjects } from "../../../../core/payments/resources.ts"
import { operatorOrders } from "../../../../core/inbox/operator-order.ts"
import { cancelMovement } from "../../../../core/payments/movement/cancel-movement.ts"
import * as api from "../definition/admin-movements.ts"
import { managed } from "../request/management-route.ts"

const { releaseMovement, resolveMovement, retryMovement } = operatorOrders

export const adminMovementRoutes = [
  managed(
    api.resolveMovement,
    ({ operator }, { params, payload }) => resolveMovement.give(operator, { ...params, ...payload })
  ),
  managed(api.releaseMovement, ({ operator }, { params }) => releaseMovement.give(operator, params)),
  managed(api.retryMovement, ({ operator }, { params }) => retryMovement.give(operator, params)),
  managed(
    api.cancelMovement,
    ({ operator }, { params, payload }) => cancelMovement(subjects)(operator, { ...params, ...payload })
  )
]
