// POST /dashboard/api/invitation/accept: the operator sets his password and proves that his second factor works. The invitation
// is used up with it, and he is signed in.
import { Effect, Redacted } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { invitedBy } from "./invitation-token.ts"
import { totpPlace } from "./operator.ts"
import { changedOperator, isOvertaken } from "./find-operator.ts"
import { settablePassword } from "./password.ts"
import { recoveryCodeBytes, recoveryCodeOf, recoveryDigest } from "./recovery-code.ts"
import { newSession } from "./find-session.ts"
import { countTry, forgiveTries, hashPassword, refuseTry, uncountTry } from "./sign-in-proof.ts"
import { takenStep } from "./totp.ts"
import { type Visitor, actorFor } from "./visitor.ts"

/** What the operator sends. */
interface Acceptance {
  readonly invitation: Redacted.Redacted
  readonly password: Redacted.Redacted
  /** Of the second factor that the invitation showed. */
  readonly code: string
}

const drawCodes = Effect.gen(function*() {
  const ids = yield* Ids
  const secrets = yield* Effect.replicateEffect(ids.secret(recoveryCodeBytes), limits.recoveryCodes)
  return secrets.map(recoveryCodeOf)
})

/** Accepts an invitation and opens a session; the recovery codes are shown this once. */
export const acceptInvitation = Effect.fnUntraced(
  function*(visitor: Visitor, { code, invitation: token, password }: Acceptance) {
    const { invitation, operator: invited } = yield* invitedBy(token, yield* worldTimeMillis)
    const { id } = invited.value
    yield* settablePassword("password", password, invited.value)
    if (!(yield* countTry(id))) return yield* refuseTry(id, true)
    const { totp } = invitation
    if (totp === undefined) return yield* refuseTry(id, false)
    const secret = Redacted.value(yield* Secrets.use((secrets) => secrets.open(totp, totpPlace(id))))
    const lastStep = takenStep({ code, secret, lastStep: -1 }, yield* worldTimeMillis)
    if (lastStep === undefined) return yield* refuseTry(id, false)
    const hash = yield* Effect.tapError(hashPassword(password, visitor.turn), () => uncountTry(id))
    const codes = yield* drawCodes
    return yield* Effect.gen(function*() {
      const now = yield* worldTimeMillis
      const { operator: before } = yield* invitedBy(token, now)
      const credentials = {
        password: hash,
        passwordSetAt: now,
        totp,
        lastStep,
        recoveryCodes: codes.map((each) => recoveryDigest(id, each))
      }
      const { moves, operator, writes } = yield* changedOperator(
        actorFor(visitor, before.value),
        before,
        ({ invitation: _, ...rest }) => ({ ...rest, credentials, lastSignInAt: now }),
        { on: "accepted", action: "operator.accept", detail: {}, at: now }
      )
      const { cookie, csrf, write } = yield* newSession(id, now)
      const all = [...writes, write, yield* forgiveTries(id)]
      yield* Store.use((store) => store.commit(changeSet({ writes: all, moves })))
      return { operatorId: operator.id, cookie, csrf, recoveryCodes: codes }
    }).pipe(Effect.retry({ while: isOvertaken }))
  }
)
