// A process killed between steps of a movement on a file of SQLite: it moves once, and its record hears of it once.
import { expect, it } from "vitest"
import { depth } from "../support/depth.ts"
import { onFile } from "./steps/files.ts"
import { killsBetweenSteps, printed } from "./steps/trials.ts"

it("loses and doubles nothing on SQLite, whichever steps it dies between", async () => {
  const figures = await killsBetweenSteps(depth.stepKills, onFile)
  console.info(printed("SQLite", figures))
  expect([...figures.lost, ...figures.doubled]).toEqual([])
  expect(figures.kills).toBeGreaterThanOrEqual(depth.stepKills)
})
