// The operator decides that a movement is not sent: one of which nothing was sent yet, so it never will be. Its record hears
// that it was refused: a deposit fails and its payment goes back, a payout gives the asset back (C51).
import { Clock, Effect } from "effect"
import { reason as because } from "../../base/reason/reason.ts"
import { StateConflict } from "../../base/errors/errors.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { bookMovement } from "./perform-movement.ts"
import { movementOf, movementView } from "./movement-view.ts"
import type { Subjects } from "./news.ts"
import { outsideOf } from "./outside.ts"

export interface CancelMovement {
  readonly movementId: string
  /** Why, for whoever looks at the record. */
  readonly reason: string
}

/** Cancels it in one commit with the act, and gives the movement. In conflict: one that was sent, or has an outcome. */
export const cancelMovement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(function*(operator: Actor, { movementId, reason }: CancelMovement) {
    const { value: movement, version } = yield* movementOf(movementId)
    const { owner, sentAt, state } = movement
    // The store may have lost that it was sent: what is known of that outside decides, or is waited for.
    const outside = sentAt === null ? yield* outsideOf(movement, true) : undefined
    if (outside?._tag === "Wait") return yield* new StateConflict({ resource: "movement", state })
    if (outside?._tag === "Done") {
      yield* bookMovement(subjects, movementId, { on: "found", receipt: outside.receipt })
      return movementView((yield* movementOf(movementId)).value)
    }
    const at = yield* Clock.currentTimeMillis
    const detail = { reason }
    const act = actOf(operator, { action: "movement.cancel", owner, subject: movementId, version, detail, at })
    const outcome = yield* bookMovement(subjects, movementId, {
      on: "withdrawn",
      reason: because("withdrawn", reason)
    }, { writes: [act] })
    const { value: after } = yield* movementOf(movementId)
    return outcome === "Booked"
      ? movementView(after)
      : yield* new StateConflict({ resource: "movement", state: after.state })
  })
