// The job queue in SQLite. A claim is a write like any other, so the attempt is on disk before the job is handed out, and
// of two processes on one file only one can take a job. A due job that has to wait for another of its subject is parked
// until that one is gone, so that a claim looks at every job once and not at all that wait.
import { randomBytes } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { type Reason, reasonIn, reasonText } from "../../core/base/reason/reason.ts"
import type {
  ClaimRequest,
  ClaimedJob,
  DeadPlace,
  Lane,
  QueueDepth,
  QueuedJob
} from "../../core/engine/store/job-queue.ts"
import { type FinishedJob, LeaseLost, type NewJob } from "../../core/engine/store/store.ts"
import { statement } from "./connection.ts"
import { Conflict, type Turn } from "./group-commit.ts"

interface DueRow {
  readonly id: string
  readonly task: string
  readonly subject: string
  readonly attempt: bigint
  readonly run_at: bigint
  /** Whether somebody works on its subject. */
  readonly busy: bigint
}

interface QueuedRow {
  readonly id: string
  readonly task: string
  readonly subject: string
  readonly run_at: bigint
  readonly attempt: bigint
  readonly lease: string | null
  readonly leased_until: bigint
  readonly dead: bigint
  readonly problem: string
}

interface DepthRow {
  readonly due: bigint
  readonly leased: bigint
  readonly dead: bigint
  readonly oldest_due_at: bigint | null
}

const maybeNumber = (value: bigint | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

/** Most jobs of a task that one claim looks at, so that it is short however many wait; the next one goes on. */
const mostLookedAt = 2_000

const inOrder = (a: DueRow, b: DueRow): number => Number(a.run_at - b.run_at) || (a.id < b.id ? -1 : 1)

const queued = ({ attempt, dead, id, lease, leased_until, problem, run_at, subject, task }: QueuedRow): QueuedJob => ({
  id,
  task,
  subject,
  runAt: Number(run_at),
  attempt: Number(attempt),
  leasedUntil: lease === null ? null : Number(leased_until),
  isDead: dead === 1n,
  problem: reasonIn(problem)
})

const columns = "id, task, subject, run_at, attempt, lease, leased_until, dead, problem"

// Every task that has a job in line, each found by one step in the index.
const lines = `with recursive line(task) as (
    select min(task) from job where dead = 0 and parked = 0
    union all
    select (select min(task) from job where dead = 0 and parked = 0 and task > line.task) from line
    where line.task is not null
  )`

/** Every statement, by what it does. */
const preparedIn = (db: DatabaseSync) => ({
  holder: statement<{ readonly lease: string | null }>(db, "select lease from job where id = ?"),
  add: statement(
    db,
    `insert into job (id, task, subject, run_at, attempt) values (?, ?, ?, ?, ?)
     on conflict (id) do update set attempt = excluded.attempt where excluded.attempt > attempt`
  ),
  end: statement<{ readonly subject: string }>(db, "delete from job where id = ? and lease = ? returning subject"),
  due: statement<DueRow>(
    db,
    `select id, task, subject, attempt, run_at, exists (
       select 1 from job h where h.subject = j.subject and h.lease is not null and h.leased_until > ?2
     ) as busy
     from job j where dead = 0 and parked = 0 and task = ?1 and run_at <= ?2 and leased_until <= ?2
     order by run_at, id limit ${mostLookedAt}`
  ),
  tasks: statement<{ readonly task: string }>(db, `${lines} select task from line where task is not null`),
  lease: statement(db, "update job set attempt = ?, lease = ?, leased_until = ? where id = ?"),
  prolong: statement(
    db,
    `update job set leased_until = ?1 where id = ?2 and lease = ?3 and leased_until > ?4 and not exists (
       select 1 from job o
       where o.subject = job.subject and o.id <> job.id and o.lease is not null and o.leased_until > ?4
     )`
  ),
  park: statement(db, "update job set parked = 1 where id = ?"),
  unpark: statement(
    db,
    `update job set parked = 0 where id = (
       select id from job where subject = ? and parked = 1 order by run_at, id limit 1
     )`
  ),
  giveBack: statement<{ readonly subject: string }>(
    db,
    `update job set run_at = ?, lease = null, leased_until = 0, parked = 0, problem = ?
     where id = ? and lease = ? returning subject`
  ),
  putAside: statement<{ readonly subject: string }>(
    db,
    `update job set dead = 1, lease = null, leased_until = 0, parked = 0, problem = ?
     where id = ? and lease = ? returning subject`
  ),
  bringBack: statement(db, "update job set dead = 0, run_at = ? where id = ? and dead = 1"),
  released: statement<{ readonly run_at: bigint | null }>(
    db,
    "select run_at from job where subject = ? and dead = 0 and lease is null order by run_at limit 1"
  ),
  next: statement<{ readonly due_at: bigint | null }>(
    db,
    `select min(due_at) as due_at from (
       select * from (select max(leased_until) as due_at from job where lease is not null group by subject)
       union all
       select * from (
         ${lines}
         select (
           select run_at from job j
           where dead = 0 and parked = 0 and j.task = line.task and lease is null and not exists (
             select 1 from job h where h.subject = j.subject and h.lease is not null
           ) order by run_at limit 1
         ) from line where task is not null
       )
     )`
  ),
  count: statement<DepthRow>(
    db,
    `select
       count(*) filter (where dead = 0 and run_at <= ?1 and leased_until <= ?1) as due,
       count(*) filter (where leased_until > ?1) as leased,
       count(*) filter (where dead = 1) as dead,
       min(run_at) filter (where dead = 0 and run_at <= ?1 and leased_until <= ?1) as oldest_due_at
     from job`
  ),
  deadBelow: statement<QueuedRow>(
    db,
    `select ${columns} from job where dead = 1 and (run_at, id) < (?, ?) order by run_at desc, id desc limit ? + 0`
  ),
  one: statement<QueuedRow>(db, `select ${columns} from job where id = ?`),
  about: statement<QueuedRow>(db, `select ${columns} from job where subject = ? order by run_at, id limit ? + 0`)
})

export class Jobs {
  // Leases are unique over all processes: this one's own mark, and a number that it counts up.
  private readonly mark = randomBytes(9).toString("base64url")
  private leases = 0
  private readonly prepared: ReturnType<typeof preparedIn>

  constructor(db: DatabaseSync) {
    this.prepared = preparedIn(db)
  }

  nextDueAt(): number | null {
    return maybeNumber(this.prepared.next.get()?.due_at)
  }

  depth(now: number): QueueDepth {
    const row = this.prepared.count.get(now)
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
      if (ended.has(id) || this.prepared.holder.get(id)?.lease !== lease) return new LeaseLost({ job: id })
      ended.add(id)
    }
    return undefined
  }

  /** Ends jobs and adds new ones, of which one that is there already stays; throws `Conflict` when a lease was lost. */
  apply(finished: ReadonlyArray<FinishedJob>, jobs: ReadonlyArray<NewJob>, turn: Turn): void {
    const subjects = finished.map(({ id, lease }) => {
      const ended = this.prepared.end.get(id, lease)
      if (ended === undefined) throw new Conflict()
      return ended.subject
    })
    for (const { attempt = 0, id, runAt, subject, task } of jobs) {
      if (this.prepared.add.run(id, task, subject, runAt, attempt).changes > 0n) turn.due.push(runAt)
    }
    for (const subject of subjects) this.release(subject, turn)
  }

  claim(request: ClaimRequest): ReadonlyArray<ClaimedJob> {
    const { leaseMs, now } = request
    const leasedUntil = now + leaseMs
    const lanes: ReadonlyArray<Lane> = "lanes" in request
      ? request.lanes
      : [{ tasks: this.prepared.tasks.all().map(({ task }) => task), limit: request.limit }]
    const taken = lanes.flatMap((lane) => this.take(lane, now, leasedUntil))
    return taken.sort(inOrder).map(({ attempt, id, lease, subject, task }): ClaimedJob => (
      { id, task, subject, attempt: Number(attempt) + 1, lease, leasedUntil }
    ))
  }

  renew(jobs: ReadonlyArray<ClaimedJob>, now: number, leaseMs: number): ReadonlyArray<ClaimedJob> {
    const leasedUntil = now + leaseMs
    return jobs.filter(({ id, lease }) => this.prepared.prolong.run(leasedUntil, id, lease, now).changes > 0n)
      .map((job) => ({ ...job, leasedUntil }))
  }

  retry(job: ClaimedJob, runAt: number, problem: Reason | null, turn: Turn): void {
    this.release(this.prepared.giveBack.get(runAt, reasonText(problem), job.id, job.lease)?.subject, turn)
  }

  bury(job: ClaimedJob, problem: Reason, turn: Turn): void {
    this.release(this.prepared.putAside.get(reasonText(problem), job.id, job.lease)?.subject, turn)
  }

  dead({ before, limit }: { readonly before?: DeadPlace; readonly limit: number }): ReadonlyArray<QueuedJob> {
    return this.prepared.deadBelow.all(before?.runAt ?? Number.MAX_SAFE_INTEGER, before?.id ?? "", limit).map(queued)
  }

  find(id: string): QueuedJob | undefined {
    const row = this.prepared.one.get(id)
    return row && queued(row)
  }

  ofSubject(subject: string, limit: number): ReadonlyArray<QueuedJob> {
    return this.prepared.about.all(subject, limit).map(queued)
  }

  revive(id: string, now: number, turn: Turn): boolean {
    const isRevived = this.prepared.bringBack.run(now, id).changes > 0n
    if (isRevived) turn.due.push(now)
    return isRevived
  }

  /** Takes the first due jobs of a lane, one of each subject that no one works on, and parks those that wait for another. */
  private take({ limit, tasks }: Lane, now: number, leasedUntil: number) {
    if (limit <= 0) return []
    const seen = tasks.map((task) => this.looked(task, now, limit))
    const first = new Map<string, DueRow>()
    for (const row of seen.flatMap(({ free }) => free).sort(inOrder)) {
      if (!first.has(row.subject)) first.set(row.subject, row)
    }
    const taken = [...first.values()].slice(0, limit).map((row) => {
      const lease = `${this.mark}-${++this.leases}`
      this.prepared.lease.run(row.attempt + 1n, lease, leasedUntil, row.id)
      return { ...row, lease }
    })
    const ids = new Set(taken.map(({ id }) => id))
    const subjects = new Set(taken.map(({ subject }) => subject))
    for (const { behind, free } of seen) {
      for (const { busy, id, subject } of [...free, ...behind]) {
        if (!ids.has(id) && (busy === 1n || subjects.has(subject))) this.prepared.park.run(id)
      }
    }
    return taken
  }

  /** What is due of a task, in its order, until enough of it is free: the first of each subject, and those behind one. */
  private looked(task: string, now: number, enough: number) {
    const free = new Map<string, DueRow>()
    const behind: Array<DueRow> = []
    for (const row of this.prepared.due.iterate(task, now)) {
      if (row.busy === 1n || free.has(row.subject)) behind.push(row)
      else if (free.set(row.subject, row).size === enough) break
    }
    return { free: [...free.values()], behind }
  }

  // Jobs that waited for another one of their subject may run now: they count as work that just came in.
  private release(subject: string | undefined, turn: Turn): void {
    if (subject === undefined) return
    this.prepared.unpark.run(subject)
    const first = this.prepared.released.get(subject)?.run_at
    if (first !== null && first !== undefined) turn.due.push(Number(first))
  }
}
