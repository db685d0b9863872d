// A process killed between steps of a movement on a file of SQLite: it moves once, and its record hears of it once.
import { expect, it } from "vitest"
import { depth, isDeep } from "../support/depth.ts"
import { onFile } from "./steps/files.ts"
import { kernelCases, kernelTrials } from "./steps/kernel.ts"
import { killsBetweenSteps } from "./steps/trials.ts"

it("loses and doubles nothing on SQLite, whichever steps it dies between", async () => {
  const figures = await killsBetweenSteps({
    sort: kernelTrials,
    groups: [kernelCases],
    name: "kills between steps on SQLite",
    count: depth.stepKills,
    onStore: onFile
  })
  expect([...figures.lost, ...figures.doubled]).toEqual([])
  expect(figures.kills).toBeGreaterThanOrEqual(depth.stepKills)
  expect(figures.isEveryPair).toBe(isDeep)
})
