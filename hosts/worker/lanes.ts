// How many jobs one worker has in flight. Each lane has slots of its own, so that money never waits behind webhooks, and a
// receiver that does not answer holds none that anything else needs: of its endpoint there is one job at a time.
import type { Lane } from "../../core/engine/store/job-queue.ts"

/** Tasks that wait for somebody else's receiver, or come by the thousand; every other task is in the lane of money. */
const apart: ReadonlyArray<Lane> = [
  { tasks: ["fan-out-event"], limit: 16 },
  { tasks: ["deliver-webhook"], limit: 64 }
]
/** Most of these wait for ports most of their time. */
const moneySlots = 64

/** The lanes for these tasks; a task that we do not know is left to a worker that does. */
export const lanesOf = (tasks: ReadonlyArray<string>): ReadonlyArray<Lane> => {
  const named = new Set(apart.flatMap((lane) => lane.tasks))
  return [{ tasks: tasks.filter((task) => !named.has(task)), limit: moneySlots }, ...apart]
}
