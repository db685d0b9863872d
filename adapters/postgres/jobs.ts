// The queue side: claims, leases and what is left to do. A statement that was sent and not answered is reported as
// unavailable: a claim that no one knows of ends with its lease, and giving a job back twice changes nothing.
import { Effect, Option } from "effect"
import { type Reason, reasonIn, reasonText } from "../../core/base/reason/reason.ts"
import type { ClaimRequest, ClaimedJob, DeadPlace, QueueDepth, QueuedJob } from "../../core/engine/store/job-queue.ts"
import type { StoreUnavailable } from "../../core/engine/store/store.ts"
import { type Statement, query } from "./connection.ts"
import type { Link } from "./link.ts"

const claim: Statement = {
  name: "claim",
  text: "select id, task, subject, attempt, lease, leased_until from pontepay.claim($1, $2, $3, $4, $5, $6)"
}
const renew: Statement = { name: "renew", text: "select pontepay.renew($1, $2, $3, $4, $5)" }
const giveBack: Statement = { name: "give_back", text: "select pontepay.give_back($1, $2, $3, $4, $5)" }

// A subject with a lease waits for its end; held jobs stand before the first free one in the order of time, or end
// later.
const nextDueAt: Statement = {
  name: "next_due_at",
  text: `
with line as materialized (
  select pontepay.lines() as task
), free as materialized (
  select min(first.run_at) as run_at from line cross join lateral (
    select j.run_at from pontepay.jobs j
    where j.task = line.task and not j.dead and not j.parked and j.lease is null and not exists (
      select from pontepay.jobs h where h.subject = j.subject and not h.dead and not h.parked and h.lease is not null
    )
    order by j.run_at, j.id limit 1
  ) first
), held as (
  select max(h.leased_until) as ends
  from line join pontepay.jobs j on j.task = line.task
  join pontepay.jobs h on h.subject = j.subject and not h.dead and not h.parked and h.lease is not null
  where not j.dead and not j.parked and j.lease is not null
    and j.run_at <= coalesce((select run_at from free), 9223372036854775807)
  group by j.subject
)
select least((select run_at from free), (select min(ends) from held)) - pontepay.clock_offset($1)`
}

const depth: Statement = {
  name: "depth",
  text: `
select count(*) filter (where not dead and leased_until <= instant and run_at <= instant),
  count(*) filter (where not dead and leased_until > instant),
  count(*) filter (where dead),
  min(run_at) filter (where not dead and leased_until <= instant and run_at <= instant) - ahead
from (select pontepay.clock_offset($2) as ahead) clock cross join lateral (select $1::bigint + ahead as instant) at
left join pontepay.jobs on true
group by ahead`
}

const columns = "id, task, subject, run_at, attempt, lease is not null, leased_until, dead, problem"

const dead: Statement = {
  name: "dead_jobs",
  text: `select ${columns} from pontepay.jobs
where dead and (run_at, id) < ($1, $2) order by run_at desc, id desc limit $3`
}
const find: Statement = { name: "find_job", text: `select ${columns} from pontepay.jobs where id = $1` }

// One step in the index of each state, so that as many are read as are given.
const ofSubject: Statement = {
  name: "jobs_of_subject",
  text: `select ${columns} from (
${
    ["not dead and not parked", "not dead and parked", "dead"].map((state) =>
      `(select * from pontepay.jobs where subject = $1 and ${state} order by run_at, id limit $2)`
    ).join(" union all ")
  }
) job order by run_at, id limit $2`
}
const revive: Statement = {
  name: "revive_job",
  text: "update pontepay.jobs set dead = false, run_at = $2 where id = $1 and dead returning id"
}

type ClaimRow = readonly [id: string, task: string, subject: string, attempt: number, lease: string, until: string]

type QueuedRow = readonly [
  id: string,
  task: string,
  subject: string,
  runAt: string,
  attempt: number,
  held: boolean,
  until: string,
  dead: boolean,
  problem: string
]

const queued = ([id, task, subject, runAt, attempt, held, until, isDead, problem]: QueuedRow): QueuedJob => ({
  id,
  task,
  subject,
  runAt: Number(runAt),
  attempt,
  leasedUntil: held ? Number(until) : null,
  isDead,
  problem: reasonIn(problem)
})

/** Beyond every time. */
const endOfTime = Number.MAX_SAFE_INTEGER

const timeOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text)

export class Jobs {
  private readonly link: Link
  private readonly noted: (runAt: number) => void

  constructor(link: Link, noted: (runAt: number) => void) {
    this.link = link
    this.noted = noted
  }

  // The wall clock is read as a statement is sent: the server tells from it how far apart the two are.
  claim(request: ClaimRequest): Effect.Effect<ReadonlyArray<ClaimedJob>, StoreUnavailable> {
    return Effect.suspend(() => {
      const { leaseMs, now } = request
      const lanes = "lanes" in request ? request.lanes : [{ limit: request.limit, tasks: [] }]
      const tasks = lanes.flatMap(({ tasks }, index) => tasks.map((task) => [task, index + 1] as const))
      return query<ClaimRow>(this.link, claim, [
        now,
        Date.now(),
        leaseMs,
        lanes.map(({ limit }) => limit),
        "lanes" in request ? tasks.map(([task]) => task) : null,
        tasks.map(([, lane]) => lane)
      ])
    }).pipe(
      Effect.map((rows) =>
        rows.map(([id, task, subject, attempt, lease, until]) => ({
          id,
          task,
          subject,
          attempt,
          lease,
          leasedUntil: Number(until)
        }))
      )
    )
  }

  renew(
    jobs: ReadonlyArray<ClaimedJob>,
    now: number,
    leaseMs: number
  ): Effect.Effect<ReadonlyArray<ClaimedJob>, StoreUnavailable> {
    return Effect.suspend(() =>
      query<[string]>(this.link, renew, [
        now,
        Date.now(),
        leaseMs,
        jobs.map(({ id }) => id),
        jobs.map(({ lease }) => lease)
      ])
    ).pipe(
      Effect.map((rows) => {
        const kept = new Set(rows.map(([id]) => id))
        return jobs.filter(({ id }) => kept.has(id)).map((job) => ({ ...job, leasedUntil: now + leaseMs }))
      })
    )
  }

  retry(job: ClaimedJob, runAt: number, problem: Reason | null): Effect.Effect<void, StoreUnavailable> {
    return this.giveBack(job, runAt, problem)
  }

  bury(job: ClaimedJob, problem: Reason): Effect.Effect<void, StoreUnavailable> {
    return this.giveBack(job, null, problem)
  }

  get nextDueAt(): Effect.Effect<number | null, StoreUnavailable> {
    return Effect.suspend(() => query<[string | null]>(this.link, nextDueAt, [Date.now()])).pipe(
      Effect.map(([row]) => timeOf(row?.[0]))
    )
  }

  depth(now: number): Effect.Effect<QueueDepth, StoreUnavailable> {
    return Effect.suspend(() => query<[string, string, string, string | null]>(this.link, depth, [now, Date.now()]))
      .pipe(
        Effect.map(([row]) => ({
          due: Number(row?.[0]),
          leased: Number(row?.[1]),
          dead: Number(row?.[2]),
          oldestDueAt: timeOf(row?.[3])
        }))
      )
  }

  dead(
    { before, limit }: { readonly before?: DeadPlace; readonly limit: number }
  ): Effect.Effect<ReadonlyArray<QueuedJob>, StoreUnavailable> {
    return query<QueuedRow>(this.link, dead, [before?.runAt ?? endOfTime, before?.id ?? "", limit]).pipe(
      Effect.map((rows) => rows.map(queued))
    )
  }

  find(id: string): Effect.Effect<Option.Option<QueuedJob>, StoreUnavailable> {
    return query<QueuedRow>(this.link, find, [id]).pipe(
      Effect.map(([row]) => row === undefined ? Option.none() : Option.some(queued(row)))
    )
  }

  ofSubject(subject: string, limit: number): Effect.Effect<ReadonlyArray<QueuedJob>, StoreUnavailable> {
    return query<QueuedRow>(this.link, ofSubject, [subject, limit]).pipe(Effect.map((rows) => rows.map(queued)))
  }

  revive(id: string, now: number): Effect.Effect<boolean, StoreUnavailable> {
    return query<[string]>(this.link, revive, [id, now]).pipe(
      Effect.map((rows) => {
        if (rows.length > 0) this.noted(now)
        return rows.length > 0
      })
    )
  }

  // Without a time it is put aside for good.
  private giveBack(
    job: ClaimedJob,
    runAt: number | null,
    problem: Reason | null
  ): Effect.Effect<void, StoreUnavailable> {
    return Effect.suspend(() =>
      query<[string | null]>(this.link, giveBack, [
        job.id,
        job.lease,
        runAt,
        Date.now(),
        reasonText(problem)
      ])
    ).pipe(
      Effect.map(([row]) => {
        const next = timeOf(row?.[0])
        if (next !== null) this.noted(next)
      })
    )
  }
}
