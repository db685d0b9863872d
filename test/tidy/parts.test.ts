// Every test file belongs to exactly one part of the suite, Vitest runs it there, and `.ci/deep` runs every part.
import { execFileSync } from "node:child_process"
import { join, matchesGlob, relative } from "node:path"
import { expect, it } from "vitest"
import { parts } from "../support/parts.ts"
import { filesUnder, root } from "./sources.ts"

/** A file that a person would take for a test, wherever it is. */
const isTest = (path: string): boolean => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path)

const files = filesUnder(root).map((file) => relative(root, file)).filter(isTest)

/** The parts that name a file; the part without patterns takes what no other names, below `test` alone. */
const partsOf = (file: string): ReadonlyArray<string> => {
  const named = Object.entries(parts).filter(([, { files = [] }]) => files.some((each) => matchesGlob(file, each)))
  if (named.length > 0) return named.map(([name]) => name)
  const isOthers = matchesGlob(file, "test/**/*.test.ts")
  return Object.entries(parts).filter(([, part]) => isOthers && part.files === undefined).map(([name]) => name)
}

it("each test file belongs to one part", () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => partsOf(file).length !== 1)).toEqual([])
})

it.each([
  ["core/deposit/forgotten.test.ts", []],
  ["test/http/forgotten.spec.ts", []],
  ["test/http/forgotten.test.tsx", []],
  ["test/http/new.test.ts", ["tests"]],
  ["test/machines/new.test.ts", ["core"]],
  ["test/machines/new.rows.test.ts", ["tests"]],
  ["test/unit/deposit/new.test.ts", ["core"]],
  ["test/unit/hosts/new.test.ts", ["tests"]]
])("%s belongs to %j", (file, expected) => {
  expect(partsOf(file)).toEqual(expected)
})

it("each pattern of a part names a file", () => {
  const patterns = Object.values(parts).flatMap(({ files = [] }) => files)
  expect(patterns.filter((pattern) => !files.some((file) => matchesGlob(file, pattern)))).toEqual([])
})

it("Vitest runs each file in its part", () => {
  const listed = (tier: string) =>
    execFileSync(process.execPath, ["node_modules/vitest/vitest.mjs", "list", "--filesOnly"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", PONTEPAY_DEPTH: tier }
    }).trim().split("\n").toSorted()
  const line = (file: string) => `[${partsOf(file)[0]}] ${file}`
  const isQuick = (file: string) => parts[partsOf(file)[0] ?? ""]?.tier === "quick"
  expect(listed("deep")).toEqual(files.map(line).toSorted())
  expect(listed("quick")).toEqual(files.filter(isQuick).map(line).toSorted())
})

it("the deep check runs every part", () => {
  const listed = execFileSync(join(root, ".ci/deep"), ["--list"], { encoding: "utf8" }).trim().split("\n")
  expect(new Set(listed).size).toBe(listed.length)
  expect(Object.keys(parts).filter((name) => !listed.includes(name))).toEqual([])
})
