// The laws of lifecycle tables find each break that is planted in a sound table, one per law, and nothing in the table
// itself. A law that found nothing would make every table look sound.
import { describe, expect, it } from "vitest"
import { brokenLaws } from "../../../../core/engine/machine/laws.ts"
import { type AnyMachine, defineMachine } from "../../../../core/engine/machine/machine.ts"

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
    paid: { ignore: ["OPEN"], reject: ["LOCKED"] },
    kicked: { ignore: ["BROKEN"] }
  }
})

const sound: AnyMachine = door

describe("brokenLaws", () => {
  it("finds nothing in a sound table", () => {
    expect(brokenLaws(sound)).toEqual([])
  })

  it("finds a listed state that a row covers", () => {
    const otherwise = { ...sound.otherwise, kicked: { ignore: ["OPEN", "BROKEN"] } }
    expect(brokenLaws({ ...sound, otherwise }))
      .toEqual(["(OPEN, kicked) is in a list, but an unguarded row covers it"])
  })

  it("finds a state in two lists", () => {
    const otherwise = { ...sound.otherwise, paid: { ignore: ["OPEN"], reject: ["LOCKED", "OPEN"] } }
    expect(brokenLaws({ ...sound, otherwise })).toEqual(["(OPEN, paid) is in two lists"])
  })

  it("finds a state that cannot be reached", () => {
    const states = { ...sound.states, PAINTED: "OPEN" }
    expect(brokenLaws({ ...sound, states })).toEqual(["PAINTED cannot be reached"])
  })

  it("finds a state that is reached only from one that cannot be", () => {
    const states = { ...sound.states, PAINTED: "OPEN", DRY: "OPEN" }
    const rows = [...sound.rows, { from: ["PAINTED", "DRY"], on: "kicked", to: "DRY", spec: "3" }]
    expect(brokenLaws({ ...sound, states, rows }))
      .toEqual(["PAINTED cannot be reached", "DRY cannot be reached"])
  })

  it("finds a row that leaves a terminal state", () => {
    const rows = [...sound.rows, { from: ["BROKEN"], on: "paid", to: "LOCKED", spec: "3" }]
    expect(brokenLaws({ ...sound, rows })).toEqual(["BROKEN is terminal but paid leads to LOCKED"])
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
    const otherwise = { ...sound.otherwise, painted: {} }
    const guards = { ...sound.guards, rich: () => true }
    expect(brokenLaws({ ...sound, triggers, otherwise, guards }))
      .toEqual(["trigger painted is in no row", "guard rich is in no row"])
  })
})
