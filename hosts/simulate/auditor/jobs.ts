// Work that is owed: a job that was committed is claimed until somebody ends it, by one worker at a time, every claim
// counts, only its holder ends it, it never comes in storms, and when nothing is to come any more none is left.
import type { ClaimedJob } from "../../../core/engine/store/job-queue.ts"
import type { Judge, Report } from "./judge.ts"

/** A job is claimed so often within an hour at most: kills and outlived leases included, it never needs more. */
const mostInAnHour = 200
const hour = 3_600_000

interface Living {
  readonly subject: string
  attempt: number
  lease: string | undefined
  leasedUntil: number
  /** When it was claimed in this hour. */
  claims: Array<number>
}

export class Jobs implements Judge {
  private readonly living = new Map<string, Living>()
  private readonly holder = new Map<string, string>()
  private readonly stormy = new Set<string>()
  private readonly report: Report

  constructor(report: Report) {
    this.report = report
  }

  committed: NonNullable<Judge["committed"]> = ({ finished, jobs }) => {
    for (const { id, lease } of finished) {
      const job = this.living.get(id)
      if (job !== undefined && job.lease !== lease) {
        this.report(
          "lease-held",
          `job ${id} was ended by a worker whose lease ${lease} is not the last one, ${job.lease}`
        )
      }
      this.living.delete(id)
      if (job !== undefined && this.holder.get(job.subject) === id) this.holder.delete(job.subject)
    }
    for (const { attempt, id, subject } of jobs) {
      if (this.living.has(id)) continue
      this.living.set(id, { subject, attempt: attempt ?? 0, lease: undefined, leasedUntil: 0, claims: [] })
    }
  }

  /** Called with what a worker got; `now` is what its clock said. */
  claimed(now: number, jobs: ReadonlyArray<ClaimedJob>): void {
    for (const { attempt, id, lease, leasedUntil, subject } of jobs) {
      const job = this.living.get(id)
      if (job === undefined) {
        this.report("jobs-end", `job ${id} was handed out, and it had ended or was never requested`)
        continue
      }
      const other = this.holder.get(subject)
      const until = other === undefined ? 0 : this.living.get(other)?.leasedUntil ?? 0
      if (until > now) {
        this.report("one-at-a-time", `job ${id} was handed out while ${other} of the same subject ${subject} is held`)
      }
      if (attempt !== job.attempt + 1) {
        this.report("attempts-counted", `job ${id} was handed out as attempt ${attempt} after attempt ${job.attempt}`)
      }
      job.attempt = attempt
      job.lease = lease
      job.leasedUntil = leasedUntil
      job.claims = [...job.claims.filter((at) => at > now - hour), now]
      this.holder.set(subject, id)
      if (job.claims.length > mostInAnHour && !this.stormy.has(id)) {
        this.stormy.add(id)
        this.report("no-storms", `job ${id} was handed out ${job.claims.length} times within an hour`)
      }
    }
  }

  /** Called when a worker gives a job back. */
  gaveBack({ id, lease, subject }: ClaimedJob): void {
    const job = this.living.get(id)
    if (job?.lease !== lease) return
    job.leasedUntil = 0
    if (this.holder.get(subject) === id) this.holder.delete(subject)
  }

  after = (): void => {
    for (const [id, { attempt }] of this.living) {
      this.report(
        "jobs-end",
        `job ${id} was claimed ${attempt} times and has not ended when nothing is to come any more`
      )
    }
  }
}
