// What recurs in a simulation, each round through a process of the service. A round that a process does not finish is left to the next
// one.
import type { Effect, Exit } from "effect"
import type { Services } from "./surroundings.ts"
import type { VirtualTime } from "./time.ts"
import type { Process } from "./work.ts"

interface RoundsParts {
  /** What is done each time, and the name of it. */
  readonly name: string
  readonly everyMs: number
  readonly round: Effect.Effect<unknown, unknown, Services>
  readonly time: VirtualTime
  /** A process that does it now; undefined while none is up. */
  readonly process: (name: string) => Process | undefined
  readonly run: (
    process: Process,
    label: string,
    effect: Effect.Effect<unknown, unknown, Services>,
    ended: (exit: Exit.Exit<unknown, unknown>) => void
  ) => void
}

/** Begins them; they go on for as long as the world does. */
export const startRounds = ({ everyMs, name, process, round, run, time }: RoundsParts): void => {
  const next = (number: number): void => {
    time.at(time.now + everyMs, () => {
      const label = `${name}-${number}`
      const one = process(label)
      if (one !== undefined) run(one, label, round, () => undefined)
      next(number + 1)
    })
  }
  next(1)
}
