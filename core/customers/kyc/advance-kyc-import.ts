// Worker step: an import that somebody began long ago and did not end. The provider says by our id whether it took the
// token: then the attempt begins, else the user may bring another one.
import { Clock, Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { find, insert } from "../../engine/store/records.ts"
import { Store, changeSet, joined } from "../../engine/store/store.ts"
import { KycAttempts } from "./kyc-attempt.ts"
import { KycImports, importedAttempt, settled } from "./kyc-import.ts"

/** Settles the job's import when it is still being requested. */
export const advanceKycImport = Effect.fnUntraced(function*(job: ClaimedJob) {
  const provider = yield* KycProvider
  const held = Option.getOrUndefined(yield* find(KycImports, "attempt", job.subject))
  const isAsking = held?.value.state === "ASKING" && held.value.attemptId === job.subject
  if (held === undefined || !isAsking) {
    yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    return finished
  }
  const found = yield* provider.lookUp(job.subject)
  if (found._tag === "Unknown") return again(backOffMs(job.attempt), found.reason)
  const now = yield* Clock.currentTimeMillis
  const attempt = importedAttempt(held.value, provider.importClientId, now)
  const changes = found._tag === "Done"
    ? joined(settled(held, "taken", now), { writes: [insert(KycAttempts, attempt)] })
    : settled(held, "refused", now)
  yield* Store.use((store) => store.commit(changeSet({ ...changes, finished: finish(job) })))
  return finished
})
