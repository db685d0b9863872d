// A few seeds of every profile and density break no promise, and a seed is the same run wherever it runs.
import { expect, it } from "vitest"
import { broken, ranInChild, ranInChildren } from "./children.ts"
import { lossesOf, runsOf } from "./plan.ts"
import type { Run } from "./run-of.ts"

it("a seed of every profile and density, and every kept one, breaks no promise", async () => {
  const runs = [...runsOf(1), ...lossesOf(4)]
  const results = await ranInChildren(runs)
  expect(results.length).toBe(runs.length)
  expect(broken(results)).toEqual([])
}, 600_000)

it("the same seed does the same, again and in another process", async () => {
  const runs: ReadonlyArray<Run> = [
    { seed: 7, profile: "chaos", storiesPerDay: 12 },
    { seed: 7, profile: "chaos", storiesPerDay: 12 }
  ]
  const [first, again] = await ranInChild(runs)
  const [elsewhere] = await ranInChild(runs.slice(1))
  expect(again?.hash).toBe(first?.hash)
  expect(elsewhere?.hash).toBe(first?.hash)
}, 120_000)
