// PATCH /admin/operators/{operatorId}: another role, which open sessions have at once.
import { Effect } from "effect"
import { Store, changeSet } from "../../engine/store/store.ts"
import type { Actor } from "../../engine/review/operator-act.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { changedOperator, isOvertaken, operatorOf } from "./find-operator.ts"
import { operatorView } from "./operator-view.ts"
import type { OperatorRole } from "./role.ts"

/** Changes the role of an operator. */
export const updateOperator = (actor: Actor, operatorId: string, { role }: { readonly role: OperatorRole }) =>
  Effect.gen(function*() {
    const now = yield* worldTimeMillis
    const before = yield* operatorOf(operatorId)
    if (before.value.role === role) return operatorView(before.value, now)
    const detail = { from: before.value.role, to: role }
    const { moves, operator, writes } = yield* changedOperator(actor, before, (each) => ({ ...each, role }), {
      on: "roleChanged",
      action: "operator.changeRole",
      detail,
      at: now
    })
    yield* Store.use((store) => store.commit(changeSet({ writes, moves })))
    return operatorView(operator, now)
  }).pipe(Effect.retry({ while: isOvertaken }))
