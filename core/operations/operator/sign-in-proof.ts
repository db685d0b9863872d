// Proof that somebody is an operator: his password and a code of the second factor. A try is counted in a commit of its own
// before it is judged; what is refused is refused alike, in the time of one hash, whoever it was about (0214).
import { Effect, Option, Redacted } from "effect"
import { RateLimited, SignInRefused } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { PasswordHasher } from "../../ports/password-hasher.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { type Credentials, type Operator, totpPlace } from "./operator.ts"
import { isOvertaken, operatorOf, put } from "./find-operator.ts"
import { normalPassword } from "./password.ts"
import { recoveryDigest } from "./recovery-code.ts"
import { takenStep } from "./totp.ts"
import { SignInTriesKind, untriedOperator, withTry, withoutTry } from "./tries.ts"

/** What somebody shows; both may be wrong. */
export interface SignInProof {
  readonly password: Redacted.Redacted
  /** Of the authenticator, or a recovery code. */
  readonly code: string
  /** Whoever has the same waits in one queue for the hash. */
  readonly turn: string
}

const triesOf = (operatorId: string) =>
  Effect.map(
    get(SignInTriesKind, operatorId),
    Option.getOrElse(() => ({ value: untriedOperator(operatorId), version: 0 }))
  )

/** Counts a try to be an operator; false while no more are judged. */
export const countTry = (operatorId: string) =>
  Effect.gen(function*() {
    const before = yield* triesOf(operatorId)
    const after = withTry(before.value, yield* worldTimeMillis)
    if (after === undefined) return false
    yield* Store.use((store) => store.commit(changeSet({ writes: [put(SignInTriesKind, before, after)] })))
    return true
  }).pipe(Effect.retry({ while: isOvertaken }))

/** Takes back a try that was not judged after all. */
export const uncountTry = (operatorId: string) =>
  Effect.gen(function*() {
    const before = yield* triesOf(operatorId)
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [put(SignInTriesKind, before, withoutTry(before.value))] }))
    )
  }).pipe(Effect.retry({ while: isOvertaken }))

/** The write that forgives the tries of an operator, once one was right. */
export const forgiveTries = Effect.fnUntraced(function*(operatorId: string) {
  const before = yield* triesOf(operatorId)
  return put(SignInTriesKind, before, { ...before.value, count: 0 })
})

/** Refuses a try; the log names whom it was about, where that is known. */
export const refuseTry = Effect.fnUntraced(function*(operatorId: string | undefined, isLocked: boolean) {
  if (operatorId !== undefined) yield* Effect.logWarning("A sign-in was refused", { operatorId, isLocked })
  return yield* new SignInRefused()
})

const busy = new RateLimited({ retryAfterSeconds: 1 })

/** The hash of a password that is set; fails while too many hashes wait. */
export const hashPassword = (password: Redacted.Redacted, turn: string) =>
  PasswordHasher.use((hasher) => hasher.hash(normalPassword(password), turn)).pipe(Effect.mapError(() => busy))

/** Checks the password of an operator, who may be no one; fails where it is wrong, or no more tries are judged. */
export const provePassword = Effect.fnUntraced(
  function*(operator: Operator | undefined, { password, turn }: SignInProof) {
    const isCounted = operator !== undefined && (yield* countTry(operator.id))
    const credentials = isCounted ? operator.credentials : undefined
    const uncount = Effect.suspend(() => isCounted ? uncountTry(operator.id) : Effect.void)
    const isRight = yield* PasswordHasher.use((hasher) =>
      hasher.verify(normalPassword(password), credentials?.password, turn)
    ).pipe(
      Effect.catchTag("HasherBusy", () => Effect.andThen(uncount, Effect.fail(busy)))
    )
    if (operator === undefined || credentials === undefined || !isRight) {
      return yield* refuseTry(operator?.id, operator !== undefined && !isCounted)
    }
    return credentials
  }
)

/** The credentials once a code was used up; undefined where it is wrong or was used. */
const withCodeUsed = Effect.fnUntraced(function*(operatorId: string, credentials: Credentials, code: string) {
  const secret = Redacted.value(yield* Secrets.use((secrets) => secrets.open(credentials.totp, totpPlace(operatorId))))
  const step = takenStep({ code, lastStep: credentials.lastStep, secret }, yield* worldTimeMillis)
  if (step !== undefined) return { ...credentials, lastStep: step } satisfies Credentials
  const digest = recoveryDigest(operatorId, code)
  const left = credentials.recoveryCodes.filter((each) => !equalInConstantTime(each, digest))
  return left.length < credentials.recoveryCodes.length
    ? { ...credentials, recoveryCodes: left } satisfies Credentials
    : undefined
})

/**
 * The operator as he is now with a code used up, after his password was proven with credentials that still hold. Refuses where
 * they do not, or the code is wrong.
 */
export const proveCode = Effect.fnUntraced(function*(operatorId: string, proven: Credentials, code: string) {
  const operator = yield* operatorOf(operatorId).pipe(Effect.catchTag("NotFound", () => refuseTry(operatorId, false)))
  const { credentials } = operator.value
  const holds = credentials !== undefined && credentials.passwordSetAt === proven.passwordSetAt
  const used = holds ? yield* withCodeUsed(operatorId, credentials, code) : undefined
  if (used === undefined) return yield* refuseTry(operatorId, false)
  return { operator, credentials: used }
})
