// Processes whose clocks disagree, and jump while they run, over the windows that the interface counts in: nothing happens
// twice, and two workers never hold one job.
import type { Database } from "./database.ts"
import type { Place } from "./fleet.ts"
import type { Site } from "./site.ts"
import { storm } from "./storm.ts"
import type { Verdict } from "./verdict.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Five minutes apart on either side of the true time. */
const skewed: ReadonlyArray<Place> = [
  { role: "http", clockAheadMs: 5 * minute },
  { role: "http", clockAheadMs: -5 * minute },
  { role: "worker", clockAheadMs: -5 * minute },
  { role: "worker", clockAheadMs: 5 * minute }
]

/**
 * What is added to the clock of a place, one after another: over each window, and back. A day is for one that takes
 * requests: a worker would make the simulated provider, which has no clock but ours, hide its answers for a day.
 */
const jumps = [
  { place: 0, ms: 24 * hour },
  { place: 2, ms: 31 * second },
  { place: 3, ms: 121 * second },
  { place: 0, ms: -24 * hour },
  { place: 1, ms: -10 * minute },
  { place: 2, ms: -31 * second }
] as const

export interface ClockPlan {
  readonly seed: number
  readonly forMs: number
  readonly crowd: number
}

/** Runs the trial: clocks jump in turn, one process is killed now and then. */
export const clockTrial = async (database: Database, plan: ClockPlan): Promise<Verdict> => {
  let jumped = 0
  const jump = ({ fleet }: Site, passed: number): void => {
    while (jumped < jumps.length && passed * jumps.length >= jumped) {
      const { ms, place } = jumps[jumped] ?? { place: 0, ms: 0 }
      fleet.setClock(place, fleet.clockOf(place) + ms)
      jumped += 1
    }
  }
  const { figures, problems } = await storm(database, { ...plan, everyMs: 3 * second, places: skewed, meanwhile: jump })
  // How long a job was due is reported by clocks, and these are wrong.
  const { "oldest due job ms": _, ...rest } = figures
  // A provider that signed a moment before the clock jumped is turned down, and tells it again.
  const isOfTheJump = (problem: string): boolean => /^refusals: \d+ x 401 .*A provider signature/.test(problem)
  return { figures: { "clocks set": jumped, ...rest }, problems: problems.filter((problem) => !isOfTheJump(problem)) }
}
