// What must be true of any lifecycle table, whatever it describes. Answers the list of broken laws, empty when sound.
import type { AnyMachine } from "./machine.ts"

const keys = (record: Readonly<Record<string, unknown>>): ReadonlyArray<string> => Object.keys(record)

/** Every broken law of a table, in plain words. */
export const brokenLaws = (machine: AnyMachine): ReadonlyArray<string> => [
  ...undecidedCells(machine),
  ...unreachableStates(machine),
  ...leavingTerminal(machine),
  ...shadowedRows(machine),
  ...uncitedRows(machine),
  ...unusedNames(machine)
]

const undecidedCells = (machine: AnyMachine): ReadonlyArray<string> =>
  keys(machine.states).flatMap((state) =>
    keys(machine.triggers).flatMap((trigger) => {
      const cell = machine.otherwise[state]?.[trigger]
      const unguarded = machine.rows.some((row) =>
        row.on === trigger && row.from.includes(state) && row.when === undefined
      )
      if (cell === undefined) return [`(${state}, ${trigger}) is not decided`]
      if (cell === "row" && !unguarded) return [`(${state}, ${trigger}) says row, but no unguarded row covers it`]
      if (cell !== "row" && unguarded) return [`(${state}, ${trigger}) says ${cell}, but an unguarded row covers it`]
      return []
    })
  )

const unreachableStates = (machine: AnyMachine): ReadonlyArray<string> => {
  const reached = new Set([machine.initial])
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const row of machine.rows) {
      if (row.to !== "same" && row.from.some((state) => reached.has(state))) reached.add(row.to)
    }
  }
  return keys(machine.states).filter((state) => !reached.has(state)).map((state) => `${state} cannot be reached`)
}

const leavingTerminal = (machine: AnyMachine): ReadonlyArray<string> =>
  machine.rows.flatMap((row) =>
    row.from.filter((state) => machine.terminal.includes(state) && row.to !== "same" && row.to !== state)
      .map((state) => `${state} is terminal but ${row.on} leads to ${row.to}`)
  )

const shadowedRows = (machine: AnyMachine): ReadonlyArray<string> =>
  machine.rows.flatMap((row, index) =>
    row.from.filter((state) =>
      machine.rows.slice(0, index).some((earlier) =>
        earlier.on === row.on && earlier.from.includes(state) &&
        (earlier.when === undefined || earlier.when === row.when)
      )
    ).map((state) => `row ${index + 1} (${state}, ${row.on}) can never be taken`)
  )

const uncitedRows = (machine: AnyMachine): ReadonlyArray<string> =>
  machine.rows.flatMap((row, index) => row.spec.trim() === "" ? [`row ${index + 1} cites nothing`] : [])

const unusedNames = (machine: AnyMachine): ReadonlyArray<string> => [
  ...keys(machine.triggers).filter((name) => !machine.rows.some((row) => row.on === name))
    .map((name) => `trigger ${name} is in no row`),
  ...keys(machine.guards).filter((name) => !machine.rows.some((row) => row.when === name))
    .map((name) => `guard ${name} is in no row`)
]
