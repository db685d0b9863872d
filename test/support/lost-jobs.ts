// Loses jobs behind the back of every use case, as a hand in the database would, and lets the reconciler find out.
import { Effect } from "effect"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { type OwedJob, Store, changeSet } from "../../core/engine/store/store.ts"
import { reconcileJobs } from "../../core/upkeep/reconcile/reconcile-jobs.ts"
import type { World } from "./world.ts"

/** Takes away a job that is due, a millisecond later; throws when there is none of that id. */
export const loseJob = async (world: World, id: string): Promise<void> => {
  const others: Array<string> = []
  for (let isLost = false; !isLost;) {
    const claimed = await world.claim(100)
    if (claimed.length === 0) throw new Error(`${id} is not due; there are ${others.join(", ")}`)
    for (const job of claimed) {
      const { lease } = job
      isLost ||= job.id === id
      if (job.id !== id) others.push(job.id)
      await world.run(
        job.id === id
          ? Store.use((store) => store.commit(changeSet({ finished: [{ id, lease }] })))
          // Out of the way of others of its subject.
          : JobQueue.use((queue) => queue.retry(job, world.clock.now + 1, null))
      )
    }
  }
  world.advance(1)
}

/** Every job that is owed. */
export const owedJobs = (world: World): Promise<ReadonlyArray<OwedJob>> =>
  world.run(Store.use((store) => store.owing({ isDoubted: false, limit: 1_000 })))

/** Compares records with the queue, once. */
export const reconcile = (world: World) => world.run(Effect.asVoid(reconcileJobs()))
