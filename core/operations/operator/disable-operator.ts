// DELETE /admin/operators/{operatorId}: the operator opens nothing any more; what he did keeps his name. Disabling twice changes
// nothing.
import { Effect } from "effect"
import { Store, changeSet } from "../../engine/store/store.ts"
import type { Actor } from "../../engine/review/operator-act.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { changedOperator, endOfSessions, isOvertaken, operatorOf } from "./find-operator.ts"
import { operatorView } from "./operator-view.ts"

/** Closes an operator's access for good. */
export const disableOperator = (actor: Actor, operatorId: string) =>
  Effect.gen(function*() {
    const now = yield* worldTimeMillis
    const before = yield* operatorOf(operatorId)
    if (before.value.state === "DISABLED") return operatorView(before.value, now)
    const { moves, operator, writes } = yield* changedOperator(
      actor,
      before,
      ({ credentials: _, invitation: __, ...rest }) => rest,
      { on: "disabled", action: "operator.disable", detail: {}, at: now }
    )
    const ends = yield* endOfSessions(operatorId)
    yield* Store.use((store) => store.commit(changeSet({ writes: [...writes, ...ends], moves })))
    return operatorView(operator, now)
  }).pipe(Effect.retry({ while: isOvertaken }))
