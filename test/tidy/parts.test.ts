// Every test file belongs to exactly one part of the suite, Vitest runs it there, and `.ci/deep` runs every part.
import { execFileSync } from "node:child_process"
import { join, matchesGlob, relative } from "node:path"
import { expect, it } from "vitest"
import { partOf, parts } from "../support/parts.ts"
import { filesUnder, root } from "./sources.ts"

/** A file that a person would take for a test, wherever it is. */
const isTest = (path: string): boolean => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path)

const files = filesUnder(root).map((file) => relative(root, file)).filter(isTest)

it("each test file belongs to a part", () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => partOf(file) === undefined)).toEqual([])
})

it.each([
  ["core/payments/deposit/forgotten.test.ts", undefined],
  ["test/http/forgotten.spec.ts", undefined],
  ["test/http/forgotten.test.tsx", undefined],
  ["test/browser/hosted.test.ts", "pages"],
  ["test/http/new.test.ts", "http"],
  ["test/machines/new.rows.test.ts", "isolated"],
  ["test/machines/new.test.ts", "core"],
  ["test/new/new.test.ts", "tests"]
])("%s belongs to %s", (file, part) => {
  expect(partOf(file)).toBe(part)
})

it("each pattern of a part names a file of it", () => {
  const idle = Object.entries(parts).flatMap(([name, part]) =>
    part.files.filter((pattern) => !files.some((file) => partOf(file) === name && matchesGlob(file, pattern)))
  )
  expect(idle).toEqual([])
})

it("Vitest runs each file in its part", () => {
  const listed = (tier: string) =>
    execFileSync(process.execPath, ["node_modules/vitest/vitest.mjs", "list", "--filesOnly"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", PONTEPAY_DEPTH: tier }
    }).trim().split("\n").toSorted()
  const line = (file: string) => `[${partOf(file)}] ${file}`
  const isQuick = (file: string) => parts[partOf(file) ?? ""]?.tier === "quick"
  expect(listed("deep")).toEqual(files.map(line).toSorted())
  expect(listed("quick")).toEqual(files.filter(isQuick).map(line).toSorted())
})

it("the deep check runs every part", () => {
  const listed = execFileSync(join(root, ".ci/deep"), ["--list"], { encoding: "utf8" }).trim().split("\n")
  expect(new Set(listed).size).toBe(listed.length)
  expect(Object.keys(parts).filter((name) => !listed.includes(name))).toEqual([])
})
