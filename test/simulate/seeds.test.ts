// The simulation of every change: seeds of every profile and density break no promise, and together they take every row of
// every table and inject every fault there is.
import { beforeAll, expect, it } from "vitest"
import { faults } from "../../hosts/simulate/faults.ts"
import { machines } from "../../hosts/simulate/machines.ts"
import { atOnce, child } from "./child.ts"
import { runsOf } from "./plan.ts"
import { provenElsewhere } from "./proven-elsewhere.ts"
import type { Result, Run } from "./run-of.ts"

/** Seeds for each profile and density; PONTEPAY_SEEDS asks for more. */
const seedsEach = Number(process.env["PONTEPAY_SEEDS"] ?? "24")
const batch = 24

const ran = async (runs: ReadonlyArray<Run>): Promise<ReadonlyArray<Result>> => {
  const { code, out, problem } = await child("run.ts", [JSON.stringify(runs)])
  if (code !== 0) throw new Error(`${JSON.stringify(runs)}: ${problem}`)
  return out.trim().split("\n").map((line) => JSON.parse(line) as Result)
}

const batches = (runs: ReadonlyArray<Run>): ReadonlyArray<ReadonlyArray<Run>> =>
  Array.from({ length: Math.ceil(runs.length / batch) }, (_, index) => runs.slice(index * batch, (index + 1) * batch))

const sum = (results: ReadonlyArray<Result>, of: (result: Result) => number): number =>
  results.reduce((total, result) => total + of(result), 0)

const total = (counts: ReadonlyArray<Readonly<Record<string, number>>>, name: string): number =>
  counts.reduce((count, each) => count + (each[name] ?? 0), 0)

let results: ReadonlyArray<Result> = []

beforeAll(async () => {
  results = (await atOnce(batches(runsOf(seedsEach)), 2, ran)).flat()
  const operations = sum(results, (result) => result.operations)
  const steps = sum(results, (result) => result.steps)
  const cpu = sum(results, ({ cpuMs }) => cpuMs) / 1_000
  const rows = machines.flatMap(({ name, rows: all }) => all.map((_, index) => `${name} ${index + 1}`))
  const lineOf = (names: ReadonlyArray<string>, counts: ReadonlyArray<Readonly<Record<string, number>>>) =>
    names.map((name) => `${name} ${total(counts, name)}`).join(", ")
  process.stdout.write(
    `${results.length} seeds, ${operations} operations and ${steps} steps of workers, ${
      cpu.toFixed(0)
    } s of processor time
rows: ${lineOf(rows, results.map((result) => result.rows))}
faults: ${lineOf(Object.keys(faults), results.map((result) => result.faults))}
`
  )
}, 3_600_000)

it("no seed breaks a promise", () => {
  const broken = results.filter(({ violations }) => violations.length > 0)
  expect(
    broken.map(({ profile, seed, storiesPerDay, violations }) =>
      `${profile} ${storiesPerDay} seed ${seed}: ${violations[0]}`
    )
  ).toEqual([])
})

it("at least 200 seeds and 200,000 operations run", () => {
  expect(results.length).toBeGreaterThanOrEqual(200)
  expect(sum(results, ({ operations, steps }) => operations + steps)).toBeGreaterThanOrEqual(200_000)
})

it("every row of every table is taken, or proven elsewhere", () => {
  const counts = results.map(({ rows }) => rows)
  const untaken = machines.flatMap(({ name, rows }) =>
    rows.map((_, index) => `${name} ${index + 1}`).filter((row) => total(counts, row) === 0)
  )
  expect(untaken.filter((row) => !(row in provenElsewhere))).toEqual([])
})

it("every fault that there is goes wrong, or is proven elsewhere", () => {
  const counts = results.map((result) => result.faults)
  expect(Object.keys(faults).filter((fault) => total(counts, fault) === 0 && !(fault in provenElsewhere))).toEqual([])
})

it("the same seed does the same, again and in another process", async () => {
  const runs: ReadonlyArray<Run> = [
    { seed: 7, profile: "chaos", storiesPerDay: 40 },
    { seed: 7, profile: "chaos", storiesPerDay: 40 }
  ]
  const [first, again] = await ran(runs)
  const [elsewhere] = await ran(runs.slice(1))
  expect(again?.hash).toBe(first?.hash)
  expect(elsewhere?.hash).toBe(first?.hash)
}, 120_000)
