// What is no scenario is refused, by the name of its field.
import { expect, it } from "vitest"
import { type Fault, type Scenario, scenarioOf, simulate } from "../../hosts/simulate/index.ts"
import type { Plan } from "../../hosts/simulate/workload.ts"

const plan: Plan = { seed: 1, days: 1, storiesPerDay: 1, faults: {} }
const scenario: Scenario = { seed: 1, startsAt: 0, steps: [], faults: {} }
const noFault = "meteorite" as Fault

it.each<[string, Partial<Plan>]>([
  ["seed", { seed: 1.5 }],
  ["days", { days: 0 }],
  ["days", { days: Number.NaN }],
  ["storiesPerDay", { storiesPerDay: -1 }],
  ["faults.refused", { faults: { refused: 1.1 } }],
  ["a name in faults", { faults: { [noFault]: 0.1 } }],
  ["store", { store: "paper" as "memory" }]
])("a plan is refused for its %s", (field, wrong) => {
  expect(() => scenarioOf({ ...plan, ...wrong })).toThrow(`${field} must be `)
})

it.each<[string, Partial<Scenario>]>([
  ["seed", { seed: 0.5 }],
  ["startsAt", { startsAt: Number.NaN }],
  ["steps.0.atMs", { steps: [{ ...scenarioOf(plan).steps[0], atMs: Number.NaN } as Scenario["steps"][number]] }],
  ["faults.refused", { faults: { refused: -0.1 } }],
  [`faults.script["rail/1"]`, { faults: { script: { "rail/1": noFault } } }],
  ["store", { store: "paper" as "memory" }]
])("a scenario is refused for its %s", (field, wrong) => {
  expect(() => simulate({ ...scenario, ...wrong })).toThrow(`${field} must be `)
})
