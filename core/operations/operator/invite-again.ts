// POST /admin/operators/{operatorId}/invitation: a new invitation in place of the one before. It erases what the operator signed
// in with and ends his sessions.
import { Effect } from "effect"
import { Store, changeSet } from "../../engine/store/store.ts"
import type { Actor } from "../../engine/review/operator-act.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { newInvitation } from "./invitation-token.ts"
import { changedOperator, endOfSessions, isOvertaken, operatorOf } from "./find-operator.ts"
import { operatorView } from "./operator-view.ts"
import { forgiveTries } from "./sign-in-proof.ts"

/** Invites an operator again; `invitation` is the token, and nothing gives it again. */
export const inviteAgain = (actor: Actor, operatorId: string) =>
  Effect.gen(function*() {
    const now = yield* worldTimeMillis
    const before = yield* operatorOf(operatorId)
    const { invitation, token } = yield* newInvitation(operatorId, now)
    const { moves, operator, writes } = yield* changedOperator(
      actor,
      before,
      ({ credentials: _, ...rest }) => ({ ...rest, invitation }),
      { on: "invitedAgain", action: "operator.inviteAgain", detail: {}, at: now }
    )
    const ends = [...(yield* endOfSessions(operatorId)), yield* forgiveTries(operatorId)]
    yield* Store.use((store) => store.commit(changeSet({ writes: [...writes, ...ends], moves })))
    return { ...operatorView(operator, now), invitation: token }
  }).pipe(Effect.retry({ while: isOvertaken }))
