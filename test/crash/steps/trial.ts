// One movement of which one process dies between two steps, perhaps the next one too, and others bring it to its end.
import { Effect, Layer } from "effect"
import * as memory from "../../../adapters/memory/store.ts"
import { child } from "../../simulate/child.ts"
import { type Plane, type Result, type Sent, attempt, resultIn } from "./attempt.ts"
import type { Work } from "./dying.ts"
import { away, withPlane } from "./plane.ts"

export interface Trial {
  /** Whether the second process takes over while what was sent may still be on its way. */
  readonly isSoon: boolean
  /** The step at which each process dies, from 1 up: of the first one or two. */
  readonly kills: ReadonlyArray<number>
}

/** What the other side has of the movement in the end. */
export interface Moved {
  /** How often value moved. */
  readonly effects: number
  /** How many invoices were asked to be paid: only one may ever be. */
  readonly invoices: number
  /** What the movement's record says otherwise. */
  readonly difference?: string | undefined
  /** Whether no one but a person may say that it did not move. */
  readonly isForPerson?: boolean
}

/** The other side of a trial, which outlives whoever talks to it. */
export interface Side extends Sent {
  /** What a process of its own is given of it, as JSON. */
  readonly given: object
  /** It lives so far ahead now. `isLate`: what was on its way arrives. */
  readonly passes: (aheadMs: number, isLate: boolean) => void | Promise<void>
  readonly moved: (result: Result) => Moved
  readonly close: () => Promise<void>
}

/** What trials of one sort have in common. */
export interface Sort<T extends Trial> {
  /** What runs a process of them. */
  readonly script: URL
  readonly open: (trial: T) => Promise<Side>
  /** How far apart later processes live: longer than anything is on its way, and than an Absent has to last before it is believed. */
  readonly laterMs: (trial: T) => number
}

export interface Judged {
  readonly lost?: string
  readonly doubled?: string
  /** Where it stands while a person decides. */
  readonly forPerson?: string
}

/** How far ahead the process after so many others lives. */
const aheadOf = (before: number, isSoon: boolean, laterMs: number): number =>
  before === 0 ? 0 : (isSoon ? 10_000 : 60_000) + (before - 1) * laterMs

const passes = async (side: Side, before: number, isSoon: boolean, laterMs: number): Promise<number> => {
  const aheadMs = aheadOf(before, isSoon, laterMs)
  await side.passes(aheadMs, before > 1 || before === 1 && !isSoon)
  return aheadMs
}

/** Opens the other side of a trial, and closes it whatever happens. */
const withSide = async <T extends Trial, A>(sort: Sort<T>, trial: T, use: (side: Side) => Promise<A>): Promise<A> => {
  const side = await sort.open(trial)
  try {
    return await use(side)
  } finally {
    await side.close()
  }
}

/** The steps of the process after those that die: the same on every store, so it is rehearsed in memory. */
export const stepsAfter = <T extends Trial>(sort: Sort<T>, trial: T): Promise<ReadonlyArray<string>> =>
  withSide(sort, trial, (side) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const plane: Plane = yield* Layer.build(memory.layer)
      let steps: Array<string> = []
      for (const [before, killAt] of [...trial.kills, Number.POSITIVE_INFINITY].entries()) {
        steps = []
        const onStep = (step: string): void => {
          steps.push(step)
          if (steps.length >= killAt) throw new Error("it dies here")
        }
        const aheadMs = yield* Effect.promise(() => passes(side, before, trial.isSoon, sort.laterMs(trial)))
        yield* Effect.exit(attempt(plane, side, aheadMs, onStep))
      }
      return steps
    }))))

/** Lets processes that nothing happens to bring it to its end, however it stands then, and what is still on its way arrive. */
const finish = Effect.fnUntraced(
  function*<T extends Trial>(plane: Plane, sort: Sort<T>, trial: T, side: Side) {
    const { isSoon, kills } = trial
    const laterMs = sort.laterMs(trial)
    let aheadMs = aheadOf(kills.length, isSoon, laterMs)
    for (let tries = 0; tries < 6; tries++) {
      const result = yield* resultIn(plane)
      if (result.state === "DONE" || result.state === "REFUSED") break
      aheadMs = yield* Effect.promise(() => passes(side, kills.length + tries, isSoon, laterMs))
      yield* attempt(plane, side, aheadMs, () => undefined)
    }
    // At once: later it may be too old to be obeyed.
    yield* Effect.promise(async () => side.passes(aheadMs, true))
    return yield* resultIn(plane)
  }
)

const judged = (
  { heard, isDoubted, reserved, state }: Result,
  { difference, effects, invoices, isForPerson }: Moved
): Judged => {
  if (effects > 1) return { doubled: `value moved ${effects} times` }
  if (invoices > 1) return { doubled: `${invoices} invoices of one address were asked to be paid` }
  if (heard.length > 1) return { doubled: `its record heard ${heard.join(", ")}` }
  if (state === "SENDING" && isForPerson === true && effects === 0 && heard.length === 0) {
    return isDoubted ? { forPerson: state } : { lost: "a person decides, and is not shown that" }
  }
  if (state !== "DONE" && state !== "REFUSED") return { lost: `it never comes to an end: ${state}` }
  if (reserved !== 0n) return { lost: `it is ${state}, and ${reserved} stay reserved for it` }
  if (effects !== (state === "DONE" ? 1 : 0)) return { lost: `it is ${state}, and value moved ${effects} times` }
  if (difference !== undefined) return { lost: difference }
  const news = state === "DONE" ? "moved" : "refused"
  return heard[0] === news ? {} : { lost: `it is ${state}, and its record heard ${heard[0] ?? "nothing"}` }
}

/** Runs it on the empty store at this address. `away`: the store was, or a process came to its end, so it has to be run again. */
export const run = <T extends Trial>(sort: Sort<T>, trial: T, url: string): Promise<Judged | typeof away> =>
  withSide(sort, trial, async (side) => {
    for (const [before, killAt] of trial.kills.entries()) {
      const aheadMs = await passes(side, before, trial.isSoon, sort.laterMs(trial))
      const work: Work<object> = { url, aheadMs, killAt, given: side.given }
      const { code, out, problem } = await child(sort.script.pathname, [JSON.stringify(work)], process.env["PLANT"])
      // A time-out on a busy machine leads another way.
      if (out === away || code === 0) return away
      if (code !== -1 || !out.startsWith("killed")) throw new Error(`${JSON.stringify(work)} lives: ${code} ${problem}`)
    }
    const result = await withPlane(url, (plane) => finish(plane, sort, trial, side))
    if (result === away) return away
    await side.passes(aheadOf(trial.kills.length + 6, trial.isSoon, sort.laterMs(trial)), true)
    return judged(result, side.moved(result))
  })
