// Finds a scenario that breaks a promise under the planted bug, makes it small, and prints it as a file of its own. The
// store is the one that the first word names, memory by default.
import { profiles, scenarioFile, scenarioOf, shrunk, simulate } from "../../hosts/simulate/index.ts"
import { stories } from "../../hosts/simulate/actions/acts.ts"
import { depositStory } from "../../hosts/simulate/actions/deposit.ts"
import { stores } from "../../hosts/simulate/scenario.ts"
import { firstViolation } from "../../hosts/simulate/simulate.ts"

const store = stores.find((name) => name === process.argv[2]) ?? "memory"
const deposits = stories.filter(({ tell }) => tell === depositStory)
const entry = new URL("../../hosts/simulate/index.ts", import.meta.url).href

for (let seed = 1; seed <= 100; seed++) {
  const scenario = scenarioOf({ seed, days: 1, storiesPerDay: 20, faults: profiles.rough, stories: deposits, store })
  if (firstViolation(scenario) === undefined) continue
  const small = shrunk(scenario, (candidate) => simulate(candidate))
  const violation = firstViolation(small)
  if (violation === undefined) throw new Error(`seed ${seed} breaks nothing any more once it is small`)
  process.stdout.write(scenarioFile(small, violation, { entry }))
  break
}
