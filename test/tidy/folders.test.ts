// No two folders of the core import each other, directly or through others (review A8).
import { expect, it } from "vitest"
import { folderCycles } from "./folders.ts"
import { markedLines, plantedSources, projectSources } from "./sources.ts"

it("finds no folders of the core that import each other", () => {
  expect(folderCycles(projectSources())).toEqual([])
})

it("finds a planted pair, a planted circle of three, and type imports", () => {
  const planted = plantedSources("folders")
  const refused = planted.filter((source) => markedLines(source).length > 0).map(({ path }) => path)
  expect(refused).toHaveLength(5)
  expect(folderCycles(planted).map((line) => line.split(" ")[3])).toEqual(refused)
})
