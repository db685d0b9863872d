// What a data plane does again and again. Each is a job like any other, one for the plane and not one for the process: its
// step never ends it, it only says when the next run is due. Adding one that is there already changes nothing.
import { Clock, Effect } from "effect"
import { Store, changeSet } from "../../core/engine/store/store.ts"

/** The tasks that recur; the job of each has the task's name as id and subject. */
export const recurring: ReadonlyArray<string> = [
  "audit-plane",
  "carry-transfers",
  "close-days",
  "compare-rail-books",
  "expire-documents",
  "explain-outflows",
  "reconcile-jobs",
  "seal-journal",
  "sweep-charges",
  "watch-accounts",
  "watch-floats",
  "watch-movements"
]

/** Adds the recurring jobs that the plane does not have yet. */
export const startRecurring = Effect.gen(function*() {
  const runAt = yield* Clock.currentTimeMillis
  if (recurring.length === 0) return
  const jobs = recurring.map((task) => ({ id: task, task, subject: task, runAt }))
  yield* Store.use((store) => store.commit(changeSet({ jobs })))
})
