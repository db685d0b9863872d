// The worker of one data plane: claims due jobs, runs their use cases side by side and sleeps until there is more. What a
// step decided was committed by the step; here is only what to do with the job itself.
import { Cause, Clock, Effect, Exit, Fiber, Option } from "effect"
import { followSettlements } from "../../core/inbox/follow-settlements.ts"
import { type ClaimedJob, JobQueue, backOffMs } from "../../core/ports/job-queue.ts"
import { type CommitError, type LeaseLost, Store } from "../../core/ports/store.ts"
import { inJob, jobStep } from "../telemetry/observe.ts"
import { lanesOf } from "./lanes.ts"
import { Breaks, type Held, InFlight, fenced, leaseMs, renewing } from "./leases.ts"
import { recurring, startRecurring } from "./recurring.ts"
import { type TaskFailure, type TaskServices, type Tasks, tasks } from "./tasks.ts"

/** Whether an error goes away without us. Trying again does not mend any other. */
const isTransient = (error: Exclude<TaskFailure, LeaseLost>): boolean => {
  switch (error._tag) {
    case "StoreUnavailable":
    case "CommitUnknown":
    case "VersionConflict":
    case "UpstreamUnavailable":
      return true
    case "DuplicateKey":
    case "Overdraft":
      return false
  }
}
/** The longest sleep: work that we were not told of is found by then. */
const longestSleepMs = 5_000
const longestPauseMs = 1_000
/** Pause of something that recurs when its step broke. */
const recurringPauseMs = 15_000
const shortestSleepMs = 10

/** Runs one job and settles it with the queue. A lost lease means that another worker has it: nothing more is done. */
export const runJob = (job: ClaimedJob, known: Tasks = tasks, breaks = new Breaks()) =>
  Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
    const queue = yield* JobQueue
    const task = known[job.task]
    if (task === undefined) return yield* queue.bury(job, `no such task: ${job.task}`)
    const exit = yield* Effect.exit(restore(jobStep(job, task(job))))
    const now = yield* Clock.currentTimeMillis
    if (Exit.isSuccess(exit)) {
      breaks.clear(job.id)
      return exit.value._tag === "Again"
        ? yield* queue.retry(job, now + exit.value.inMs, exit.value.problem)
        : undefined
    }
    if (Cause.hasInterruptsOnly(exit.cause)) {
      return yield* queue.retry(job, now + backOffMs(job.attempt), "the step took too long")
    }
    const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    if (error?._tag === "LeaseLost") return
    const isDefect = error === undefined || Cause.hasDies(exit.cause) || !isTransient(error)
    const name = error?._tag ?? defectName(exit.cause)
    yield* (isDefect ? Effect.logError : Effect.logWarning)(`A step did not end: ${job.task}`, {
      job: job.id,
      attempt: job.attempt,
      problem: isDefect ? Cause.pretty(exit.cause) : name
    })
    // What recurs was tried more often than it broke, and goes on whatever breaks.
    if (recurring.includes(job.task)) return yield* queue.retry(job, now + recurringPauseMs, name)
    return isDefect && breaks.more(job.id)
      ? yield* queue.bury(job, name)
      : yield* queue.retry(job, now + backOffMs(job.attempt), name)
  }))

const defectName = (cause: Cause.Cause<TaskFailure>): string => {
  const defect = Cause.squash(cause)
  return defect instanceof Error ? defect.name : "failure"
}

/** Works for ever on these tasks once `first` is done; interrupting it waits for the steps in flight. */
export const workOn = (
  known: Tasks,
  first: Effect.Effect<void, CommitError, Store>
): Effect.Effect<never, never, JobQueue | TaskServices> =>
  Effect.gen(function*() {
    const queue = yield* JobQueue
    const store = yield* Store
    const lanes = lanesOf(Object.keys(known))
    const inFlight = new InFlight()
    const breaks = new Breaks()
    let pauseMs = shortestSleepMs

    const start = Effect.fnUntraced(function*(job: ClaimedJob) {
      const held: Held = { job, since: yield* Clock.currentTimeMillis, isLost: false, fiber: undefined }
      inFlight.add(held)
      const step = runJob(job, known, breaks).pipe(Effect.provideService(Store, fenced(store, held)), inJob(job))
      held.fiber = yield* Effect.forkDetach(Effect.ignore(step, { log: "Error" }))
      held.fiber.addObserver(() => inFlight.remove(held))
    })
    const rooms = () => {
      const count = Map.groupBy(inFlight.held, ({ job }) => job.task)
      return lanes.map(({ limit, tasks }) => ({
        tasks,
        limit: limit - tasks.reduce((sum, task) => sum + (count.get(task)?.length ?? 0), 0)
      }))
    }
    const round = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const open = rooms().filter(({ limit }) => limit > 0)
      const jobs = open.length === 0 ? [] : yield* queue.claim({ now, leaseMs, lanes: open })
      yield* Effect.forEach(jobs, start, { discard: true })
      if (jobs.length === 0) return yield* rest
      pauseMs = shortestSleepMs
    })
    const isFull = () => rooms().some(({ limit }) => limit <= 0)
    const hasRoom = () => rooms().some(({ limit }) => limit > 0)
    const rest = Effect.gen(function*() {
      // Nobody could take what falls due, so nothing but room is waited for.
      if (!hasRoom()) return yield* inFlight.until(hasRoom)
      for (;;) {
        const dueAt = yield* queue.nextDueAt
        const now = yield* Clock.currentTimeMillis
        // What is due and was not handed out waits for room, for its subject or for a worker that knows its task: it must
        // not make us spin.
        const isStuck = dueAt !== null && dueAt <= now
        const pause = isStuck ? pauseMs : (dueAt ?? Infinity) - now
        const sleepMs = Math.min(longestSleepMs, Math.max(shortestSleepMs, pause))
        pauseMs = isStuck ? Math.min(longestPauseMs, pauseMs * 2) : shortestSleepMs
        const called = [queue.wake(now + sleepMs), ...(isFull() ? [inFlight.until(() => !isFull())] : [])].map(
          Effect.as(true)
        )
        const isCalled = yield* Effect.raceAll([Effect.as(Effect.sleep(sleepMs), false), ...called])
        // When nobody called and nothing fell due there is nothing to claim.
        if (isCalled || pause <= sleepMs) return
      }
    })
    const away = Effect.logError("The worker cannot reach its queue").pipe(Effect.andThen(Effect.sleep(longestPauseMs)))
    // Until it is done, each round tries again: the plane may be away when the worker starts.
    let isStarted = false
    const turn = Effect.gen(function*() {
      if (!isStarted) yield* first
      isStarted = true
      yield* round
    })
    const renewals = yield* Effect.forkDetach(renewing(inFlight))
    return yield* Effect.forever(
      Effect.catchCause(turn, (cause) => Cause.hasInterrupts(cause) ? Effect.failCause(cause) : away)
    ).pipe(
      Effect.ensuring(Effect.andThen(inFlight.until(() => inFlight.held.length === 0), Fiber.interrupt(renewals)))
    ) as Effect.Effect<never>
  })

/** Works for ever, and listens to whoever tells by itself; interrupting it waits for the steps in flight. */
export const worker: Effect.Effect<never, never, JobQueue | TaskServices> = Effect.all(
  [workOn(tasks, startRecurring), followSettlements],
  { concurrency: "unbounded" }
).pipe(Effect.andThen(Effect.never))
