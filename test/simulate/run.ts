// Runs the runs that come as JSON, and prints a line of JSON for each.
import { simulate } from "../../hosts/simulate/simulate.ts"
import { scenarioOfRun } from "./plan.ts"
import type { Result, Run } from "./run-of.ts"

const counted = (names: ReadonlyArray<string>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, of]) => [name, of.length]))

for (const run of JSON.parse(process.argv[2] ?? "[]") as ReadonlyArray<Run>) {
  const startedAt = process.cpuUsage()
  const { hash, injected, operations, rows, steps, violations } = simulate(scenarioOfRun(run))
  const { system, user } = process.cpuUsage(startedAt)
  const result: Result = {
    ...run,
    operations,
    steps,
    cpuMs: Math.round((system + user) / 1_000),
    hash,
    violations: violations.map(({ invariant, message }) => `${invariant}: ${message}`),
    rows: Object.fromEntries(rows),
    faults: counted(injected.map(({ fault }) => fault))
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
