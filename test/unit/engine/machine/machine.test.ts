// `step` reads the table and nothing else: the first row that holds is taken, and a cell that no row takes says what
// happens instead.
import { describe, expect, it } from "vitest"
import { defineMachine, step } from "../../../../core/engine/machine/machine.ts"
import { mayHappen } from "../../../../core/engine/machine/may-happen.ts"
import { renderMarkdown, renderMermaid } from "../../../../core/engine/machine/render.ts"

const lamp = defineMachine<{ readonly volts: number }, "powerUsed", "LIT", "cool">()({
  name: "lamp",
  initial: "OFF",
  terminal: ["BURNT"],
  states: { OFF: "DARK", ON: "LIGHT", BURNT: "DARK" },
  triggers: { pressed: "the button was pressed", hit: "it was hit" },
  guards: { tooMuch: ({ volts }) => volts > 230, enough: ({ volts }) => volts > 200 },
  rows: [
    { from: ["OFF"], on: "pressed", when: "tooMuch", to: "BURNT", spec: "1" },
    {
      from: ["OFF"],
      on: "pressed",
      when: "enough",
      to: "ON",
      post: ["powerUsed"],
      emit: ["LIT"],
      ask: ["cool"],
      spec: "2"
    },
    { from: ["ON"], on: "pressed", to: "OFF", spec: "3" },
    { from: ["ON", "BURNT"], on: "hit", to: "same", spec: "4" }
  ],
  otherwise: {
    pressed: { reject: ["OFF"] },
    hit: { ignore: ["OFF"] }
  }
})

describe("step", () => {
  it("takes the first row that holds, with what it asks for and its place in the table", () => {
    expect(step(lamp, "OFF", "pressed", { volts: 220 })).toEqual({
      _tag: "Taken",
      machine: "lamp",
      on: "pressed",
      from: "OFF",
      to: "ON",
      post: ["powerUsed"],
      emit: ["LIT"],
      ask: ["cool"],
      row: 1
    })
    expect(step(lamp, "OFF", "pressed", { volts: 400 })).toMatchObject({
      to: "BURNT",
      row: 0,
      post: [],
      emit: [],
      ask: []
    })
  })

  it("keeps the state where the row says so", () => {
    expect(step(lamp, "ON", "hit", { volts: 0 })).toMatchObject({ from: "ON", to: "ON", row: 3 })
    expect(step(lamp, "BURNT", "hit", { volts: 0 })).toMatchObject({ from: "BURNT", to: "BURNT", row: 3 })
  })

  it("says what the cell says when no guard holds or no row is there", () => {
    expect(step(lamp, "OFF", "pressed", { volts: 0 })).toEqual({ _tag: "Rejected" })
    expect(step(lamp, "OFF", "hit", { volts: 220 })).toEqual({ _tag: "Ignored" })
    expect(step(lamp, "BURNT", "pressed", { volts: 220 })).toEqual({ _tag: "Alarmed" })
  })

  it("raises an alarm where the table says nothing", () => {
    const forgetful = { ...lamp, otherwise: { ...lamp.otherwise, hit: {} } }
    expect(step(forgetful, "OFF", "hit", { volts: 0 })).toEqual({ _tag: "Alarmed" })
  })
})

describe("the printed page", () => {
  it("draws an arrow for every row and state", () => {
    expect(renderMermaid(lamp)).toBe(
      [
        "stateDiagram-v2",
        "  [*] --> OFF",
        "  OFF --> BURNT: pressed [tooMuch]",
        "  OFF --> ON: pressed [enough]",
        "  ON --> OFF: pressed",
        "  ON --> ON: hit",
        "  BURNT --> BURNT: hit",
        "  BURNT --> [*]"
      ].join("\n")
    )
  })

  it("holds every row and decides every cell", () => {
    const page = renderMarkdown(lamp)
    expect(page).toContain("| OFF | pressed | enough | ON | powerUsed | LIT | cool | 2 |")
    expect(page).toContain("| ON, BURNT | hit |  | same |  |  |  | 4 |")
    expect(page).toContain("| OFF | row, else reject | ignore |")
    expect(page).toContain("| ON | row | row |")
    expect(page).toContain("| BURNT | alarm | row |")
    expect(page).toContain(renderMermaid(lamp))
  })
})

describe("mayHappen", () => {
  const specs = (state: string, prospects: Parameters<typeof mayHappen>[2]) =>
    mayHappen(lamp, state, prospects).map(({ spec }) => spec)

  it("lists every row that a guard may let through while no one knows what it looks at", () => {
    expect(specs("OFF", () => [{}])).toEqual(["1", "2"])
  })

  it("leaves out a row whose guard is known to fail, and what stands behind one that is known to hold", () => {
    expect(specs("OFF", () => [{ volts: 220 }])).toEqual(["2"])
    expect(specs("OFF", () => [{ volts: 240 }])).toEqual(["1"])
    expect(specs("OFF", () => [{ volts: 10 }])).toEqual([])
  })

  it("joins all ways in which a trigger can come, in the order of the table", () => {
    expect(specs("OFF", () => [{ volts: 220 }, { volts: 240 }])).toEqual(["1", "2"])
  })

  it("lists nothing of a trigger that cannot come any more", () => {
    expect(specs("ON", () => [{}])).toEqual(["3", "4"])
    expect(specs("ON", (trigger) => trigger === "hit" ? [] : [{}])).toEqual(["3"])
  })

  it("does not hide what a guard breaks on", () => {
    const broken = {
      ...lamp,
      guards: {
        ...lamp.guards,
        tooMuch: () => {
          throw new Error("broken")
        }
      }
    }
    expect(() => mayHappen(broken, "OFF", () => [{}])).toThrow("broken")
  })
})
