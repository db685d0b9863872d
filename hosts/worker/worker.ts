// The worker of one data plane: claims due jobs, runs their use cases side by side and sleeps until there is more. What a
// step decided was committed by the step; here is only what to do with the job itself.
import { Cause, Clock, Effect, Exit, Fiber, Semaphore } from "effect"
import { type ClaimedJob, JobQueue, backOffMs } from "../../core/ports/job-queue.ts"
import { type TaskServices, tasks } from "./tasks.ts"

/** Jobs in flight at once; they wait for ports most of their time. */
const slots = 64
/** Longer than any port takes to answer or give up: then another worker takes the job over. */
const leaseMs = 20_000
/** A step that keeps breaking is put aside for the operator after this many tries. */
const defectTries = 10
/** Failures that pass by themselves; any other is a fault that trying again does not mend. */
const passing = new Set(["StoreUnavailable", "CommitUnknown", "VersionConflict", "UpstreamUnavailable"])
/** The longest sleep: work that another process committed is found by then. */
const longestSleepMs = 1_000
const shortestSleepMs = 10

/** Runs one job and settles it with the queue. A lost lease means that another worker has it: nothing more is done. */
export const runJob = Effect.fnUntraced(function*(job: ClaimedJob) {
  const queue = yield* JobQueue
  const task = tasks[job.task]
  if (task === undefined) return yield* queue.bury(job, `no such task: ${job.task}`)
  const exit = yield* Effect.exit(task(job))
  const now = yield* Clock.currentTimeMillis
  if (Exit.isSuccess(exit)) {
    return exit.value._tag === "Again" ? yield* queue.retry(job, now + exit.value.inMs, exit.value.problem) : undefined
  }
  if (Cause.hasInterruptsOnly(exit.cause)) return yield* queue.retry(job, now, "the worker was stopped")
  const failure = Cause.squash(exit.cause)
  const name = failure instanceof Error ? failure.name : "failure"
  if (name === "LeaseLost") return
  const isDefect = Cause.hasDies(exit.cause) || !passing.has(name)
  yield* (isDefect ? Effect.logError : Effect.logWarning)(`A step did not end: ${job.task}`, {
    job: job.id,
    attempt: job.attempt,
    problem: isDefect ? Cause.pretty(exit.cause) : name
  })
  return isDefect && job.attempt >= defectTries
    ? yield* queue.bury(job, name)
    : yield* queue.retry(job, now + backOffMs(job.attempt), name)
})

/** Works for ever; interrupting it waits for the steps in flight. */
export const worker: Effect.Effect<never, never, JobQueue | TaskServices> = Effect.gen(function*() {
  const queue = yield* JobQueue
  const semaphore = yield* Semaphore.make(slots)
  const inFlight = new Set<Fiber.Fiber<unknown, unknown>>()
  const start = (job: ClaimedJob) =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkDetach(
        semaphore.withPermit(Effect.ignore(Effect.uninterruptible(runJob(job)), { log: "Error" }))
      )
      inFlight.add(fiber)
      fiber.addObserver(() => inFlight.delete(fiber))
    })
  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const free = slots - inFlight.size
    const jobs = free <= 0 ? [] : yield* queue.claim({ now, leaseMs, limit: free })
    yield* Effect.forEach(jobs, start, { discard: true })
    if (jobs.length > 0) return
    yield* rest(inFlight)
  })
  const rest = Effect.fnUntraced(function*(busy: ReadonlySet<Fiber.Fiber<unknown, unknown>>) {
    const now = yield* Clock.currentTimeMillis
    const dueAt = (yield* queue.nextDueAt) ?? now + longestSleepMs
    // A job that is due but not free (its subject is being worked on) must not make the worker spin.
    const sleepMs = Math.min(longestSleepMs, Math.max(shortestSleepMs, dueAt - now))
    const ended = busy.size === 0 ? Effect.never : Effect.raceAll([...busy].map(Fiber.await))
    yield* Effect.raceAll([Effect.sleep(sleepMs), queue.wake(now + sleepMs), Effect.asVoid(ended)])
  })
  const away = Effect.logError("The worker cannot reach its queue").pipe(Effect.andThen(Effect.sleep(longestSleepMs)))
  return yield* Effect.forever(
    Effect.catchCause(round, (cause) => Cause.hasInterrupts(cause) ? Effect.failCause(cause) : away)
  ).pipe(
    Effect.ensuring(Effect.suspend(() => Effect.forEach([...inFlight], Fiber.await, { discard: true })))
  ) as Effect.Effect<never>
})
