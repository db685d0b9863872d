// What a run says on a terminal: how much happened, what went wrong how often, which rows were taken, and every promise
// that was broken.
import { faultsBefore } from "./faults-before.ts"
import { machines } from "./machines.ts"
import type { Outcome, Progress } from "./simulate.ts"

/** How many broken promises of one kind are shown. */
const shownEach = 3

const days = (ms: number): string => (ms / 86_400_000).toFixed(1)

/** One line about how far a run has come. */
export const printProgress = (seed: number, { faults, operations, rows, violations, virtualMs }: Progress): string =>
  `seed ${seed}: day ${
    days(virtualMs)
  }, ${operations} operations, ${faults} faults, ${rows} rows, ${violations} violations`

const faultLines = ({ injected }: Outcome): string => {
  const counts = new Map<string, number>()
  for (const { fault } of injected) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  const names = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, count]) => `${name} ${count}`)
  return names.length === 0 ? "none" : names.join(", ")
}

const rowLines = ({ rows }: Outcome): string =>
  machines.map(({ name, rows: all }) => {
    const taken = all.filter((_, index) => rows.has(`${name} ${index + 1}`)).length
    return `  ${name.padEnd(18)} ${taken} of ${all.length}`
  }).join("\n")

const broken = (outcome: Outcome): string => {
  const { violations } = outcome
  if (violations.length === 0) return "no promise was broken\n"
  const kinds = [...Map.groupBy(violations, ({ invariant }) => invariant)]
  const lines = kinds.flatMap(([invariant, found]) => [
    `${invariant}, ${found.length} times`,
    ...found.slice(0, shownEach).flatMap((violation) => [
      `  ${violation.message}`,
      ...faultsBefore(outcome, violation).map((line) => `    ${line}`)
    ])
  ])
  return `${violations.length} promises were broken\n${lines.join("\n")}\n`
}

/** The text of an outcome; `cpuMs` is what it cost. In whole, or one line and what was broken. */
export const printOutcome = (outcome: Outcome, cpuMs: number, isWhole = true): string => {
  const { hash, injected, operations, scenario, steps, virtualMs } = outcome
  const seconds = cpuMs / 1_000
  const head =
    `seed ${scenario.seed}: ${operations} operations, ${steps} steps of workers, ${injected.length} faults, ${
      days(virtualMs)
    } days of virtual time\n`
  if (!isWhole) return head + (outcome.violations.length === 0 ? "" : broken(outcome))
  return `${head}${seconds.toFixed(1)} s of processor time: ${Math.round(operations / seconds)} operations a second, ${
    Math.round((operations + steps) / seconds)
  } with steps

faults: ${faultLines(outcome)}

rows taken
${rowLines(outcome)}

trace    ${hash}
${broken(outcome)}`
}
