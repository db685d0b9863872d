// Measures time without the waits for a processor, so that a limit holds however busy the machine is.
import { readFileSync } from "node:fs"

// Linux counts how long a thread was ready to run but had to wait for a processor; elsewhere nothing is known.
const waitedIn = (schedstat: string): number => {
  try {
    return Number(readFileSync(schedstat, "utf8").split(" ")[1]) / 1_000_000
  } catch {
    return 0
  }
}

/** Milliseconds that the main thread of a process has waited for a processor in its life; 0 where nothing is known. */
export const queuedMs = (pid: number | undefined): number => waitedIn(`/proc/${pid}/schedstat`)

/** Starts a watch. It returns the milliseconds since then, without those in which this thread waited for a processor. */
export const startWatch = (): () => number => {
  const own = "/proc/thread-self/schedstat"
  const [startedAt, before] = [performance.now(), waitedIn(own)]
  return () => performance.now() - startedAt - (waitedIn(own) - before)
}
