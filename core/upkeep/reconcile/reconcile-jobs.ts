// Worker step that recurs: every record that has an end to come to has a job that brings it there (0112). One that has lost
// its job gets the same job again, counted as tried before, so that whatever it requested is looked up and never requested
// twice. A job that was put aside stays with the operator.
import { Clock, Effect, Option } from "effect"
import { reviewId } from "../../base/reason/review-reason.ts"
import { again } from "../../engine/store/job-queue.ts"
import { type Stored, get, insert, replace } from "../../engine/store/records.ts"
import { type NewJob, type OwedJob, type RecordName, Store, type Write, changeSet } from "../../engine/store/store.ts"
import { type Review, Reviews } from "../../engine/review/review.ts"
import { raisedWrite } from "../../engine/review/solve-review.ts"
import { owedAbout } from "./owing-kinds.ts"
import { Tallies, type Tally, noTally } from "./tally.ts"

/** How often records are compared with the queue. */
const reconcileMs = 15_000

/** How many records are looked at in one question, so that none holds up the others of the process. */
const scan = 500

/** The share of the time that a walk may take: one part of so many. */
const idleParts = 20

/** The longest pause before a job that is lost again and again is added once more. */
const longestPauseMs = 300_000

/** Walks everything that is owed, once. */
export const reconcileJobs = Effect.fnUntraced(function*() {
  const began = yield* Clock.currentTimeMillis
  let dead = 0
  for (let after: RecordName | undefined, isOver = false; !isOver;) {
    const { next, orphans } = yield* Store.use((store) => store.orphans(after, scan))
    yield* Effect.forEach(orphans.filter(({ status }) => status === "missing"), restore, { discard: true })
    dead += orphans.filter(({ status }) => status === "dead").length
    after = next
    isOver = next === undefined
  }
  yield* remember(dead)
  const took = (yield* Clock.currentTimeMillis) - began
  return again(Math.max(reconcileMs, took * idleParts))
})

// The record is read again: it may have come to its end since it was found, and its state alone says which job it needs.
const restore = Effect.fnUntraced(function*({ id, job, kind }: OwedJob) {
  const store = yield* Store
  const record = Option.getOrUndefined(yield* store.get(kind, id))
  const owed = record === undefined ? undefined : owedAbout(record).find((task) => task.job.id === job)
  if (record === undefined || owed === undefined) {
    return yield* Effect.logWarning("What is owed cannot be read", { kind, id, job })
  }
  const now = yield* Clock.currentTimeMillis
  const reason = { code: "jobMissing", job, task: owed.job.task } as const
  const found = { owner: record.owner, subject: id, reason, createdAt: now }
  const earlier = Option.getOrUndefined(yield* get(Reviews, reviewId(id, reason)))
  yield* Effect.logWarning("A record had lost its job", { kind, id, job, isRepeated: earlier !== undefined })
  yield* put(addedAgain(owed.job, earlier, now), yield* raisedWrite(found))
})

// Whatever it requested may have been requested before: it counts as claimed once. Lost again, it waits longer and longer.
const addedAgain = (job: NewJob, earlier: Stored<Review> | undefined, now: number): NewJob => {
  const pause = earlier === undefined ? 0 : Math.min(longestPauseMs, now - earlier.value.createdAt)
  return { ...job, attempt: 1, runAt: Math.max(job.runAt, now + pause) }
}

// The tally belongs to the operator and the job to an account, so they are two commits (0170). The job is the one that matters:
// after a crash between them the tally counts one too few.
const put = Effect.fnUntraced(function*(job: NewJob, reviews: ReadonlyArray<Write>) {
  yield* Store.use((store) => store.commit(changeSet({ jobs: [job], writes: reviews })))
  const before = yield* tally
  const { restored } = before?.value ?? noTally
  const after = { ...before?.value ?? noTally, restored: restored + 1, restoredAt: yield* Clock.currentTimeMillis }
  yield* Store.use((store) => store.commit(changeSet({ writes: [written(before, after)] })))
})

const tally = Effect.map(get(Tallies, noTally.id), Option.getOrUndefined)

const written = (before: Stored<Tally> | undefined, after: Tally): Write =>
  before === undefined ? insert(Tallies, after) : replace(Tallies, before, after)

const remember = Effect.fnUntraced(function*(dead: number) {
  const before = yield* tally
  if ((before?.value.dead ?? 0) === dead) return
  yield* Store.use((store) =>
    store.commit(changeSet({ writes: [written(before, { ...before?.value ?? noTally, dead })] }))
  )
})
