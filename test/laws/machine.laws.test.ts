// Laws of lifecycle tables, over random ones: `step` is total and deterministic, takes the first row that holds, and an
// unsound table is found by the laws whatever it looks like.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { depositStates } from "../../core/payments/deposit/deposit.states.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { type AnyMachine, type TransitionRow, step } from "../../core/engine/machine/machine.ts"
import { renderMarkdown, renderMermaid } from "../../core/engine/machine/render.ts"

type AnyRow = TransitionRow<string, string, string, string, string, string>

const states = ["A", "B", "C"]
const triggers = ["x", "y"]
const guards = { even: (facts: number) => facts % 2 === 0, big: (facts: number) => facts > 5 }

const guardOf = (name: string): (facts: number) => boolean => new Map(Object.entries(guards)).get(name) ?? (() => false)

const row: fc.Arbitrary<AnyRow> = fc.record({
  from: fc.subarray(states, { minLength: 1 }),
  on: fc.constantFrom(...triggers),
  when: fc.option(fc.constantFrom("even", "big"), { nil: undefined }),
  to: fc.constantFrom(...states, "same" as const),
  spec: fc.constantFrom("1", "2", "")
}).map(({ when, ...rest }) => when === undefined ? rest : { ...rest, when })

const elsewhere = fc.record({ ignore: fc.subarray(states), reject: fc.subarray(states) }, { requiredKeys: [] })

type NumberMachine = Omit<AnyMachine, "guards"> & { readonly guards: typeof guards }

const machine: fc.Arbitrary<NumberMachine> = fc.record({
  name: fc.constant("letter"),
  initial: fc.constant("A"),
  terminal: fc.subarray(states),
  states: fc.constant({ A: "A", B: "B", C: "C" }),
  triggers: fc.constant({ x: "an x", y: "a y" }),
  guards: fc.constant(guards),
  rows: fc.array(row, { maxLength: 6 }),
  otherwise: fc.record({ x: elsewhere, y: elsewhere })
})

const asked = fc.tuple(fc.constantFrom(...states), fc.constantFrom(...triggers), fc.nat({ max: 12 }))
const taken = (of: NumberMachine, [state, trigger, facts]: readonly [string, string, number]) =>
  step(of, state, trigger, facts)

describe("step", () => {
  it("answers every question, the same each time", () => {
    fc.assert(fc.property(machine, asked, (machine, asked) => {
      const answer = taken(machine, asked)
      expect(["Taken", "Ignored", "Rejected", "Alarmed"]).toContain(answer._tag)
      expect(taken(machine, asked)).toEqual(answer)
    }))
  })

  it("takes the first row that holds, and a cell only where none does", () => {
    fc.assert(fc.property(machine, asked, (machine, asked) => {
      const [state, trigger, facts] = asked
      const holding = machine.rows.flatMap((row, index) =>
        row.on === trigger && row.from.includes(state) && (row.when === undefined || guardOf(row.when)(facts))
          ? [index]
          : []
      )
      const answer = taken(machine, asked)
      if (holding.length === 0) expect(answer._tag).not.toBe("Taken")
      else expect(answer).toMatchObject({ _tag: "Taken", row: holding[0], from: state })
    }))
  })
})

describe("the laws", () => {
  const lawful = machine.filter((machine) => brokenLaws(machine).length === 0)

  it("let no table that forgets a cell swallow anything", () => {
    fc.assert(fc.property(machine, asked, (machine, asked) => {
      const [state, trigger] = asked
      const answer = taken({ ...machine, otherwise: { x: {}, y: {} } }, asked)
      const isCovered = machine.rows.some((row) => row.on === trigger && row.from.includes(state))
      return isCovered ? answer._tag === "Taken" || answer._tag === "Alarmed" : answer._tag === "Alarmed"
    }))
  })

  it("keep every walk of a sound table within its terminal states", () => {
    fc.assert(
      fc.property(lawful, fc.array(asked, { maxLength: 20 }), (machine, walk) => {
        let state = machine.initial
        for (const [, trigger, facts] of walk) {
          const answer = taken(machine, [state, trigger, facts])
          const next = answer._tag === "Taken" ? answer.to : state
          if (machine.terminal.includes(state)) expect(next).toBe(state)
          state = next
        }
      }),
      { numRuns: 10 }
    )
  })
})

describe("the printed page", () => {
  it("holds a line for each row, state and trigger, and an arrow for each row and state", () => {
    fc.assert(fc.property(machine, (machine) => {
      const page = renderMarkdown(machine)
      for (const { from, on } of machine.rows) expect(page).toContain(`| ${from.join(", ")} | ${on} |`)
      const arrows = renderMermaid(machine).split("\n").filter((line) => line.includes("-->"))
      const rows = machine.rows.reduce((sum, { from }) => sum + from.length, 0)
      expect(arrows).toHaveLength(1 + rows + machine.terminal.length)
    }))
  })

  it("is one page for one table", () => {
    expect(renderMarkdown(depositStates)).toBe(renderMarkdown(depositStates))
  })
})
