// Runs seeds on the adapter of a provider: `node run.ts '{"rail": "efi", "seeds": [1, 2]}'`. Prints a line of JSON for each; with
// `untilBroken` it stops at the first that breaks a promise.
import { profiles, scenarioOf, simulateWith } from "../../../hosts/simulate/index.ts"
import { type RailName, ownOf } from "./rails.ts"

export interface Runs {
  readonly rail: RailName
  readonly seeds: ReadonlyArray<number>
  readonly untilBroken?: boolean
}

/** What a seed came to. */
export interface Ran {
  readonly seed: number
  readonly operations: number
  readonly faults: number
  readonly violations: ReadonlyArray<string>
}

// A usual day, a rough one and a wild one, in turn.
const worlds = [
  { profile: "rough", storiesPerDay: 40 },
  { profile: "chaos", storiesPerDay: 25 },
  { profile: "lying", storiesPerDay: 25 }
] as const

const { rail, seeds, untilBroken = false } = JSON.parse(process.argv[2] ?? "") as Runs

for (const seed of seeds) {
  const { profile, storiesPerDay } = worlds[seed % worlds.length] ?? worlds[0]
  const scenario = scenarioOf({ seed, days: 1, storiesPerDay, faults: profiles[profile] })
  const { injected, operations, violations } = await simulateWith(scenario, ownOf(rail))
  const ran: Ran = {
    seed,
    operations,
    faults: injected.length,
    violations: violations.map(({ invariant, message }) => `${invariant}: ${message}`)
  }
  process.stdout.write(`${JSON.stringify(ran)}\n`)
  if (untilBroken && violations.length > 0) break
}
