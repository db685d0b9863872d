// A process that performs a movement on a store and dies at a step of it: `node worker.ts '{"url": …}'`. Says in one line
// between which steps it dies.
import { writeSync } from "node:fs"
import { type Case, attempt } from "./attempt.ts"
import { OtherSide, journalAt } from "./other-side.ts"
import { away, withPlane } from "./plane.ts"

export interface Work extends Case {
  readonly url: string
  /** The path of the other side's journal. */
  readonly journal: string
  readonly aheadMs: number
  /** The step at which it dies, from 1 up. */
  readonly killAt: number
}

const { aheadMs, fate, journal, keepsIds, kind, killAt, url } = JSON.parse(process.argv[2] ?? "") as Work

let steps = 0
let last = "the start"
const onStep = (step: string): void => {
  if (++steps === killAt) {
    writeSync(1, `killed between: ${last}, ${step}\n`)
    process.kill(process.pid, "SIGKILL")
  }
  last = step
}

const side = new OtherSide(journalAt(journal), keepsIds, fate)
const ended = await withPlane(url, (plane) => attempt(plane, kind, side, aheadMs, onStep))
if (ended === away) writeSync(1, away)
