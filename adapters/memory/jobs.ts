// The queue of the store in memory. A due job that has to wait for another of its subject is parked until that one is gone, so
// that a claim looks at every job once and not at all that wait.
import type { Reason } from "../../core/base/reason/reason.ts"
import type { ClaimRequest, ClaimedJob, DeadPlace, QueueDepth, QueuedJob } from "../../core/engine/store/job-queue.ts"
import type { NewJob } from "../../core/engine/store/store.ts"

interface Job extends NewJob {
  runAt: number
  attempt: number
  /** Null when no one holds it, so that no lease matches. */
  lease: string | null
  /** Unix milliseconds; 0 when no one holds it. */
  leasedUntil: number
  isDead: boolean
  problem: Reason | null
}

const byTime = (a: Pick<Job, "runAt" | "id">, b: Pick<Job, "runAt" | "id">): number =>
  a.runAt - b.runAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const shown = ({ attempt, id, isDead, lease, leasedUntil, problem, runAt, subject, task }: Job): QueuedJob => ({
  id,
  task,
  subject,
  runAt,
  attempt,
  leasedUntil: lease === null ? null : leasedUntil,
  isDead,
  problem
})

/** Jobs in the order of time. */
class Ordered {
  private readonly jobs: Array<Job> = []

  get all(): ReadonlyArray<Job> {
    return this.jobs
  }

  private placeOf(job: Job): number {
    let low = 0
    let high = this.jobs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.jobs[middle]
      if (at !== undefined && byTime(at, job) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  add(job: Job): void {
    this.jobs.splice(this.placeOf(job), 0, job)
  }

  remove(job: Job): void {
    const place = this.placeOf(job)
    if (this.jobs[place] === job) this.jobs.splice(place, 1)
  }

  get first(): Job | undefined {
    return this.jobs[0]
  }
}

/** The jobs of one subject. */
class Subject {
  readonly all = new Set<Job>()
  /** What lives and is not parked. */
  readonly line = new Ordered()
  readonly parked = new Ordered()
}

export class Jobs {
  private readonly all = new Map<string, Job>()
  private readonly subjects = new Map<string, Subject>()
  /** What lives and is not parked. */
  private readonly line = new Ordered()
  private readonly held = new Set<Job>()
  private leases = 0
  private readonly noted: (runAt: number) => void

  /** `noted` hears when jobs may run. */
  constructor(noted: (runAt: number) => void) {
    this.noted = noted
  }

  leaseOf(id: string): string | null | undefined {
    return this.all.get(id)?.lease
  }

  add(job: NewJob): void {
    const before = this.all.get(job.id)
    if (before !== undefined) {
      before.attempt = Math.max(before.attempt, job.attempt ?? 0)
      return
    }
    const made: Job = { ...job, attempt: job.attempt ?? 0, lease: null, leasedUntil: 0, isDead: false, problem: null }
    this.all.set(job.id, made)
    const subject = this.subjects.get(job.subject) ?? new Subject()
    this.subjects.set(job.subject, subject)
    subject.all.add(made)
    this.enter(made)
    this.noted(job.runAt)
  }

  /** Ends a job and gives its subject, to be released when the whole commit is in. */
  end(id: string): string | undefined {
    const job = this.all.get(id)
    if (job === undefined) return undefined
    this.all.delete(id)
    this.leave(job)
    this.held.delete(job)
    const subject = this.subjects.get(job.subject)
    subject?.all.delete(job)
    if (subject?.all.size === 0) this.subjects.delete(job.subject)
    return job.subject
  }

  /** Jobs that waited for another one of their subject may run now: they count as work that just came in. */
  release(name: string): void {
    const subject = this.subjects.get(name)
    if (subject === undefined) return
    const next = subject.parked.first
    if (next !== undefined) {
      subject.parked.remove(next)
      this.enter(next)
    }
    for (const { lease, runAt } of subject.line.all) if (lease === null) this.noted(runAt)
  }

  claim(request: ClaimRequest): ReadonlyArray<ClaimedJob> {
    const { leaseMs, now } = request
    const lanes = "lanes" in request ? request.lanes.map(({ limit, tasks }) => ({ tasks, left: limit })) : undefined
    const every = "lanes" in request ? undefined : { left: request.limit }
    const laneOf = new Map((lanes ?? []).flatMap((lane) => lane.tasks.map((task) => [task, lane] as const)))
    const busy = new Set(this.leasedJobs(now).map(({ subject }) => subject))
    const taken: Array<Job> = []
    const parked: Array<Job> = []
    for (const job of this.line.all) {
      if (job.runAt > now) break
      if (job.leasedUntil > now) continue
      if (busy.has(job.subject)) {
        parked.push(job)
        continue
      }
      const lane = every ?? laneOf.get(job.task)
      if (lane === undefined || lane.left <= 0) continue
      lane.left -= 1
      busy.add(job.subject)
      taken.push(job)
      if (every?.left === 0) break
    }
    for (const job of parked) {
      this.leave(job)
      this.subjects.get(job.subject)?.parked.add(job)
    }
    return taken.map((job) => this.take(job, now + leaseMs))
  }

  renew(jobs: ReadonlyArray<ClaimedJob>, now: number, leaseMs: number): ReadonlyArray<ClaimedJob> {
    return jobs.flatMap((claimed) => {
      const job = this.all.get(claimed.id)
      if (job === undefined || job.lease !== claimed.lease || job.leasedUntil <= now) return []
      if (this.leasedJobs(now).some((other) => other !== job && other.subject === job.subject)) return []
      job.leasedUntil = now + leaseMs
      return [{ ...claimed, leasedUntil: job.leasedUntil }]
    })
  }

  retry(claimed: ClaimedJob, runAt: number, problem: Reason | null): void {
    this.giveBack(claimed, problem, (job) => {
      job.runAt = runAt
    })
  }

  bury(claimed: ClaimedJob, problem: Reason | null): void {
    this.giveBack(claimed, problem, (job) => {
      job.isDead = true
    })
  }

  /** Held jobs stand first, or the first that waits for none of them. */
  nextDueAt(): number | null {
    const ends = new Map<string, number>()
    for (const { leasedUntil, subject } of this.held) {
      ends.set(subject, Math.max(leasedUntil, ends.get(subject) ?? leasedUntil))
    }
    let next = Math.min(...ends.values())
    for (const { runAt, subject } of this.line.all) {
      if (runAt >= next) break
      if (!ends.has(subject)) next = runAt
    }
    return Number.isFinite(next) ? next : null
  }

  depth(now: number): QueueDepth {
    const jobs = [...this.all.values()]
    const due = jobs.filter((job) => !job.isDead && job.leasedUntil <= now && job.runAt <= now)
    return {
      due: due.length,
      leased: this.leasedJobs(now).length,
      dead: jobs.filter(({ isDead }) => isDead).length,
      oldestDueAt: due.length === 0 ? null : due.reduce((least, { runAt }) => Math.min(least, runAt), Infinity)
    }
  }

  dead({ before, limit }: { readonly before?: DeadPlace; readonly limit: number }): ReadonlyArray<QueuedJob> {
    return [...this.all.values()].filter((job) => job.isDead && (before === undefined || byTime(job, before) < 0))
      .sort((a, b) => byTime(b, a)).slice(0, limit).map(shown)
  }

  find(id: string): QueuedJob | undefined {
    const job = this.all.get(id)
    return job && shown(job)
  }

  ofSubject(subject: string, limit: number): ReadonlyArray<QueuedJob> {
    return [...this.subjects.get(subject)?.all ?? []].sort(byTime).slice(0, limit).map(shown)
  }

  revive(id: string, now: number): boolean {
    const job = this.all.get(id)
    if (job === undefined || !job.isDead) return false
    job.isDead = false
    job.runAt = now
    this.enter(job)
    this.noted(now)
    return true
  }

  private leasedJobs(now: number): ReadonlyArray<Job> {
    return [...this.held].filter(({ leasedUntil }) => leasedUntil > now)
  }

  private take(job: Job, leasedUntil: number): ClaimedJob {
    const lease = String(++this.leases)
    job.attempt += 1
    job.lease = lease
    job.leasedUntil = leasedUntil
    this.held.add(job)
    const { attempt, id, subject, task } = job
    return { id, task, subject, attempt, lease, leasedUntil }
  }

  private giveBack(claimed: ClaimedJob, problem: Reason | null, change: (job: Job) => void): void {
    const job = this.all.get(claimed.id)
    if (job === undefined || job.lease !== claimed.lease) return
    this.leave(job)
    this.held.delete(job)
    job.lease = null
    job.leasedUntil = 0
    job.problem = problem
    change(job)
    if (!job.isDead) this.enter(job)
    this.release(job.subject)
  }

  private enter(job: Job): void {
    this.line.add(job)
    this.subjects.get(job.subject)?.line.add(job)
  }

  private leave(job: Job): void {
    this.line.remove(job)
    this.subjects.get(job.subject)?.line.remove(job)
    this.subjects.get(job.subject)?.parked.remove(job)
  }
}
