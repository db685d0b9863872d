// Brings one fact about a transfer into the books: read, decide, commit, and again when somebody else was faster. A fact
// that is known already changes nothing, so the request, its twins and the job may all bring the same.
import { Clock, Effect, Option } from "effect"
import { get } from "../ports/records.ts"
import { DuplicateKey, type FinishedJob, Store, VersionConflict, changeSet } from "../ports/store.ts"
import { type TransferFact, decideTransfer } from "./decide-transfer.ts"
import { Transfers } from "./transfer.ts"

/** Books a fact, ends the job that brought it, and gives the transfer as it stands then. */
export const commitFact = (transferId: string, fact: TransferFact, finished: ReadonlyArray<FinishedJob> = []) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrThrow(yield* get(Transfers, transferId))
    const decision = decideTransfer(before, fact, now)
    switch (decision._tag) {
      case "Ignored":
        if (finished.length > 0) yield* Store.use((store) => store.commit(changeSet({ finished })))
        return before.value
      case "Alarmed":
        yield* Effect.logError("A fact contradicts the books", { transfer: transferId, fact: fact.on })
        yield* Store.use((store) => store.commit({ ...decision.changes, finished }))
        return before.value
      case "Changed":
        yield* Store.use((store) => store.commit({ ...decision.changes, finished }))
        return decision.transfer
    }
  })
  // The same alarm was raised before: the list has it, and the job is done.
  const known = Effect.gen(function*() {
    if (finished.length > 0) yield* Store.use((store) => store.commit(changeSet({ finished })))
    return Option.getOrThrow(yield* get(Transfers, transferId)).value
  })
  return attempt.pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict }),
    Effect.catchIf((error): error is DuplicateKey => error instanceof DuplicateKey, () => known)
  )
}
