// A process that performs a movement on a store and dies at a step of it. Says in one line between which steps it dies.
import { writeSync } from "node:fs"
import { type Sent, attempt } from "./attempt.ts"
import { away, withPlane } from "./plane.ts"

/** What such a process is started with; `given` is what the other side of its trial gave for it. */
export interface Work<Given> {
  readonly url: string
  readonly aheadMs: number
  /** The step at which it dies, from 1 up. */
  readonly killAt: number
  readonly given: Given
}

/** The work of this process, of its command line. */
export const workOf = <Given>(): Work<Given> => JSON.parse(process.argv[2] ?? "") as Work<Given>

/** Does it, and dies; one that comes to its end all the same says nothing. */
export const dieAtIts = async ({ aheadMs, killAt, url }: Work<unknown>, sent: Sent): Promise<never> => {
  let steps = 0
  let last = "the start"
  const onStep = (step: string): void => {
    if (++steps === killAt) {
      writeSync(1, `killed between: ${last}, ${step}\n`)
      process.kill(process.pid, "SIGKILL")
    }
    last = step
  }
  const ended = await withPlane(url, (plane) => attempt(plane, sent, aheadMs, onStep))
  if (ended === away) writeSync(1, away)
  // Connections that stay open would keep it.
  process.exit()
}
