// Waiting that ends early when the user wants to stop.
import { setTimeout as sleep } from "node:timers/promises"

/** Waits so many milliseconds, or until the signal. */
export const pause = async (ms: number, stopping: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
}
