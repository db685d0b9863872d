// Which seeds run: every profile at every density, the kept ones first.
import { type Profile, profiles } from "../../hosts/simulate/profiles.ts"
import type { Scenario } from "../../hosts/simulate/scenario.ts"
import { scenarioOf } from "../../hosts/simulate/workload.ts"
import { keptSeeds } from "./kept-seeds.ts"
import type { Run } from "./run-of.ts"

const names: ReadonlyArray<Profile> = ["calm", "rough", "chaos"]
/** Stories a day: a quiet service, a usual one and a busy one. */
const densities = [12, 40, 120]

/** So many seeds for each profile and density, after the kept ones. */
export const runsOf = (seedsEach: number): ReadonlyArray<Run> => {
  const drawn = names.flatMap((profile, wildness) =>
    densities.flatMap((storiesPerDay, density) =>
      Array.from({ length: seedsEach }, (_, index): Run => ({
        seed: 1_000 * (3 * wildness + density) + index + 1,
        profile,
        storiesPerDay
      }))
    )
  )
  return [...keptSeeds, ...drawn]
}

const losses: ReadonlyArray<Profile> = ["restored", "elsewhere"]
/** What is open at another account is looked up for weeks: a busy day of it takes half a minute. */
const lossDensities = [12, 40]

/** So many seeds of worlds whose store loses commits, or whose accounts are changed. */
export const lossesOf = (seeds: number): ReadonlyArray<Run> =>
  Array.from({ length: seeds }, (_, index): Run => ({
    seed: 20_000 + index + 1,
    profile: losses[index % losses.length] ?? "restored",
    storiesPerDay: lossDensities[Math.floor(index / losses.length) % lossDensities.length] ?? 40
  }))

export const scenarioOfRun = ({ profile, seed, store = "memory", storiesPerDay }: Run): Scenario =>
  scenarioOf({ seed, days: 1, storiesPerDay, faults: profiles[profile], store })
