// Seals what came into the journal (decision record 0122): a recurring job, so that no payment waits for a hash. Only
// entries that no running commit can precede any more are sealed, so the order of what is sealed never changes.
import { Clock, Effect, Option } from "effect"
import { again } from "../store/job-queue.ts"
import { insert, latest } from "../store/records.ts"
import { Store, changeSet } from "../store/store.ts"
import { Seals, nextSeal } from "./seal.ts"

/** Entries of one seal: a few milliseconds of work, in which a process does nothing else. */
const mostEntries = 200
const busyMs = 1_000
const idleMs = 5_000

/** Seals the entries after the last seal, as many as one takes, and says when to look again. */
export const sealJournal = Effect.fnUntraced(function*() {
  const store = yield* Store
  const head = Option.getOrUndefined(yield* latest(Seals, "all", "all"))?.value
  const entries = yield* store.journal({ after: head?.last ?? 0n, limit: mostEntries })
  const seal = nextSeal(head, entries, yield* Clock.currentTimeMillis)
  if (seal === undefined) return again(idleMs)
  const wait = again(entries.length === mostEntries ? 0 : busyMs)
  // Another process was faster: its seal is the head that the next run starts from.
  return yield* store.commit(changeSet({ writes: [insert(Seals, seal)] })).pipe(
    Effect.as(wait),
    Effect.catchTag("DuplicateKey", () => Effect.succeed(wait))
  )
})
