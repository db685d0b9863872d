// Runs of the simulator in child processes, two at a time.
import { atOnce, child } from "./child.ts"
import type { Result, Run } from "./run-of.ts"

const batch = 24

/** What one child made of some runs; throws when it failed. */
export const ranInChild = async (runs: ReadonlyArray<Run>): Promise<ReadonlyArray<Result>> => {
  const { code, out, problem } = await child("run.ts", [JSON.stringify(runs)])
  if (code !== 0) throw new Error(`${JSON.stringify(runs)}: ${problem}`)
  return out.trim().split("\n").map((line) => JSON.parse(line) as Result)
}

const batches = (runs: ReadonlyArray<Run>): ReadonlyArray<ReadonlyArray<Run>> =>
  Array.from({ length: Math.ceil(runs.length / batch) }, (_, index) => runs.slice(index * batch, (index + 1) * batch))

/** What children made of all runs, in their order. */
export const ranInChildren = async (runs: ReadonlyArray<Run>): Promise<ReadonlyArray<Result>> =>
  (await atOnce(batches(runs), 2, ranInChild)).flat()

/** The runs that broke a promise, each with the first one that it broke. */
export const broken = (results: ReadonlyArray<Result>): ReadonlyArray<string> =>
  results.filter(({ violations }) => violations.length > 0).map(({ profile, seed, storiesPerDay, violations }) =>
    `${profile} ${storiesPerDay} seed ${seed}: ${violations[0]}`
  )
