// The rounds of an operator that an embedder brings: every six hours he looks at what waits for a person, through a process of the
// service. A round that a process does not finish is left to the next one.
import type { Effect, Exit } from "effect"
import type { RequestServices } from "../http/environments/plane.ts"
import type { VirtualTime } from "./time.ts"
import type { Process } from "./work.ts"

const everyMs = 6 * 3_600_000

interface RoundsParts {
  readonly time: VirtualTime
  /** A process that takes requests now; undefined while none is up. */
  readonly host: (name: string) => Process | undefined
  readonly run: (
    process: Process,
    label: string,
    effect: Effect.Effect<void, unknown, RequestServices>,
    ended: (exit: Exit.Exit<void, unknown>) => void
  ) => void
}

/** Begins them; they go on for as long as the world does. */
export const startRounds = (
  { host, run, time }: RoundsParts,
  round: Effect.Effect<void, unknown, RequestServices>
): void => {
  const next = (number: number): void => {
    time.at(time.now + everyMs, () => {
      const name = `operator/round-${number}`
      const process = host(name)
      if (process !== undefined) run(process, name, round, () => undefined)
      next(number + 1)
    })
  }
  next(1)
}
