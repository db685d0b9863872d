// The jobs that this worker holds. A lease is short, so that the work of a process that died is taken over in seconds, and
// prolonged while its step goes on. Invariant: a step stores nothing once its lease has ended by our own clock, whatever
// held us up, and a step that hangs is let go.
import { Clock, Effect, type Fiber } from "effect"
import { type ClaimedJob, JobQueue } from "../../core/ports/job-queue.ts"
import { LeaseLost, type Store } from "../../core/ports/store.ts"

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
  const standing = yield* Effect.option(queue.renew(due.map(({ job }) => job), now, leaseMs))
  const after = yield* Clock.currentTimeMillis
  for (const held of due) {
    const renewed = standing._tag === "Some" ? standing.value.find(({ lease }) => lease === held.job.lease) : held.job
    if (renewed === undefined || renewed.leasedUntil <= after) letGo(held, inFlight)
    else held.job = renewed
  }
})

/** The same for ever. */
export const renewing = (inFlight: InFlight): Effect.Effect<never, never, JobQueue> =>
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
