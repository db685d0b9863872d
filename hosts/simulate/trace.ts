// The trace of a simulation: one line for everything that changed, hashed as it goes. The same scenario gives the same
// hash on every machine.
import { createHash } from "node:crypto"
import type { ChangeSet } from "../../core/engine/store/store.ts"

/** Lines that are kept to be shown. */
const keptLines = 400

export class Trace {
  readonly last: Array<string> = []
  count = 0
  private readonly hash = createHash("sha256")

  add(at: number, line: string): void {
    this.count++
    this.hash.update(`${at} ${line}\n`)
    if (this.last.push(`${at} ${line}`) > 2 * keptLines) this.last.splice(0, keptLines)
  }

  /** Ends the trace. */
  digest(): string {
    return this.hash.digest("hex")
  }
}

/** A commit as a line: who, which rows, which records and entries, which jobs. */
export const lineOf = (label: string, { entries, finished, jobs, moves, writes }: ChangeSet): string =>
  [
    label,
    ...moves.map(({ from, machine, on, row, to }) => `${machine}:${from}-${on}->${to}(${row + 1})`),
    ...writes.map(({ expected, id, kind }) => `${kind} ${id} v${expected + 1}`),
    ...entries.map(({ id }) => `entry ${id}`),
    ...jobs.map(({ id }) => `job ${id}`),
    ...finished.map(({ id }) => `end ${id}`)
  ].join(" | ")
