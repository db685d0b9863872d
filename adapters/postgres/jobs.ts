// The queue side: claims, leases and what is left to do. A statement that was sent and not answered is reported as
// unavailable: a claim that nobody knows of ends with its lease, and giving a job back twice changes nothing.
import { Effect } from "effect"
import type { Pool } from "pg"
import type { ClaimRequest, ClaimedJob, QueueDepth } from "../../core/ports/job-queue.ts"
import type { StoreUnavailable } from "../../core/ports/store.ts"
import { type Statement, query } from "./connection.ts"

const claim: Statement = {
  name: "claim",
  text: "select id, task, subject, attempt, lease, leased_until from pontepay.claim($1, $2, $3)"
}

// Jobs that waited for this one's subject may run now, and so may the job itself at its new time.
const giveBack: Statement = {
  name: "give_back",
  text: `
with given as (
  update pontepay.jobs set lease = null, leased_until = 0, run_at = coalesce($3, run_at), dead = $4, problem = $5
  where id = $1 and lease = $2
  returning id, subject, run_at, dead
)
select least(
  case when not given.dead then given.run_at end,
  (select min(j.run_at) from pontepay.jobs j
    where j.subject = given.subject and j.id <> given.id and not j.dead and j.lease is null)
) from given`
}

// A subject with a lease waits for its end; held jobs stand before the first free one in the order of time, or end
// later.
const nextDueAt: Statement = {
  name: "next_due_at",
  text: `
with free as (
  select j.run_at from pontepay.jobs j
  where not j.dead and j.lease is null
    and not exists (select from pontepay.jobs h where h.subject = j.subject and not h.dead and h.lease is not null)
  order by j.run_at, j.id limit 1
), held as (
  select max(h.leased_until) as ends
  from pontepay.jobs j join pontepay.jobs h on h.subject = j.subject and not h.dead and h.lease is not null
  where not j.dead and j.lease is not null and j.run_at <= coalesce((select run_at from free), 9223372036854775807)
  group by j.subject
)
select least((select run_at from free), (select min(ends) from held))`
}

const depth: Statement = {
  name: "depth",
  text: `
select count(*) filter (where not dead and leased_until <= $1 and run_at <= $1),
  count(*) filter (where not dead and leased_until > $1),
  count(*) filter (where dead),
  min(run_at) filter (where not dead and leased_until <= $1 and run_at <= $1)
from pontepay.jobs`
}

type ClaimRow = readonly [id: string, task: string, subject: string, attempt: number, lease: string, until: string]

const timeOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text)

export class Jobs {
  private readonly pool: Pool
  private readonly noted: (runAt: number) => void

  constructor(pool: Pool, noted: (runAt: number) => void) {
    this.pool = pool
    this.noted = noted
  }

  claim({ leaseMs, limit, now }: ClaimRequest): Effect.Effect<ReadonlyArray<ClaimedJob>, StoreUnavailable> {
    return query<ClaimRow>(this.pool, claim, [now, leaseMs, limit]).pipe(
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

  retry(job: ClaimedJob, runAt: number, problem: string): Effect.Effect<void, StoreUnavailable> {
    return this.giveBack(job, runAt, false, problem)
  }

  bury(job: ClaimedJob, problem: string): Effect.Effect<void, StoreUnavailable> {
    return this.giveBack(job, null, true, problem)
  }

  get nextDueAt(): Effect.Effect<number | null, StoreUnavailable> {
    return query<[string | null]>(this.pool, nextDueAt, []).pipe(Effect.map(([row]) => timeOf(row?.[0])))
  }

  depth(now: number): Effect.Effect<QueueDepth, StoreUnavailable> {
    return query<[string, string, string, string | null]>(this.pool, depth, [now]).pipe(
      Effect.map(([row]) => ({
        due: Number(row?.[0]),
        leased: Number(row?.[1]),
        dead: Number(row?.[2]),
        oldestDueAt: timeOf(row?.[3])
      }))
    )
  }

  private giveBack(
    job: ClaimedJob,
    runAt: number | null,
    dead: boolean,
    problem: string
  ): Effect.Effect<void, StoreUnavailable> {
    return query<[string | null]>(this.pool, giveBack, [
      job.id,
      job.lease,
      runAt,
      dead,
      problem.replaceAll("\u0000", "")
    ]).pipe(
      Effect.map(([row]) => {
        const next = timeOf(row?.[0])
        if (next !== null) this.noted(next)
      })
    )
  }
}
