// The same promises on SQLite: no seed breaks one, a seed is the same run again, and what a planted bug breaks there
// becomes a file that names the store.
import { expect, it } from "vitest"
import { child } from "./child.ts"
import type { Result, Run } from "./run-of.ts"

const runs: ReadonlyArray<Run> = [7, 7, 101, 102].map((seed) => (
  { seed, profile: "chaos", storiesPerDay: 40, store: "sqlite" }
))

it("seeds break no promise, and the same seed does the same", async () => {
  const { out, problem } = await child("run.ts", [JSON.stringify(runs)])
  expect(problem).toBe("")
  const results = out.trim().split("\n").map((line) => JSON.parse(line) as Result)
  expect(results.map(({ violations }) => violations)).toEqual(runs.map(() => []))
  expect(results[1]?.hash).toBe(results[0]?.hash)
}, 300_000)

it("a failing seed becomes a file that names the store", async () => {
  const { out, problem } = await child("shrinking.ts", ["sqlite"], "deliver-again-on-unknown")
  expect(problem).toBe("")
  expect(out).toMatch(/^\/\/ ambiguous-is-processing: /)
  expect(out).toContain(`\n  store: "sqlite",\n`)
}, 600_000)
