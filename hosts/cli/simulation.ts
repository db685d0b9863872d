// The simulator for programs: the same scenarios, page and file as `npm run simulate`, and what was found as one object.
import { writeFileSync } from "node:fs"
import { failed } from "./failure.ts"
import type { Simulated, SimulationPlan } from "./world.ts"

/** What is notified of a run. */
interface Outcome {
  readonly scenario: { readonly seed: number }
  readonly operations: number
  readonly steps: number
  readonly virtualMs: number
  readonly injected: ReadonlyArray<{ readonly fault: string }>
  readonly rows: ReadonlyMap<string, number>
  readonly hash: string
  readonly violations: ReadonlyArray<{ readonly invariant: string; readonly message: string }>
}

interface Simulator<Ran extends Outcome> {
  readonly run: (seed: number) => Ran
  readonly page: (outcome: Ran) => string
  /** The smallest scenario that breaks what was broken, as a file. */
  readonly smallest: (broken: Ran) => { readonly seed: number; readonly text: string } | undefined
}

const write = (file: string, text: string): void => {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw failed(`${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

const faultCounts = ({ injected }: Outcome): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { fault } of injected) counts[fault] = (counts[fault] ?? 0) + 1
  return counts
}

const runOf = (outcome: Outcome) => ({
  seed: outcome.scenario.seed,
  operations: outcome.operations,
  steps: outcome.steps,
  virtualMs: outcome.virtualMs,
  faults: faultCounts(outcome),
  rows: [...outcome.rows.keys()].toSorted(),
  hash: outcome.hash,
  violations: outcome.violations.map(({ invariant, message }) => ({ invariant, message }))
})

/** Runs scenarios, one seed after the other, up to the first that breaks a promise. */
export const simulation = <Ran extends Outcome>(
  { report, seed, seeds }: SimulationPlan,
  { page, run, smallest }: Simulator<Ran>
): Simulated => {
  const runs: Array<ReturnType<typeof runOf>> = []
  let last = run(seed)
  runs.push(runOf(last))
  for (let next = seed + 1; next < seed + seeds && last.violations.length === 0; next++) {
    last = run(next)
    runs.push(runOf(last))
  }
  write(report, page(last))
  const small = last.violations.length === 0 ? undefined : smallest(last)
  const scenario = small === undefined ? null : `scenario-${small.seed}.ts`
  if (small !== undefined && scenario !== null) write(scenario, small.text)
  const isBroken = last.violations.length > 0
  return { isBroken, data: { clean: !isBroken, runs, page: report, scenario } }
}
