// The queue side of a data plane. Jobs enter with the commit that asks for them and leave with the commit that answers
// them (`ChangeSet.jobs`, `ChangeSet.finished`); this port is what a worker needs in between.
import { Context, Effect, type Option } from "effect"
import type { Reason } from "../../base/reason/reason.ts"
import type { FinishedJob, StoreUnavailable } from "./store.ts"

/** A job that this worker holds until `leasedUntil`. */
export interface ClaimedJob {
  readonly id: string
  readonly task: string
  readonly subject: string
  /** How often it was claimed, this time included: above 1 its effect may already have been requested. */
  readonly attempt: number
  /** Fences the answer: whoever finishes with an old lease is refused. */
  readonly lease: string
  /** Unix milliseconds. */
  readonly leasedUntil: number
}

/** Tasks that share a number of jobs at once, so that work of one lane never waits for room in another. */
export interface Lane {
  readonly tasks: ReadonlyArray<string>
  readonly limit: number
}

/** What to take: from each lane its limit, leaving jobs of tasks that no lane names; or of every task alike. */
export type ClaimRequest =
  & {
    /** Unix milliseconds. */
    readonly now: number
    readonly leaseMs: number
  }
  & ({ readonly limit: number } | { readonly lanes: ReadonlyArray<Lane> })

/** How much work waits, for the operator and the metrics. */
export interface QueueDepth {
  readonly due: number
  readonly leased: number
  readonly dead: number
  /** Unix milliseconds of the oldest job that is due and not held; null when nothing waits. */
  readonly oldestDueAt: number | null
}

/** A job as it stands, for people. */
export interface QueuedJob {
  readonly id: string
  readonly task: string
  readonly subject: string
  /** Unix milliseconds from which it may run; of a dead one, from which its last try might. */
  readonly runAt: number
  /** How often it was claimed. */
  readonly attempt: number
  /** Unix milliseconds until which a worker holds it; null when none does. */
  readonly leasedUntil: number | null
  readonly isDead: boolean
  /** Why its last try did not end it; null before that. */
  readonly problem: Reason | null
}

/** Where a dead job stands in their order. */
export type DeadPlace = Pick<QueuedJob, "runAt" | "id">

export class JobQueue extends Context.Service<JobQueue, {
  /** Takes due jobs, oldest first, never two of one subject, counting the attempt before it is made. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedJob>, StoreUnavailable>
  /**
   * Lets leases last until `now + leaseMs` and gives those that still stand. One that has ended does not, taken over or
   * not: another job of its subject may have begun since.
   */
  readonly renew: (
    jobs: ReadonlyArray<ClaimedJob>,
    now: number,
    leaseMs: number
  ) => Effect.Effect<ReadonlyArray<ClaimedJob>, StoreUnavailable>
  /** Gives a job back to be run again at `runAt`. Without effect when the lease was lost. */
  readonly retry: (job: ClaimedJob, runAt: number, problem: Reason | null) => Effect.Effect<void, StoreUnavailable>
  /** Puts a job aside as a dead letter for the operator. Without effect when the lease was lost. */
  readonly bury: (job: ClaimedJob, problem: Reason) => Effect.Effect<void, StoreUnavailable>
  /**
   * Unix milliseconds at which the next job falls due or the next lease ends; null when the queue is empty. A job whose
   * subject is being worked on is due when that lease ends.
   */
  readonly nextDueAt: Effect.Effect<number | null, StoreUnavailable>
  /**
   * Ends once a job due before `before` (Unix milliseconds) came in after the last claim began: it was committed, or it
   * waited for another of its subject that has now ended or been given back.
   */
  readonly wake: (before: number) => Effect.Effect<void>
  readonly depth: (now: number) => Effect.Effect<QueueDepth, StoreUnavailable>
  /** Dead letters, the last that was due first, below a place: by time and, at one instant, by id. */
  readonly dead: (page: {
    readonly before?: DeadPlace
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<QueuedJob>, StoreUnavailable>
  readonly find: (id: string) => Effect.Effect<Option.Option<QueuedJob>, StoreUnavailable>
  /** Jobs of a subject, dead ones too, the next to run first. */
  readonly ofSubject: (subject: string, limit: number) => Effect.Effect<ReadonlyArray<QueuedJob>, StoreUnavailable>
  /** Makes a dead letter due at `now`, its attempts still counted. False when there is no such dead letter. */
  readonly revive: (id: string, now: number) => Effect.Effect<boolean, StoreUnavailable>
}>()("pontepay/core/ports/JobQueue") {}

/** What a step says of its job: ended (in the commit it made), or to be run again, with why. */
export type JobVerdict =
  | { readonly _tag: "Finished" }
  | { readonly _tag: "Again"; readonly inMs: number; readonly problem: Reason | null }

export const finished: JobVerdict = { _tag: "Finished" }
export const again = (inMs: number, problem: Reason | null = null): JobVerdict => ({ _tag: "Again", inMs, problem })

/** How the commit of a step ends its job, fenced by the lease. */
export const finish = (job: ClaimedJob): ReadonlyArray<FinishedJob> => [{ id: job.id, lease: job.lease }]

const second = 1_000

/** Pause before the next try of something that is not known yet: doubling from a second to five minutes. */
export const backOffMs = (attempt: number): number => Math.min(300 * second, second * 2 ** Math.min(attempt - 1, 12))

// How a store tells the worker of its process that work came in, so that no one polls an idle queue.

interface Waiter {
  readonly before: number
  readonly resume: () => void
}

/** One a queue: `noted` on every committed job, `claiming` when a claim begins, `wait` is `JobQueue.wake`. */
export class Wake {
  // The earliest job that was committed since the last claim began: it may have missed that claim.
  private earliest = Number.POSITIVE_INFINITY
  private readonly waiters = new Set<Waiter>()

  noted(runAt: number): void {
    if (runAt < this.earliest) this.earliest = runAt
    for (const waiter of this.waiters) if (runAt < waiter.before) waiter.resume()
  }

  claiming(): void {
    this.earliest = Number.POSITIVE_INFINITY
  }

  wait(before: number): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.earliest < before) return resume(Effect.void)
      const waiter: Waiter = { before, resume: () => resume(Effect.void) }
      this.waiters.add(waiter)
      return Effect.sync(() => {
        this.waiters.delete(waiter)
      })
    })
  }
}
