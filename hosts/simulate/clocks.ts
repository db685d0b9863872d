// The clocks of processes: some are wrong from birth by minutes, and some jump, back or ahead over two minutes or a day, until
// somebody sets them right.
import type { Decisions } from "./decisions.ts"
import type { VirtualTime } from "./time.ts"
import type { Process } from "./work.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A clock that jumped is set right so soon. */
const noticedMs = 10 * minute

export class Clocks {
  /** By how much the clocks of any two processes have differed at most, ever. */
  apartMs = 0
  private readonly time: VirtualTime
  private readonly decisions: Decisions
  private earliest = 0
  private latest = 0

  constructor(time: VirtualTime, decisions: Decisions) {
    this.time = time
    this.decisions = decisions
  }

  /** A process begins, with the clock of its machine. */
  born(process: Process, name: string): void {
    if (this.decisions.at(`born/${name}`, ["clockSkew"]) === undefined) return
    this.set(process, this.decisions.between(`born/${name}~`, -5 * minute, 5 * minute))
  }

  /** The clock of a process may jump now; `name` names the moment. */
  mayJump(process: Process, name: string): void {
    const place = `clock/${name}`
    const fault = this.decisions.at(place, ["clockJumpBack", "clockJumpAhead"])
    if (fault === undefined) return
    const ahead = this.decisions.chance(`${place}~`) < 0.5 ? 2 * minute + 1 : day + 1
    const before = process.skewMs
    this.set(
      process,
      before + (fault === "clockJumpBack" ? -this.decisions.between(`${place}~`, 1, 10 * minute) : ahead)
    )
    this.time.at(this.time.now + noticedMs, () => {
      process.skewMs = before
    })
  }

  private set(process: Process, skewMs: number): void {
    process.skewMs = skewMs
    this.earliest = Math.min(this.earliest, skewMs)
    this.latest = Math.max(this.latest, skewMs)
    this.apartMs = this.latest - this.earliest
  }
}
