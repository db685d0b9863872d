// Worker step: adds up what came into the journal until nothing is left. It is requested by whoever reads the books of an instant
// and finds more than a request may add up.
import { Effect } from "effect"
import { type ClaimedJob, again, finish, finished } from "../../engine/store/job-queue.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { addUp } from "./kept-sums.ts"

/** A moment's work, so that other jobs get their turn. */
const steps = 4

/** Adds up some, and comes again at once while there is more. */
export const advanceBooks = Effect.fnUntraced(function*(job: ClaimedJob) {
  if (!(yield* addUp(steps))) return again(0)
  yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
  return finished
})
