// POST /dashboard/api/sign-out and /sign-out-everywhere: the session, or every session, opens nothing from now on.
import { Effect } from "effect"
import { replace } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { endOfSessions, isOvertaken, sessionsOf } from "./find-operator.ts"
import type { SignedIn } from "./find-session.ts"
import { OperatorSessionLists, withoutSession } from "./session.ts"

/** Ends one's own session. */
export const revokeSession = ({ by, session }: SignedIn) =>
  Effect.gen(function*() {
    const before = yield* sessionsOf(by.id)
    if (before.version === 0) return
    const after = withoutSession(before.value, session)
    yield* Store.use((store) => store.commit(changeSet({ writes: [replace(OperatorSessionLists, before, after)] })))
  }).pipe(Effect.retry({ while: isOvertaken }))

/** Ends every session of whoever asks. */
export const revokeSessions = ({ by }: SignedIn) =>
  Effect.gen(function*() {
    const writes = yield* endOfSessions(by.id)
    yield* Store.use((store) => store.commit(changeSet({ writes })))
  }).pipe(Effect.retry({ while: isOvertaken }))
