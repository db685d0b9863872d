// Every interleaving of two workers, a provider that tells what it did (also twice), one crash, and time that passes: all
// states are visited once, depth first, each reached by running its schedule from the beginning. Prints how many there are,
// and the first that breaks a promise.
import type { MovementOrder } from "../../core/payments/movement/order.ts"
import { orders, sayWhatTheyKeep } from "./orders.ts"
import "./remembered-keys.ts"
import type { Choice } from "./run.ts"

const { Run } = await import("./run.ts")
type Run = InstanceType<typeof Run>

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
const explore = (kind: MovementOrder["kind"], keepsIds: boolean, most = Number.POSITIVE_INFINITY): Explored => {
  const visited = new Set<string>()
  const worlds = new Set<string>()
  let runs = 0
  const played = (schedule: ReadonlyArray<Choice>): Run => {
    const run = new Run(kind, keepsIds)
    runs++
    for (const choice of schedule) run.take(choice)
    return run
  }
  // Every world is judged once, with all that wants to happen to it left out: what the processes know shows when they step.
  const problemOf = (run: Run, schedule: ReadonlyArray<Choice>): string | undefined => {
    const { world } = run
    if (worlds.has(world)) return undefined
    worlds.add(world)
    const ending = played(schedule)
    const problem = brokenIn(run) ?? brokenAtEnd(ending)
    ending.close()
    return problem
  }
  const stack: Array<ReadonlyArray<Choice>> = [[]]
  while (stack.length > 0 && visited.size < most) {
    let schedule = stack.pop() ?? []
    const run = played(schedule)
    for (let { state } = run; !visited.has(state); { state } = run) {
      visited.add(state)
      const problem = problemOf(run, schedule)
      if (problem !== undefined) {
        run.close()
        return { states: visited.size, runs, violation: { problem, schedule } }
      }
      // The last first: what goes wrong is more often behind waiting and dying than behind one more step.
      const [next, ...others] = run.choices.toReversed()
      for (const choice of others) stack.push([...schedule, choice])
      if (next === undefined) break
      schedule = [...schedule, next]
      run.take(next)
    }
    run.close()
  }
  return { states: visited.size, runs }
}

type Side = "keeps no ids" | "keeps ids"

/**
 * What the other side may be. One that keeps no ids shows the most where its port does not say so; what was signed takes effect
 * once, whoever sends it.
 */
export const sidesOf = (kind: MovementOrder["kind"]): ReadonlyArray<Side> => {
  if (kind === "spend") return ["keeps ids"]
  return sayWhatTheyKeep.has(kind) ? ["keeps no ids", "keeps ids"] : ["keeps no ids"]
}

/** What a child prints of each kind and side. */
export interface Found extends Explored {
  readonly kind: MovementOrder["kind"]
  readonly side: Side
}

export const script = import.meta.filename

if (import.meta.main) {
  const [most = "Infinity", ofKinds, ofSide] = process.argv.slice(2)
  const kinds = (ofKinds?.split(",") ?? Object.keys(orders)) as ReadonlyArray<MovementOrder["kind"]>
  for (const kind of kinds) {
    for (const side of ofSide === undefined ? sidesOf(kind) : [ofSide as Side]) {
      const found: Found = { kind, side, ...explore(kind, side === "keeps ids", Number(most)) }
      process.stdout.write(`${JSON.stringify(found)}\n`)
      if (found.violation !== undefined) process.exitCode = 1
    }
  }
}
