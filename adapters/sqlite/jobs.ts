// The job queue in SQLite. A claim is a write like any other, so the attempt is on disk before the job is handed out, and
// of two processes on one file only one can take a job.
import { randomBytes } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import type { ClaimRequest, ClaimedJob, QueueDepth } from "../../core/ports/job-queue.ts"
import { type FinishedJob, LeaseLost, type NewJob } from "../../core/ports/store.ts"
import { type Statement, statement } from "./connection.ts"
import { Conflict, type Turn } from "./turn.ts"

interface DueRow {
  readonly id: string
  readonly task: string
  readonly subject: string
  readonly attempt: bigint
}

interface DepthRow {
  readonly due: bigint
  readonly leased: bigint
  readonly dead: bigint
  readonly oldest_due_at: bigint | null
}

const maybeNumber = (value: bigint | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

export class Jobs {
  // Leases are unique over all processes: this one's own mark, and a number that it counts up.
  private readonly mark = randomBytes(9).toString("base64url")
  private leases = 0
  private readonly holder: Statement<{ readonly lease: string | null }>
  private readonly add: Statement<never>
  private readonly end: Statement<{ readonly subject: string }>
  private readonly due: Statement<DueRow>
  private readonly lease: Statement<never>
  private readonly giveBack: Statement<{ readonly subject: string }>
  private readonly putAside: Statement<{ readonly subject: string }>
  private readonly released: Statement<{ readonly run_at: bigint | null }>
  private readonly next: Statement<{ readonly due_at: bigint | null }>
  private readonly count: Statement<DepthRow>

  constructor(db: DatabaseSync) {
    this.holder = statement(db, "select lease from job where id = ?")
    this.add = statement(
      db,
      "insert into job (id, task, subject, run_at) values (?, ?, ?, ?) on conflict do nothing"
    )
    this.end = statement(db, "delete from job where id = ? and lease = ? returning subject")
    this.due = statement(
      db,
      `select id, task, subject, attempt from job j
       where dead = 0 and run_at <= ?1 and leased_until <= ?1 and not exists (
         select 1 from job h where h.subject = j.subject and h.lease is not null and h.leased_until > ?1
       ) order by run_at, id`
    )
    this.lease = statement(db, "update job set attempt = ?, lease = ?, leased_until = ? where id = ?")
    this.giveBack = statement(
      db,
      `update job set run_at = ?, lease = null, leased_until = 0, problem = ?
       where id = ? and lease = ? returning subject`
    )
    this.putAside = statement(
      db,
      `update job set dead = 1, lease = null, leased_until = 0, problem = ?
       where id = ? and lease = ? returning subject`
    )
    this.released = statement(
      db,
      "select min(run_at) as run_at from job where subject = ? and dead = 0 and lease is null"
    )
    this.next = statement(
      db,
      `select min(due_at) as due_at from (
         select * from (select max(leased_until) as due_at from job where lease is not null group by subject)
         union all
         select * from (
           select run_at from job j where dead = 0 and lease is null and not exists (
             select 1 from job h where h.subject = j.subject and h.lease is not null
           ) order by run_at limit 1
         )
       )`
    )
    this.count = statement(
      db,
      `select
         count(*) filter (where dead = 0 and run_at <= ?1 and leased_until <= ?1) as due,
         count(*) filter (where leased_until > ?1) as leased,
         count(*) filter (where dead = 1) as dead,
         min(run_at) filter (where dead = 0 and run_at <= ?1 and leased_until <= ?1) as oldest_due_at
       from job`
    )
  }

  nextDueAt(): number | null {
    return maybeNumber(this.next.get()?.due_at)
  }

  depth(now: number): QueueDepth {
    const row = this.count.get(now)
    return {
      due: Number(row?.due ?? 0n),
      leased: Number(row?.leased ?? 0n),
      dead: Number(row?.dead ?? 0n),
      oldestDueAt: maybeNumber(row?.oldest_due_at)
    }
  }

  /** The first job that whoever wants to end it does not hold, or has ended already. */
  refused(finished: ReadonlyArray<FinishedJob>): LeaseLost | undefined {
    const ended = new Set<string>()
    for (const { id, lease } of finished) {
      if (ended.has(id) || this.holder.get(id)?.lease !== lease) return new LeaseLost({ job: id })
      ended.add(id)
    }
    return undefined
  }

  /** Ends jobs and adds new ones, of which one that is there already stays; throws `Conflict` when a lease was lost. */
  apply(finished: ReadonlyArray<FinishedJob>, jobs: ReadonlyArray<NewJob>, turn: Turn): void {
    const subjects = finished.map(({ id, lease }) => {
      const ended = this.end.get(id, lease)
      if (ended === undefined) throw new Conflict()
      return ended.subject
    })
    for (const { id, runAt, subject, task } of jobs) {
      if (this.add.run(id, task, subject, runAt).changes > 0n) turn.due.push(runAt)
    }
    for (const subject of subjects) this.release(subject, turn)
  }

  claim({ leaseMs, limit, now }: ClaimRequest): ReadonlyArray<ClaimedJob> {
    const leasedUntil = now + leaseMs
    const claimed = this.free(now, limit).map(({ attempt, id, subject, task }): ClaimedJob => {
      const lease = `${this.mark}-${++this.leases}`
      return { id, task, subject, attempt: Number(attempt) + 1, lease, leasedUntil }
    })
    for (const { attempt, id, lease } of claimed) this.lease.run(attempt, lease, leasedUntil, id)
    return claimed
  }

  retry(job: ClaimedJob, runAt: number, problem: string, turn: Turn): void {
    this.release(this.giveBack.get(runAt, problem, job.id, job.lease)?.subject, turn)
  }

  bury(job: ClaimedJob, problem: string, turn: Turn): void {
    this.release(this.putAside.get(problem, job.id, job.lease)?.subject, turn)
  }

  /** Due jobs that nobody holds, the first of each subject that nobody works on. */
  private free(now: number, limit: number): ReadonlyArray<DueRow> {
    const bySubject = new Map<string, DueRow>()
    for (const row of this.due.iterate(now)) {
      if (bySubject.size === limit) break
      if (!bySubject.has(row.subject)) bySubject.set(row.subject, row)
    }
    return [...bySubject.values()]
  }

  // Jobs that waited for another one of their subject may run now: they count as work that just came in.
  private release(subject: string | undefined, turn: Turn): void {
    if (subject === undefined) return
    const first = this.released.get(subject)?.run_at
    if (first !== null && first !== undefined) turn.due.push(Number(first))
  }
}
