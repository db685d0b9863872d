// The sessions of an operator: what a cookie opens, for 30 minutes without a request and 12 hours in all. One record has all of
// an operator's, and stored of each is the digest of its secret.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { limits } from "../../base/limits/limits.ts"
import { recordKind } from "../../engine/store/records.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const OperatorSession = Schema.Struct({
  /** SHA-256 of its secret, hex. */
  digest: Schema.String,
  /** Unix milliseconds. */
  createdAt: Schema.Int,
  /** To the minute. */
  lastSeenAt: Schema.Int,
  endsAt: Schema.Int
})
export type OperatorSession = typeof OperatorSession.Type

const Sessions = Schema.Struct({
  /** The operator's own id. */
  id: Schema.String,
  owner: Schema.String,
  /** The oldest first. */
  sessions: Schema.Array(OperatorSession)
})
export type OperatorSessions = typeof Sessions.Type

export const OperatorSessionLists = recordKind({
  kind: "operatorSessions",
  schema: Sessions,
  personal: noPersonalData("digests and instants")
})

/** An operator without sessions. */
export const noSessions = (operatorId: string): OperatorSessions => ({
  id: operatorId,
  owner: operatorOwner,
  sessions: []
})

const isOpen = ({ endsAt, lastSeenAt }: OperatorSession, now: number): boolean =>
  now < endsAt && now < lastSeenAt + limits.operatorSession.idleMs

/** With one more session; the oldest goes where there are too many. */
export const withSession = (before: OperatorSessions, digest: string, now: number): OperatorSessions => {
  const session = { digest, createdAt: now, lastSeenAt: now, endsAt: now + limits.operatorSession.lifetimeMs }
  const open = before.sessions.filter((each) => isOpen(each, now))
  return { ...before, sessions: [...open, session].slice(-limits.operatorSession.most) }
}

/** The open session of a digest. */
export const openSession = ({ sessions }: OperatorSessions, digest: string, now: number): OperatorSession | undefined =>
  sessions.find((each) => equalInConstantTime(each.digest, digest) && isOpen(each, now))

/** Without the session of a digest. */
export const withoutSession = (before: OperatorSessions, digest: string): OperatorSessions => ({
  ...before,
  sessions: before.sessions.filter((each) => !equalInConstantTime(each.digest, digest))
})

/** With a session seen now; undefined where that is noted already. */
export const seenSession = (
  before: OperatorSessions,
  { digest, lastSeenAt }: OperatorSession,
  now: number
): OperatorSessions | undefined =>
  now - lastSeenAt < limits.operatorSession.seenMs
    ? undefined
    : {
      ...before,
      sessions: before.sessions.map((each) => each.digest === digest ? { ...each, lastSeenAt: now } : each)
    }
