// Every TypeScript file of the project against the drawing of floors (ARCHITECTURE.md). The planted tree holds violations, each
// marked `// refused`; the test fails when one of them is missed, when a rule has none, or when too few files were seen.
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { drawing, readDrawing, refusalReasons } from "./floors.ts"
import { importsOf, judge } from "./judge.ts"
import type { Manifest } from "./judge.ts"
import { markedLines, plantedSources, projectSources, root } from "./sources.ts"

/** Fewer files than this means that the test did not look at the project. */
const leastFiles = 2_000

const sources = projectSources()
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest

it("sees the project", () => {
  expect(sources.length).toBeGreaterThanOrEqual(leastFiles)
  expect(sources.flatMap(importsOf).length).toBeGreaterThanOrEqual(leastFiles)
})

it("finds no import that the drawing refuses", () => {
  expect(sources.flatMap((source) => judge(source, manifest))).toEqual([])
})

const planted = plantedSources("imports")
const plantedManifest: Manifest = { name: "pontepay", dependencies: { effect: "4.1.0" } }

it.each(planted)("judges the planted $path", (source) => {
  const found = judge(source, plantedManifest).map((line) => line.split(" ")[0])
  expect(found).toEqual(markedLines(source).map((line) => `${source.path}:${line}`))
})

it("plants a violation of every rule", () => {
  const found = planted.flatMap((source) => judge(source, plantedManifest)).join("\n")
  expect(refusalReasons.filter((why) => !found.includes(why))).toEqual([])
})

it("shows every folder that holds code, and no other", () => {
  const shown = drawing.flatMap(({ folders, inside }) => [...folders, ...inside])
  expect(shown.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const parts = new Set(shown.map((path) => path.replace(/\/[^/]+$/, "")).filter((path) => !shown.includes(path)))
  const rooms = drawing.filter(({ inside }) => inside.length > 0).flatMap(({ folders }) => folders)
  const missing = [...parts, ...rooms].flatMap((folder) =>
    foldersIn(folder).map((name) => `${folder}/${name}`).filter((path) => holdsCode(path) && !shown.includes(path))
  )
  expect(missing).toEqual([])
})

it("names every folder of core, adapters, hosts and test in the same page", () => {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")
  const all = ["core", "adapters", "hosts", "test"].flatMap((top) => foldersIn(top).map((name) => `${top}/${name}`))
  const named = new Set(drawing.flatMap(({ folders }) => folders))
  expect(all.filter((path) => !named.has(path) && !page.includes(`\`${path}\``))).toEqual([])
})

it("refuses a line that is none of a drawing", () => {
  expect(() => readDrawing("core base (below everything)")).toThrow("No line of a drawing")
})

const foldersIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) =>
    name
  )

const holdsCode = (folder: string): boolean => sources.some(({ path }) => path.startsWith(`${folder}/`))
