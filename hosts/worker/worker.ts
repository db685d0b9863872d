// The worker of one data plane: claims due jobs, runs their use cases side by side and sleeps until there is more. What a
// step decided was committed by the step; here is only what to do with the job itself.
import { Cause, Clock, Effect, Exit, Fiber, Option } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import { followSettlements } from "../../core/inbox/follow-settlements.ts"
import { type ClaimedJob, JobQueue, backOffMs } from "../../core/engine/store/job-queue.ts"
import { type CommitError, LeaseLost, Store } from "../../core/engine/store/store.ts"
import { inJob, jobStep } from "../telemetry/observe.ts"
import { lanesOf } from "./lanes.ts"
import { recurring, startRecurring } from "./recurring.ts"
import { type TaskFailure, type TaskServices, type Tasks, tasks } from "./tasks.ts"

// The jobs that this worker holds. A lease is short, so that the work of a process that died is taken over in seconds, and
// prolonged while its step goes on. Invariant: a step stores nothing once its lease has ended by our own clock, whatever
// held us up, and a step that hangs is let go.

/** A worker that is gone is missed after this long. */
export const leaseMs = 6_000
/** Twice a renewal may fail before a lease ends. */
export const renewEveryMs = leaseMs / 3
/** No port takes as long to answer or give up: a step that takes longer is hung, and another may try. */
const longestStepMs = 120_000

/** A job in flight. */
export interface Held {
  job: ClaimedJob
  /** Unix milliseconds. */
  readonly since: number
  isLost: boolean
  fiber: Fiber.Fiber<unknown, unknown> | undefined
}

/** Everything that a worker has in flight. */
export class InFlight {
  private readonly all = new Set<Held>()
  private readonly waiting = new Set<() => void>()

  get held(): ReadonlyArray<Held> {
    return [...this.all]
  }

  add(held: Held): void {
    this.all.add(held)
  }

  remove(held: Held): void {
    this.all.delete(held)
    for (const look of this.waiting) look()
  }

  /** Ends when this holds; looked at each time that a job is gone. */
  until(holds: () => boolean): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const look = () => {
        if (!holds()) return
        this.waiting.delete(look)
        resume(Effect.void)
      }
      this.waiting.add(look)
      look()
      return Effect.sync(() => {
        this.waiting.delete(look)
      })
    })
  }
}

/** The store as a step sees it: it takes commits as long as the step's lease lasts. */
export const fenced = (store: Store["Service"], held: Held): Store["Service"] => {
  const commit: Store["Service"]["commit"] = (changes) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      held.isLost || now >= held.job.leasedUntil
        ? Effect.fail(new LeaseLost({ job: held.job.id }))
        : store.commit(changes))
  // Inherits the rest: a copy of it for every step would cost more than the look at the lease.
  return Object.assign(Object.create(store) as Store["Service"], { commit })
}

// Interrupted, a step gives its job back; where it cannot be, the lease ends by itself.
const letGo = (held: Held, inFlight: InFlight): void => {
  held.isLost = true
  inFlight.remove(held)
  held.fiber?.interruptUnsafe()
}

/** Prolongs the leases that need it, and lets go what was lost or takes too long. */
export const renew = Effect.fnUntraced(function*(inFlight: InFlight) {
  const queue = yield* JobQueue
  const now = yield* Clock.currentTimeMillis
  for (const held of inFlight.held) if (now - held.since >= longestStepMs) letGo(held, inFlight)
  const due = inFlight.held.filter(({ job }) => job.leasedUntil - now <= leaseMs - renewEveryMs)
  if (due.length === 0) return
  const renewals = yield* Effect.option(queue.renew(due.map(({ job }) => job), now, leaseMs))
  const after = yield* Clock.currentTimeMillis
  for (const held of due) {
    const renewed = renewals._tag === "Some" ? renewals.value.find(({ lease }) => lease === held.job.lease) : held.job
    if (renewed === undefined || renewed.leasedUntil <= after) letGo(held, inFlight)
    else held.job = renewed
  }
})

/** The same for ever. */
const renewing = (inFlight: InFlight): Effect.Effect<never, never, JobQueue> =>
  Effect.forever(Effect.andThen(Effect.sleep(renewEveryMs), renew(inFlight)))

// How often each job broke in this worker, in a row. A claim is counted whatever came of it, so a job that has waited long was
// tried often and broke never.

/** A step that keeps breaking is put aside for the operator after this many times. */
const most = 10

export class Breaks {
  private readonly counts = new Map<string, number>()

  /** Counts one more; whether it was one too many. */
  more(job: string): boolean {
    const count = (this.counts.get(job) ?? 0) + 1
    this.counts.set(job, count)
    if (count < most) return false
    this.counts.delete(job)
    return true
  }

  /** It ended, or waits for something. */
  clear(job: string): void {
    this.counts.delete(job)
  }
}

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
    if (task === undefined) return yield* queue.bury(job, reason("noSuchTask", job.task))
    const exit = yield* Effect.exit(restore(jobStep(job, task(job))))
    const now = yield* Clock.currentTimeMillis
    if (Exit.isSuccess(exit)) {
      breaks.clear(job.id)
      return exit.value._tag === "Again"
        ? yield* queue.retry(job, now + exit.value.inMs, exit.value.problem)
        : undefined
    }
    if (Cause.hasInterruptsOnly(exit.cause)) {
      return yield* queue.retry(job, now + backOffMs(job.attempt), reason("tookTooLong"))
    }
    const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    if (error?._tag === "LeaseLost") return
    const isDefect = error === undefined || Cause.hasDies(exit.cause) || !isTransient(error)
    const name = error?._tag ?? defectName(exit.cause)
    const problem = reason("stepFailed", name)
    yield* (isDefect ? Effect.logError : Effect.logWarning)(`A step did not end: ${job.task}`, {
      job: job.id,
      attempt: job.attempt,
      problem: isDefect ? Cause.pretty(exit.cause) : name
    })
    // What recurs was tried more often than it broke, and goes on whatever breaks.
    if (recurring.includes(job.task)) return yield* queue.retry(job, now + recurringPauseMs, problem)
    return isDefect && breaks.more(job.id)
      ? yield* queue.bury(job, problem)
      : yield* queue.retry(job, now + backOffMs(job.attempt), problem)
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
      // No one could take what falls due, so nothing but room is waited for.
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
        // When no one called and nothing fell due there is nothing to claim.
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
