// The laws of lifecycle tables find each break that is planted in a sound table, one per law, and nothing in the table
// itself. A law that found nothing would make every table look sound.
import { describe, expect, it } from "vitest"
import { brokenLaws } from "../../../core/machine/laws.ts"
import { type AnyMachine, defineMachine } from "../../../core/machine/machine.ts"

type Facts = { readonly coins: number }

const door = defineMachine<Facts, "coinTaken", "OPENED", "close">()({
  name: "door",
  initial: "LOCKED",
  terminal: ["BROKEN"],
  states: { LOCKED: "CLOSED", OPEN: "OPEN", BROKEN: "BROKEN" },
  triggers: { paid: "coins were put in", kicked: "somebody kicked it" },
  guards: { enough: ({ coins }) => coins >= 2 },
  rows: [
    { from: ["LOCKED"], on: "paid", when: "enough", to: "OPEN", post: ["coinTaken"], emit: ["OPENED"], spec: "1" },
    { from: ["LOCKED", "OPEN"], on: "kicked", to: "BROKEN", spec: "2" }
  ],
  otherwise: {
    LOCKED: { paid: "reject", kicked: "row" },
    OPEN: { paid: "ignore", kicked: "row" },
    BROKEN: { paid: "alarm", kicked: "ignore" }
  }
})

const sound: AnyMachine = door

describe("brokenLaws", () => {
  it("finds nothing in a sound table", () => {
    expect(brokenLaws(sound)).toEqual([])
  })

  it("finds a cell that nobody decided", () => {
    const { kicked } = sound.otherwise["OPEN"] as Record<"kicked", "row">
    expect(brokenLaws({ ...sound, otherwise: { ...sound.otherwise, OPEN: { kicked } } }))
      .toEqual(["(OPEN, paid) is not decided"])
  })

  it("finds a state without cells", () => {
    const { BROKEN: _, ...otherwise } = sound.otherwise
    expect(brokenLaws({ ...sound, otherwise }))
      .toEqual(["(BROKEN, paid) is not decided", "(BROKEN, kicked) is not decided"])
  })

  it("finds a cell that promises a row where only a guarded one is", () => {
    const otherwise = { ...sound.otherwise, LOCKED: { paid: "row", kicked: "row" } as const }
    expect(brokenLaws({ ...sound, otherwise }))
      .toEqual(["(LOCKED, paid) says row, but no unguarded row covers it"])
  })

  it("finds a cell that a row covers although it says otherwise", () => {
    const otherwise = { ...sound.otherwise, OPEN: { paid: "ignore", kicked: "ignore" } as const }
    expect(brokenLaws({ ...sound, otherwise }))
      .toEqual(["(OPEN, kicked) says ignore, but an unguarded row covers it"])
  })

  it("finds a state that cannot be reached", () => {
    const states = { ...sound.states, PAINTED: "OPEN" }
    const otherwise = { ...sound.otherwise, PAINTED: { paid: "ignore", kicked: "ignore" } as const }
    expect(brokenLaws({ ...sound, states, otherwise })).toEqual(["PAINTED cannot be reached"])
  })

  it("finds a state that is reached only from one that cannot be", () => {
    const states = { ...sound.states, PAINTED: "OPEN", DRY: "OPEN" }
    const cells = { paid: "ignore", kicked: "row" } as const
    const otherwise = { ...sound.otherwise, PAINTED: cells, DRY: cells }
    const rows = [...sound.rows, { from: ["PAINTED", "DRY"], on: "kicked", to: "DRY", spec: "3" }]
    expect(brokenLaws({ ...sound, states, otherwise, rows }))
      .toEqual(["PAINTED cannot be reached", "DRY cannot be reached"])
  })

  it("finds a row that leaves a terminal state", () => {
    const otherwise = { ...sound.otherwise, BROKEN: { paid: "row", kicked: "ignore" } as const }
    const rows = [...sound.rows, { from: ["BROKEN"], on: "paid", to: "LOCKED", spec: "3" }]
    expect(brokenLaws({ ...sound, otherwise, rows })).toEqual(["BROKEN is terminal but paid leads to LOCKED"])
  })

  it("finds a row that an earlier one hides", () => {
    const rows = [...sound.rows, { from: ["OPEN"], on: "kicked", when: "enough", to: "LOCKED", spec: "3" }]
    expect(brokenLaws({ ...sound, rows })).toEqual(["row 3 (OPEN, kicked) can never be taken"])
  })

  it("finds a row that an earlier one with the same guard hides", () => {
    const rows = [...sound.rows, { from: ["LOCKED"], on: "paid", when: "enough", to: "BROKEN", spec: "3" }]
    expect(brokenLaws({ ...sound, rows })).toEqual(["row 3 (LOCKED, paid) can never be taken"])
  })

  it("finds a row that cites nothing", () => {
    const rows = sound.rows.map((row, index) => index === 1 ? { ...row, spec: " " } : row)
    expect(brokenLaws({ ...sound, rows })).toEqual(["row 2 cites nothing"])
  })

  it("finds a trigger and a guard that no row uses", () => {
    const triggers = { ...sound.triggers, painted: "somebody painted it" }
    const otherwise = Object.fromEntries(
      Object.entries(sound.otherwise).map(([state, cells]) => [state, { ...cells, painted: "ignore" as const }])
    )
    const guards = { ...sound.guards, rich: () => true }
    expect(brokenLaws({ ...sound, triggers, otherwise, guards }))
      .toEqual(["trigger painted is in no row", "guard rich is in no row"])
  })
})
