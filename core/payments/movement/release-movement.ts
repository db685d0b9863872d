// The operator has what a held movement lacked, such as float or an approval, or wants it sent above a limit: it is sent now, instead of
// when its job tries it next (C51).
import { Clock, Effect } from "effect"
import { StateConflict } from "../../base/errors/errors.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import { movementOf, movementView } from "./movement-view.ts"
import type { Subjects } from "./news.ts"
import { advanceMovement } from "./perform-movement.ts"

/** Sends a held movement, under the claim that a worker takes, and gives it as it stands then. In conflict: one that is not held. */
export const releaseMovement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(function*(operator: Actor, { movementId }: { readonly movementId: string }) {
    const { value: { owner, state }, version } = yield* movementOf(movementId)
    if (state !== "HELD") return yield* new StateConflict({ resource: "movement", state })
    const at = yield* Clock.currentTimeMillis
    const acts = actsOf(operator, { action: "movement.release", owner, subject: movementId, version, detail: {}, at })
    yield* Store.use((store) => store.commit(changeSet({ writes: acts }))).pipe(
      // Released before, and it could not be sent: the movement has not changed since.
      Effect.catchTag("DuplicateKey", () => Effect.void)
    )
    yield* advanceMovement(subjects, movementId, [], true)
    return movementView((yield* movementOf(movementId)).value)
  })
