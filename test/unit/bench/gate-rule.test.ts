// S4. What the gate against regressions stops, and that every piece of work it measures has a figure.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { judge, ratioOf } from "../../bench/gate-rule.ts"
import { works } from "../../bench/gate-work.ts"

const kept = { median: 1, low: 0.9, high: 1.2 }

it("takes the median of rounds, with the lowest and the highest", () => {
  expect(ratioOf([1.4, 0.9, 1.1, 1, 1.2])).toEqual({ median: 1.1, low: 0.9, high: 1.4 })
})

it.each(
  [
    ["as before", [0.9, 1, 1.1], 1.5, "within"],
    ["up to its bound", [1.4, 1.5, 1.9], 1.5, "within"],
    ["beyond its bound", [1.4, 1.51, 1.9], 1.5, "dearer"],
    ["beyond a narrow bound, and as high as a kept round", [1.1, 1.19, 1.3], 1.15, "within"],
    ["beyond a narrow bound and every kept round", [1.1, 1.21, 1.3], 1.15, "dearer"],
    ["less, within three quarters", [0.7, 0.75, 0.8], 1.15, "within"],
    ["far less in some rounds", [0.5, 0.6, 0.95], 1.15, "within"],
    ["far less in every round", [0.5, 0.6, 0.8], 1.5, "cheaper"]
  ] as const
)("what costs %s: %j with %d is %s", (_, rounds, most, verdict) => {
  expect(judge(kept, ratioOf(rounds), most)).toBe(verdict)
})

it("keeps a figure of each piece of work", () => {
  const file = JSON.parse(readFileSync(join(import.meta.dirname, "../../bench/gate.json"), "utf8")) as object
  expect(Object.keys(file)).toEqual(works.map(({ name }) => name))
})
