// Looks for a broken promise, seed after seed, and prints the first one as JSON with what it cost. The bug that PLANT names
// says how rough the world is and what happens in it.
import type { Action } from "../../hosts/simulate/actions/action.ts"
import { stories } from "../../hosts/simulate/actions/acts.ts"
import { profiles } from "../../hosts/simulate/profiles.ts"
import { Random } from "../../hosts/simulate/random.ts"
import { firstViolation } from "../../hosts/simulate/simulate.ts"
import { rareStories, scenarioOf } from "../../hosts/simulate/workload.ts"
import { huntOf } from "./bugs.ts"

const { only, profile, storiesPerDay, without } = huntOf(process.env["PLANT"] ?? "")
const budgetMs = Number(process.argv[2] ?? "20") * 1_000

const cpuMs = (): number => {
  const { system, user } = process.cpuUsage()
  return Math.round((system + user) / 1_000)
}

// A story that does one of these things for some chance or other is told; the others are not.
const tells = (tell: (typeof stories)[number]["tell"]): boolean => {
  const done = new Set<Action["do"]>()
  for (let chance = 0; chance < 30; chance++) {
    tell(new Random(chance, "hunt"), 0, 0, (_atMs, action) => {
      done.add(action.do)
      return done.size
    })
  }
  return only.length === 0 || only.some((wanted) => done.has(wanted))
}

const faults = { ...profiles[profile], ...Object.fromEntries(without.map((fault) => [fault, 0])) }
const told = [...stories, ...rareStories.map((tell) => ({ weight: 0.5, tell }))].filter(({ tell }) => tells(tell))

for (let seed = 1;; seed++) {
  const scenario = scenarioOf({ seed, days: 1, storiesPerDay, faults, stories: told })
  const violation = firstViolation(scenario)
  if (violation !== undefined || cpuMs() > budgetMs) {
    process.stdout.write(JSON.stringify({ seed, violation, cpuMs: cpuMs() }))
    break
  }
}
