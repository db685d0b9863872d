// A simulator that finds nothing has to prove that it can: every planted bug is found by a promise that says what is
// wrong, all of them together within ten minutes of processor time. The quick tier plants a few, spread over the list.
import { beforeAll, expect, it } from "vitest"
import type { Violation } from "../../hosts/simulate/auditor/judge.ts"
import { bugs } from "./bugs.ts"
import { atOnce, child } from "./child.ts"
import { depth } from "../support/depth.ts"

/** Seconds of processor time that one hunt may take, and minutes that all may. */
const huntSeconds = 60
const allMinutes = 10

interface Trophy {
  readonly name: string
  readonly seed: number
  readonly cpuMs: number
  readonly violation?: Violation
  readonly problem: string
}

const hunted = async (name: string): Promise<Trophy> => {
  const { out, problem } = await child("hunt.ts", [String(huntSeconds)], name)
  const found = out.startsWith("{") ? JSON.parse(out) as Omit<Trophy, "name" | "problem"> : { seed: 0, cpuMs: 0 }
  return { ...found, name, problem }
}

const line = ({ cpuMs, name, problem, seed, violation }: Trophy): string =>
  [
    name.padEnd(36),
    String(seed).padStart(4),
    String(cpuMs).padStart(6),
    violation === undefined ? `NOT FOUND ${problem.slice(0, 200)}` : `${violation.invariant}: ${violation.message}`
  ].join("  ")

const step = Math.max(1, Math.floor(bugs.length / depth.plantedBugs))
const planted = bugs.filter((_, place) => place % step === 0).slice(0, depth.plantedBugs)

let trophies: ReadonlyArray<Trophy> = []

beforeAll(async () => {
  trophies = await atOnce(planted.map(({ name }) => name), 2, hunted)
  const spent = trophies.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  process.stdout.write(
    `${trophies.map(line).join("\n")}\n${trophies.length} bugs, ${Math.round(spent / 1_000)} s of processor time\n`
  )
}, 3_600_000)

it("every planted bug is found", () => {
  expect(trophies.filter(({ violation }) => violation === undefined).map(({ name }) => name)).toEqual([])
})

it("every bug is found by a promise of its own", () => {
  const strange = trophies.filter(({ name, violation }) => {
    const bug = bugs.find((each) => each.name === name)
    return violation !== undefined && bug?.invariants.includes(violation.invariant) !== true
  })
  expect(strange.map(line)).toEqual([])
})

it("all hunts together take at most ten minutes of processor time", () => {
  expect(bugs.length).toBeGreaterThanOrEqual(45)
  expect(trophies.length).toBe(Math.min(bugs.length, depth.plantedBugs))
  expect(trophies.reduce((sum, { cpuMs }) => sum + cpuMs, 0)).toBeLessThanOrEqual(allMinutes * 60_000)
})
