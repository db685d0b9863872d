// Code that moves takes the places of planted bugs with it. The hunts take minutes; this says the same in a second.
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { kernelBugs } from "../explore/bugs.ts"
import { adapterBugs } from "../providers/simulated/bugs.ts"
import { bugs } from "../simulate/bugs.ts"
import { planted } from "../simulate/planted.ts"

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")

const problemOf = (name: string): string => {
  try {
    const changed = [...planted(name, read)].filter(([file, text]) => text !== read(file))
    return changed.length === 0 ? `${name} changes nothing` : ""
  } catch (problem) {
    return String(problem)
  }
}

it("every planted bug still has its places in the code", () => {
  expect(
    [...bugs, ...kernelBugs, ...adapterBugs].map(({ name }) => problemOf(name)).filter((problem) => problem !== "")
  ).toEqual([])
})
