// Every TypeScript file of the project against the table of layers (layers.ts). The planted tree holds one violation of
// each row of the table, marked `// refused`; the test fails when one of them is missed or when too few files were seen.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { importsOf, judge } from "./judge.ts"
import type { Manifest } from "./judge.ts"
import { layerOf, layers } from "./layers.ts"
import { markedLines, plantedSources, projectSources, root } from "./sources.ts"

/** Fewer files than this means that the test did not look at the project. */
const leastFiles = 40

const sources = projectSources()
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest

it("sees the project", () => {
  expect(sources.length).toBeGreaterThanOrEqual(leastFiles)
  expect(sources.flatMap(importsOf).length).toBeGreaterThanOrEqual(leastFiles)
})

it("finds no import that the table refuses", () => {
  expect(sources.flatMap((source) => judge(source, manifest))).toEqual([])
})

it("has files for every layer of the table", () => {
  const inUse = new Set(sources.map((source) => layerOf(source.path)?.name))
  expect(Object.keys(layers).filter((name) => !inUse.has(name as keyof typeof layers))).toEqual([])
})

const planted = plantedSources("imports")
const plantedManifest: Manifest = { name: "pontepay", dependencies: { effect: "4.1.0" } }

it.each(planted)("judges the planted $path", (source) => {
  const found = judge(source, plantedManifest).map((line) => line.split(" ")[0])
  expect(found).toEqual(markedLines(source).map((line) => `${source.path}:${line}`))
})

it("plants a violation in every layer that can have one, and one file of no layer", () => {
  const refused = new Set(
    planted.filter((source) => markedLines(source).length > 0).map((source) => layerOf(source.path)?.name ?? "none")
  )
  const canHaveOne = Object.keys(layers).filter((name) => name !== "test" && name !== "settings")
  expect(refused).toEqual(new Set([...canHaveOne, "none"]))
})
