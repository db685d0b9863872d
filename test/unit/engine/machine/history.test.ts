// The history of a record: one row more for each that is taken, and none for a fact that only repeats the last.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { noProof, provedBy } from "../../../../core/base/reason/reason.ts"
import { type Move, type Passage, passed } from "../../../../core/engine/machine/machine.ts"

interface Living {
  readonly id: string
  readonly history?: ReadonlyArray<Passage>
}

const move = (from: string, on: string, to: string): Move => ({ machine: "m", on, from, to, row: 0 })

const start: Living = { id: "r" }

it("begins with the first row, and tells when and by what §admin-explain", () => {
  expect(passed(start, move("A", "go", "B"), 5, provedBy("E1"))).toEqual({
    id: "r",
    history: [{ on: "go", from: "A", to: "B", at: 5, evidence: "E1" }]
  })
})

it("does not grow by what only repeats the last row", () => {
  const once = passed(start, move("B", "unknown", "B"), 5, noProof)
  expect(passed(once, move("B", "unknown", "B"), 9, noProof)).toBe(once)
  expect(passed(once, move("B", "unknown", "B"), 9, provedBy("other")).history).toHaveLength(2)
  expect(passed(once, move("B", "unknown", "C"), 9, noProof).history).toHaveLength(2)
  const twice = passed(passed(once, move("B", "asked", "B"), 9, noProof), move("B", "unknown", "B"), 10, noProof)
  expect(twice.history).toHaveLength(3)
})

it("keeps what was told before, whatever comes", () => {
  const text = fc.constantFrom("A", "B", "C")
  const step = fc.record({ from: text, on: text, to: text, at: fc.nat(), evidence: fc.option(text) })
  fc.assert(fc.property(fc.array(step), (steps) => {
    let record: Living = start
    for (const { at, evidence, from, on, to } of steps) {
      const after = passed(record, move(from, on, to), at, provedBy(evidence))
      const before = record.history ?? []
      expect(after.history?.slice(0, before.length) ?? []).toEqual(before)
      expect(after.history?.at(-1)).toMatchObject({ on, from, to, evidence })
      record = after
    }
  }))
})
