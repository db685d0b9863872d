// What must be true of any lifecycle table, whatever it describes. Answers the list of broken laws, empty when sound.
import type { AnyMachine } from "./machine.ts"

const keys = (record: Readonly<Record<string, unknown>>): ReadonlyArray<string> => Object.keys(record)

/** Every broken law of a table, in plain words. */
export const brokenLaws = (machine: AnyMachine): ReadonlyArray<string> => [
  ...contradictions(machine),
  ...unreachableStates(machine),
  ...leavingTerminal(machine),
  ...shadowedRows(machine),
  ...uncitedRows(machine),
  ...unusedNames(machine)
]

const contradictions = (machine: AnyMachine): ReadonlyArray<string> =>
  keys(machine.triggers).flatMap((trigger) => {
    const { ignore = [], reject = [] } = machine.otherwise[trigger] ?? {}
    const isCovered = (state: string) =>
      machine.rows.some((row) => row.on === trigger && row.from.includes(state) && row.when === undefined)
    const listed = [...ignore, ...reject]
    return listed.flatMap((state, index) => [
      ...isCovered(state) ? [`(${state}, ${trigger}) is in a list, but an unguarded row covers it`] : [],
      ...listed.indexOf(state) < index ? [`(${state}, ${trigger}) is in two lists`] : []
    ])
  })

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
