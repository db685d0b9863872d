// The rows of tables that a test takes, as `step` itself reports them. What is watched is the module of machines, so a test that wants to
// know begins with
// `vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))`.
import type * as machineModule from "../../core/engine/machine/machine.ts"

type MachineModule = typeof machineModule
type Table = Pick<machineModule.AnyMachine, "name" | "rows">

const taken = new Set<string>()

const nameOf = (table: string, row: number, from: string): string => `${table}: row ${row + 1} from ${from}`

/** The module of machines, with a `step` that notes the rows that are taken. */
export const watched = async (original: () => Promise<MachineModule>): Promise<MachineModule> => {
  const machines = await original()
  const step: typeof machines.step = (machine, state, trigger, facts) => {
    const answer = machines.step(machine, state, trigger, facts)
    if (answer._tag === "Taken") taken.add(nameOf(answer.machine, answer.row, answer.from))
    return answer
  }
  return { ...machines, step }
}

/** The rows of a table that were never taken, from each state that they name. */
export const untaken = ({ name, rows }: Table): ReadonlyArray<string> =>
  rows.flatMap(({ from }, row) => from.map((state) => nameOf(name, row, state))).filter((row) => !taken.has(row))
