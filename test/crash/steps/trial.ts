// One movement of which one process dies between two steps, perhaps the next one too, and others bring it to its end.
import { Effect, Layer } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as memory from "../../../adapters/memory/store.ts"
import { child } from "../../simulate/child.ts"
import { type Case, type Plane, type Standing, attempt, standingIn } from "./attempt.ts"
import { type Journal, OtherSide, journalAt, journalInMemory } from "./other-side.ts"
import { away, withPlane } from "./plane.ts"
import type { Work } from "./worker.ts"

export interface Trial extends Case {
  /** Whether the second process takes over while what was sent may still be on its way. */
  readonly isSoon: boolean
  /** The step at which each process dies, from 1 up: of the first one or two. */
  readonly kills: ReadonlyArray<number>
}

export interface Judged {
  readonly lost?: string
  readonly doubled?: string
}

const script = new URL("worker.ts", import.meta.url).pathname
/** Longer than anything is on its way, and than an Absent has to last before it is believed. */
const laterMs = 400_000

const sideOf = ({ fate, keepsIds, kind }: Case, journal: Journal): OtherSide =>
  // What was signed takes effect once, whoever sends it.
  new OtherSide(journal, keepsIds || kind === "spend", fate)

/** How far ahead the process after so many others lives; what was on its way by then has arrived. */
const aheadOf = (before: number, isSoon: boolean): number =>
  before === 0 ? 0 : (isSoon ? 10_000 : 60_000) + (before - 1) * laterMs

const passes = (side: OtherSide, before: number, isSoon: boolean): number => {
  if (before > 1 || before === 1 && !isSoon) side.land()
  return aheadOf(before, isSoon)
}

/** The steps of the process after those that die: the same on every store, so it is rehearsed in memory. */
export const stepsAfter = (trial: Trial): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const plane: Plane = yield* Layer.build(memory.layer)
    const side = sideOf(trial, journalInMemory())
    let steps: Array<string> = []
    for (const [before, killAt] of [...trial.kills, Number.POSITIVE_INFINITY].entries()) {
      steps = []
      const onStep = (step: string): void => {
        steps.push(step)
        if (steps.length >= killAt) throw new Error("it dies here")
      }
      yield* Effect.exit(attempt(plane, trial.kind, side, passes(side, before, trial.isSoon), onStep))
    }
    return steps
  })))

/** Lets processes that nothing happens to bring it to its end, however it stands then. */
const finish = Effect.fnUntraced(function*(plane: Plane, { isSoon, kills, kind }: Trial, side: OtherSide) {
  for (let tries = 0; tries < 6; tries++) {
    const standing = yield* standingIn(plane)
    if (standing.state === "DONE" || standing.state === "REFUSED") return standing
    yield* attempt(plane, kind, side, passes(side, kills.length + tries, isSoon), () => undefined)
  }
  return yield* standingIn(plane)
})

const judged = ({ heard, state }: Standing, { effects, invoices }: OtherSide): Judged => {
  if (effects > 1) return { doubled: `value moved ${effects} times` }
  if (invoices > 1) return { doubled: `${invoices} invoices of one address were asked to be paid` }
  if (heard.length > 1) return { doubled: `its record heard ${heard.join(", ")}` }
  if (state !== "DONE" && state !== "REFUSED") return { lost: `it never comes to an end: ${state}` }
  if (effects !== (state === "DONE" ? 1 : 0)) return { lost: `it is ${state}, and value moved ${effects} times` }
  const news = state === "DONE" ? "moved" : "refused"
  return heard[0] === news ? {} : { lost: `it is ${state}, and its record heard ${heard[0] ?? "nothing"}` }
}

/** Runs it on the empty store at this address; where that is away for a moment it has to be run again on another. */
export const run = async (trial: Trial, url: string): Promise<Judged | typeof away> => {
  const directory = await mkdtemp(join(tmpdir(), "pontepay-steps-"))
  const path = join(directory, "journal")
  const side = sideOf(trial, journalAt(path))
  try {
    for (const [before, killAt] of trial.kills.entries()) {
      const aheadMs = passes(side, before, trial.isSoon)
      const work: Work = { ...trial, keepsIds: side.keepsIds, url, journal: path, aheadMs, killAt }
      const { code, out, problem } = await child(script, [JSON.stringify(work)], process.env["PLANT"])
      if (out === away) return away
      if (code !== -1 || !out.startsWith("killed")) throw new Error(`${JSON.stringify(work)} lives: ${code} ${problem}`)
    }
    const standing = await withPlane(url, (plane) => finish(plane, trial, side))
    side.land()
    return standing === away ? away : judged(standing, side)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
