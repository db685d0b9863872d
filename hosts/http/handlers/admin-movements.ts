// The operator's commands over movements to their use cases.
import { subjects } from "../../../core/composition/subjects.ts"
import { cancelMovement } from "../../../core/movement/cancel-movement.ts"
import { releaseMovement } from "../../../core/movement/release-movement.ts"
import { resolveMovement } from "../../../core/movement/resolve-movement.ts"
import { retryMovement } from "../../../core/movement/retry-movement.ts"
import * as api from "../api/admin-movements.ts"
import { managed } from "../management/route.ts"

export const adminMovementRoutes = [
  managed(
    api.resolveMovement,
    ({ operator }, { params, payload }) => resolveMovement(subjects)(operator, { ...params, ...payload })
  ),
  managed(api.releaseMovement, ({ operator }, { params }) => releaseMovement(subjects)(operator, params)),
  managed(api.retryMovement, ({ operator }, { params }) => retryMovement(subjects)(operator, params)),
  managed(
    api.cancelMovement,
    ({ operator }, { params, payload }) => cancelMovement(subjects)(operator, { ...params, ...payload })
  )
]
