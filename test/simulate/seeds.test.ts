// Many seeds of every profile and density break no promise, and together they take every row of every table and inject
// every fault there is. `some-seeds.test.ts` runs a few of them in the quick tier.
import { beforeAll, expect, it } from "vitest"
import { faults } from "../../hosts/simulate/faults.ts"
import { machines } from "../../hosts/simulate/machines.ts"
import { broken, ranInChildren } from "./children.ts"
import { lossesOf, runsOf } from "./plan.ts"
import { provenElsewhere } from "./proven-elsewhere.ts"
import type { Result } from "./run-of.ts"
import { depth } from "../support/depth.ts"

const sum = (results: ReadonlyArray<Result>, of: (result: Result) => number): number =>
  results.reduce((total, result) => total + of(result), 0)

const total = (counts: ReadonlyArray<Readonly<Record<string, number>>>, name: string): number =>
  counts.reduce((count, each) => count + (each[name] ?? 0), 0)

let results: ReadonlyArray<Result> = []

beforeAll(async () => {
  results = await ranInChildren([...runsOf(depth.seedsEach), ...lossesOf(depth.lossSeeds)])
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
  expect(broken(results)).toEqual([])
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
