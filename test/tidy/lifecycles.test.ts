// No record of the core has a state that no table has, and none is set but by a row (review A2).
import { expect, it } from "vitest"
import { statesByHand } from "./lifecycles.ts"
import { markedLines, plantedSources, projectSources } from "./sources.ts"

it("finds no state beside the tables", () => {
  expect(statesByHand(projectSources("core"))).toEqual([])
})

it("finds planted states of their own, and states that are set by hand", () => {
  const planted = plantedSources("lifecycles")
  const marked = planted.flatMap((source) => markedLines(source).map((line) => `${source.path}:${line}`))
  expect(marked).toHaveLength(3)
  expect(statesByHand(planted).map((line) => line.split(" ")[0])).toEqual(marked)
})
