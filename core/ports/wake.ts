// How a store tells the worker of its process that work came in, so that nobody polls an idle queue.
import { Effect } from "effect"

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
