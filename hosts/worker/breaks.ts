// How often each job broke in this worker, in a row. A claim is counted whatever came of it, so a job that has waited long was
// tried often and broke never.

/** A step that keeps breaking is put aside for the operator after this many times. */
const most = 10

export class Breaks {
  private readonly counts = new Map<string, number>()

  /** Counts one more; whether it was one too many. */
  more(job: string): boolean {
    const count = (this.counts.get(job) ?? 0) + 1
    this.counts.set(job, count)
    if (count < most) return false
    this.counts.delete(job)
    return true
  }

  /** It ended, or waits for something. */
  clear(job: string): void {
    this.counts.delete(job)
  }
}
