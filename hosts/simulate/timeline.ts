// What happened when, by the hour of virtual time: enough to draw a run and to see where it went wrong.

/** One hour of a run. */
export interface Hour {
  /** Unix milliseconds at its beginning. */
  readonly at: number
  commits: number
  faults: number
  violations: number
}

const hourMs = 3_600_000

export class Timeline {
  private readonly hours = new Map<number, Hour>()

  /** Counts something that happened. */
  count(what: "commits" | "faults" | "violations", now: number, times = 1): void {
    const at = Math.floor(now / hourMs) * hourMs
    const hour = this.hours.get(at) ?? { at, commits: 0, faults: 0, violations: 0 }
    hour[what] += times
    this.hours.set(at, hour)
  }

  /** The hours in which something happened, in order. */
  get all(): ReadonlyArray<Hour> {
    return [...this.hours.values()].toSorted((a, b) => a.at - b.at)
  }
}
