// POST /dashboard/api/password: an operator changes his own password, proves himself anew for it, and is signed out everywhere
// else.
import { Effect, type Redacted } from "effect"
import { Store, changeSet } from "../../engine/store/store.ts"
import type { Actor } from "../../engine/review/operator-act.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { changedOperator, isOvertaken, operatorOf, put, sessionsOf } from "./find-operator.ts"
import { settablePassword } from "./password.ts"
import type { SignedIn } from "./find-session.ts"
import { OperatorSessionLists } from "./session.ts"
import { type SignInProof, forgiveTries, hashPassword, proveCode, provePassword } from "./sign-in-proof.ts"

/** What an operator shows, and what he wants. */
interface PasswordChange extends SignInProof {
  readonly newPassword: Redacted.Redacted
}

/** Changes the password of whoever asks. */
export const updatePassword = Effect.fnUntraced(
  function*(actor: Actor, { by: { id }, session }: SignedIn, { code, newPassword, password, turn }: PasswordChange) {
    const operator = yield* operatorOf(id)
    yield* settablePassword("newPassword", newPassword, operator.value)
    const proven = yield* provePassword(operator.value, { password, code, turn })
    const hash = yield* hashPassword(newPassword, turn)
    yield* Effect.gen(function*() {
      const now = yield* worldTimeMillis
      const { credentials, operator: before } = yield* proveCode(id, proven, code)
      const { moves, writes } = yield* changedOperator(
        actor,
        before,
        (each) => ({ ...each, credentials: { ...credentials, password: hash, passwordSetAt: now } }),
        { on: "signedIn", action: "operator.changePassword", detail: {}, at: now }
      )
      const sessions = yield* sessionsOf(id)
      const left = { ...sessions.value, sessions: sessions.value.sessions.filter(({ digest }) => digest === session) }
      const all = [...writes, put(OperatorSessionLists, sessions, left), yield* forgiveTries(id)]
      yield* Store.use((store) => store.commit(changeSet({ writes: all, moves })))
    }).pipe(Effect.retry({ while: isOvertaken }))
  }
)
