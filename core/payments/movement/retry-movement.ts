// The operator orders another attempt at what was refused, such as the return of a surplus that the rail turned down: under an id
// of its own, planned in one commit with the act (C51). The refused one is looked up first: what has happened is booked instead.
import { Clock, Effect } from "effect"
import { StateConflict } from "../../base/errors/errors.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import { bookMovement } from "./perform-movement.ts"
import { lookUp } from "./asked.ts"
import { attemptAfter, movementId } from "./movement.ts"
import { movementOf, movementView } from "./movement-view.ts"
import type { Subjects } from "./news.ts"

/**
 * Plans it and gives the new movement; the refused one where it turns out to be done. In conflict: one that was not refused, whose
 * outcome is unknown, that was tried again before, or whose record has an order of its own.
 */
export const retryMovement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(function*(operator: Actor, { movementId: id }: { readonly movementId: string }) {
    const { value: movement, version } = yield* movementOf(id)
    const { owner, purpose, sentAt, state, subject } = movement
    const conflict = new StateConflict({ resource: "movement", state })
    if (state !== "REFUSED") return yield* conflict
    const found = sentAt === null ? undefined : yield* lookUp(movement)
    if (found?._tag === "Unknown") return yield* conflict
    if (found?._tag === "Done") {
      yield* bookMovement(subjects, id, { on: "done", receipt: found.value })
      return movementView((yield* movementOf(id)).value)
    }
    const at = yield* Clock.currentTimeMillis
    const acts = actsOf(operator, { action: "movement.retry", owner, subject: id, version, detail: {}, at })
    const outcome = yield* bookMovement(subjects, id, { on: "retried" }, { writes: acts })
    if (outcome !== "Booked") return yield* conflict
    return movementView((yield* movementOf(movementId(subject, purpose, attemptAfter(movement)))).value)
  })
