// Sessions and service tokens as the host finds them: who is behind a cookie or a bearer, read anew for each request, so that a
// role, an end and a revocation hold at once.
import { Effect, Option, type Redacted } from "effect"
import { Unauthorized } from "../../base/errors/errors.ts"
import { Ids } from "../../engine/store/ids.ts"
import { byId, get, replace, together } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import type { ActingOperator } from "../../engine/review/operator-act.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { Operators } from "./operator.ts"
import { isOvertaken, put, sessionsOf } from "./find-operator.ts"
import { ServiceTokens, readServiceToken, stateOfToken } from "./service-token.ts"
import { OperatorSessionLists, openSession, seenSession, withSession, withoutSession } from "./session.ts"
import { digestOf, readToken, secretBytes, tokenOf } from "./token.ts"

/** An operator who is signed in. */
export interface SignedIn {
  readonly by: ActingOperator
  /** The digest of his session. */
  readonly session: string
}

const ended = new Unauthorized({ problem: "session" })

/** What a page has to send back with everything that writes: only who reads our answers can know it. */
export const csrfOf = (session: string) => Secrets.use((secrets) => secrets.proof("csrf", session))

/** What holds in its place: also what a page was given before the keys were rotated. */
export const csrfsOf = (session: string) => Secrets.use((secrets) => secrets.proofs("csrf", session))

/** Who is behind the cookie of a session. */
export const signedInBy = Effect.fnUntraced(function*(cookie: Redacted.Redacted) {
  const read = readToken(cookie)
  if (read === undefined) return yield* ended
  const { operator } = yield* together({ operator: byId(Operators, read.id) })
  const sessions = yield* sessionsOf(read.id)
  const now = yield* worldTimeMillis
  const session = openSession(sessions.value, read.digest, now)
  if (operator === undefined || operator.state !== "ACTIVE" || session === undefined) return yield* ended
  const seen = seenSession(sessions.value, session, now)
  if (seen !== undefined) {
    // That it could not be noted stops no request.
    yield* Effect.ignore(
      Store.use((store) => store.commit(changeSet({ writes: [replace(OperatorSessionLists, sessions, seen)] })))
    )
  }
  const { id, name, role } = operator
  return { by: { id, name, role }, session: session.digest } satisfies SignedIn
})

/** Whether a session still opens anything. */
export const sessionIsOpen = Effect.fnUntraced(function*({ by, session }: SignedIn) {
  const operator = Option.getOrUndefined(yield* get(Operators, by.id))?.value
  const { value } = yield* sessionsOf(by.id)
  return operator?.state === "ACTIVE" && openSession(value, session, yield* worldTimeMillis) !== undefined
})

/** Who is behind a service token; undefined for a bearer of another form. Unknown, revoked and expired ones answer alike. */
export const serviceOf = Effect.fnUntraced(function*(bearer: Redacted.Redacted) {
  const read = readServiceToken(bearer)
  if (read === undefined) return undefined
  const token = Option.getOrUndefined(yield* get(ServiceTokens, read.id))?.value
  const isRight = token !== undefined && equalInConstantTime(token.digest, read.digest) &&
    stateOfToken(token, yield* worldTimeMillis) === "ACTIVE"
  if (!isRight) return yield* new Unauthorized({ problem: "notOperator" })
  const { id, name, role } = token
  return { id, name, role, madeBy: token.createdBy } satisfies ActingOperator
})

/** Whether a service token still opens anything. */
export const serviceIsOpen = Effect.fnUntraced(function*(tokenId: string) {
  const token = Option.getOrUndefined(yield* get(ServiceTokens, tokenId))?.value
  return token !== undefined && stateOfToken(token, yield* worldTimeMillis) === "ACTIVE"
})

/** A new session of an operator: the cookie that opens it, and the write that it is part of. */
export const newSession = Effect.fnUntraced(function*(operatorId: string, now: number) {
  const secret = yield* Ids.use((ids) => ids.secret(secretBytes))
  const digest = digestOf(secret)
  const before = yield* sessionsOf(operatorId)
  return {
    cookie: tokenOf(operatorId, secret),
    csrf: yield* csrfOf(digest),
    digest,
    write: put(OperatorSessionLists, before, withSession(before.value, digest, now))
  }
})

/** Ends the session of a cookie; one that opens nothing ends nothing. */
export const endSession = (cookie: Redacted.Redacted) =>
  Effect.gen(function*() {
    const read = readToken(cookie)
    if (read === undefined) return
    const before = yield* sessionsOf(read.id)
    const after = withoutSession(before.value, read.digest)
    if (after.sessions.length === before.value.sessions.length) return
    yield* Store.use((store) => store.commit(changeSet({ writes: [replace(OperatorSessionLists, before, after)] })))
  }).pipe(Effect.retry({ while: isOvertaken }))
