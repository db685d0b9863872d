// The processes of the service: so many seats of a name, each taken by a process that may die and is started again.
import type { Clocks } from "./clocks.ts"
import type { Decisions } from "./decisions.ts"
import type { VirtualTime } from "./time.ts"
import type { Trace } from "./trace.ts"
import { Process } from "./work.ts"

interface Seat {
  readonly name: string
  process: Process
  generation: number
}

interface Parts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly trace: Trace
  readonly clocks: Clocks
  /** A process begins in a seat. */
  readonly born: (process: Process, seat: string) => void
  /** A process has begun in the place of one that died. */
  readonly restarted: () => void
}

export class Seats {
  private readonly parts: Parts
  private readonly seats: ReadonlyArray<Seat>

  constructor(parts: Parts, name: string, count: number) {
    this.parts = parts
    this.seats = Array.from({ length: count }, (_, index) => {
      const named = `${name}-${index + 1}`
      const seat: Seat = { name: named, generation: 1, process: this.born(() => seat, named, 1) }
      return seat
    })
  }

  /** Every seat, with the process that has it. */
  get all(): ReadonlyArray<{ readonly name: string; readonly process: Process }> {
    return this.seats
  }

  /** One of those that are up, drawn by the name of what it is for. */
  drawn(name: string): Process | undefined {
    const up = this.seats.filter(({ process }) => process.isAlive)
    return up[Math.floor(this.parts.decisions.chance(`seat/${name}`) * up.length)]?.process
  }

  private born(seatOf: () => Seat, named: string, generation: number): Process {
    const { born, clocks, decisions, restarted, time, trace } = this.parts
    const process = new Process("process", () => {
      const seat = seatOf()
      const name = `${seat.name}.${seat.generation}`
      trace.add(time.now, `${name} was killed`)
      time.at(time.now + decisions.between(`restart/${name}`, 300, 5_000), () => {
        seat.generation++
        seat.process = this.born(seatOf, seat.name, seat.generation)
        restarted()
      })
    })
    clocks.born(process, `${named}.${generation}`)
    born(process, named)
    return process
  }
}
