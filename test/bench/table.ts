// How results are printed: a table, and what machine they are of.
import { availableParallelism, cpus, loadavg } from "node:os"

/** The middle one of some numbers. */
export const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** From the smallest to the largest, in whole numbers. */
export const spread = (numbers: ReadonlyArray<number>): string =>
  `${Math.min(...numbers).toFixed(0)}..${Math.max(...numbers).toFixed(0)}`

/** Columns under their titles; the first is a name. */
export const table = (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = titles.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)))
  const line = (cells: ReadonlyArray<string>) =>
    cells.map((cell, index) => index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)).join("  ")
  return [titles, ...rows].map(line).join("\n")
}

/** The machine and how busy it is; figures of two machines, or of two hours on a shared one, do not compare. */
export const machine = (): string =>
  `${cpus()[0]?.model ?? "unknown CPU"}, ${availableParallelism()} cores, load ${
    loadavg()[0]?.toFixed(1)
  }, node ${process.version}`
