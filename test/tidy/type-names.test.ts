// Names of types (review A7): one definition in the core for each, and none that could mean anything.
import { expect, it } from "vitest"
import { markedLines, plantedSources, projectSources } from "./sources.ts"
import { badTypeNames } from "./type-names.ts"

const sources = projectSources()

it("finds no two files of the core that define a type of one name, and no vague name", () => {
  expect(badTypeNames(sources)).toEqual([])
})

it("finds planted names that are defined twice or say nothing", () => {
  const planted = plantedSources("type-names")
  const refused = planted.filter((source) => markedLines(source).length > 0).map(({ path }) => path)
  expect(refused).toHaveLength(6)
  expect([...new Set(badTypeNames(planted).map((line) => line.split(" ")[0] ?? ""))].toSorted()).toEqual(refused)
})
