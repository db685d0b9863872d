// Every interleaving of two workers, a provider that tells what it did (also twice), one crash, and time that passes: all
// states are visited once, depth first, each reached by running its schedule from the beginning. Prints how many there are,
// and the first that breaks a promise.
import type { MovementOrder } from "../../core/movement/order.ts"
import { type Choice, Run, orders } from "./run.ts"

/** Why a state must not be; undefined when it may. */
const brokenIn = (run: Run): string | undefined => {
  const { effects } = run.rail
  const { state } = run.movement.record
  const moved = run.heard.filter((on) => on === "moved").length
  const refused = run.heard.filter((on) => on === "refused").length
  if (effects > 1) return `value moved ${effects} times`
  if (run.invoices.size > 1) return `${run.invoices.size} invoices of one address were asked to be paid`
  if (state === "DONE" && effects === 0) return "it is DONE, and nothing moved"
  if (state === "REFUSED" && (effects > 0 || !run.rail.keepsIds && run.rail.onItsWay > 0)) {
    return "it is REFUSED, and value moved or may still move"
  }
  if (moved > 1 || refused > 1) {
    return `its record heard ${moved} times that it moved, ${refused} times that it was refused`
  }
  if (moved !== (state === "DONE" ? 1 : 0)) return `it is ${state}, and its record heard ${moved} times that it moved`
  return undefined
}

/** Why a run must not end so. */
const brokenAtEnd = (run: Run): string | undefined => {
  if (!run.finish()) return `it never comes to an end: ${run.movement.record.state}`
  const { state } = run.movement.record
  const { effects, isRefused } = run.rail
  if (effects === 1 && state !== "DONE") return `value moved, and it ends ${state}`
  if (isRefused && effects === 0 && state !== "REFUSED") return `it was refused, and ends ${state}`
  return brokenIn(run)
}

export interface Explored {
  readonly states: number
  readonly runs: number
  readonly violation?: { readonly problem: string; readonly schedule: ReadonlyArray<Choice> }
}

/** Explores one kind of movement, for at most so many states. */
export const explore = (kind: MovementOrder["kind"], keepsIds: boolean, most = Number.POSITIVE_INFINITY): Explored => {
  const visited = new Set<string>()
  let runs = 0
  const stack: Array<ReadonlyArray<Choice>> = [[]]
  while (stack.length > 0 && visited.size < most) {
    const schedule = stack.pop() ?? []
    const run = new Run(kind, keepsIds)
    runs++
    for (const choice of schedule) run.take(choice)
    const { choices, state } = run
    let problem: string | undefined
    if (!visited.has(state)) {
      visited.add(state)
      problem = brokenIn(run)
      for (const choice of choices) stack.push([...schedule, choice])
      problem ??= brokenAtEnd(run)
    }
    run.close()
    if (problem !== undefined) return { states: visited.size, runs, violation: { problem, schedule } }
  }
  return { states: visited.size, runs }
}

if (import.meta.main) {
  const most = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
  const kinds = (process.argv[3]?.split(",") ?? Object.keys(orders)) as ReadonlyArray<MovementOrder["kind"]>
  for (const kind of kinds) {
    for (const keepsIds of [false, true]) {
      const found = explore(kind, keepsIds, most)
      process.stdout.write(`${JSON.stringify({ kind, keepsIds, ...found })}\n`)
      if (found.violation !== undefined) process.exitCode = 1
    }
  }
}
