// No two folders inside a room import each other, directly or through others.
import { expect, it } from "vitest"
import { folderCycles } from "./folders.ts"
import { markedLines, plantedSources, projectSources } from "./sources.ts"

it("finds no folders of a room that import each other", () => {
  expect(folderCycles(projectSources())).toEqual([])
})

it("finds a planted pair, a planted circle of three, and type imports", () => {
  const planted = plantedSources("folders")
  const refused = planted.filter((source) => markedLines(source).length > 0).map(({ path }) => path)
  expect(refused).toHaveLength(5)
  expect(folderCycles(planted).map((line) => line.split(" ")[3])).toEqual(refused)
})
