// POST /dashboard/api/sign-in: a session for whoever shows e-mail address, password and a code. Its secret is drawn anew; the
// session that somebody brings along is never kept, and ends.
import { Effect, type Redacted } from "effect"
import { PasswordHasher } from "../../ports/password-hasher.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { changedOperator, isOvertaken, operatorOfEmail } from "./find-operator.ts"
import { endSession, newSession } from "./find-session.ts"
import { forgiveTries, hashPassword, proveCode, provePassword, refuseTry } from "./sign-in-proof.ts"
import { type Visitor, actorFor } from "./visitor.ts"

/** What somebody shows. */
interface SignIn {
  readonly email: string
  readonly password: Redacted.Redacted
  readonly code: string
}

/** Signs an operator in. */
export const startSession = Effect.fnUntraced(function*(visitor: Visitor, { code, email, password }: SignIn) {
  const { turn } = visitor
  const found = (yield* operatorOfEmail(email))?.value
  // Who has not accepted yet has nothing that could be guessed: it is as if he did not exist.
  const known = found?.credentials === undefined ? undefined : found
  const proven = yield* provePassword(known, { password, code, turn })
  if (known === undefined) return yield* refuseTry(undefined, false)
  const hasher = yield* PasswordHasher
  const stronger = hasher.isOutdated(proven.password)
    ? yield* hashPassword(password, turn)
    : proven.password
  const started = yield* Effect.gen(function*() {
    const now = yield* worldTimeMillis
    const { credentials, operator: before } = yield* proveCode(known.id, proven, code)
    const { moves, operator, writes } = yield* changedOperator(
      actorFor(visitor, before.value),
      before,
      (each) => ({ ...each, credentials: { ...credentials, password: stronger }, lastSignInAt: now }),
      { on: "signedIn", action: "operator.signIn", detail: {}, at: now }
    )
    const { cookie, csrf, write } = yield* newSession(known.id, now)
    const all = [...writes, write, yield* forgiveTries(known.id)]
    yield* Store.use((store) => store.commit(changeSet({ writes: all, moves })))
    return { operatorId: operator.id, cookie, csrf }
  }).pipe(Effect.retry({ while: isOvertaken }))
  if (visitor.cookie !== undefined) yield* endSession(visitor.cookie)
  return started
})
