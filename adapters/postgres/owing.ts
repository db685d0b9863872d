// What is owed about records, in PostgreSQL: walks the table of what is open, beside the queue, in one statement each.
import { Effect } from "effect"
import { reasonIn } from "../../core/base/reason/reason.ts"
import type {
  Orphans,
  OwedJob,
  OwingCount,
  OwingPage,
  RecordName,
  StoreUnavailable
} from "../../core/engine/store/store.ts"
import { type Statement, query } from "./connection.ts"
import type { Link } from "./link.ts"

const owed = `r.kind, r.id, o.job, r.doubted_at, j.run_at, coalesce(j.attempt, 0), j.dead, coalesce(j.problem, '')`

const jobsOf =
  "cross join lateral unnest(r.jobs) with ordinality as o(job, n) left join pontepay.jobs j on j.id = o.job"

const page: Statement = {
  name: "owing",
  text: `
with r as (
  select * from pontepay.owing where (kind, id) > ($1, $2) order by kind, id limit $3
) select ${owed} from r ${jobsOf} order by r.kind, r.id, o.n`
}

const doubted: Statement = {
  name: "owing_doubted",
  text: `
with r as (
  select * from pontepay.owing where doubted_at is not null and (kind, id) > ($1, $2) order by kind, id limit $3
) select ${owed} from r ${jobsOf} order by r.kind, r.id, o.n`
}

/** Jobs that are not alive among the next records; the last row says how far the walk came, and has no job. */
export const orphans: Statement = {
  name: "orphans",
  text: `
with r as materialized (
  select * from pontepay.owing where (kind, id) > ($1, $2) order by kind, id limit $3
)
select * from (select ${owed} from r ${jobsOf} where j.id is null or j.dead order by r.kind, r.id, o.n) lacking
union all
select * from (
  select kind, id, null, null::bigint, null::bigint, 0, null::boolean, '' from r order by kind, id limit 1 offset $3 - 1
) last`
}

const counts: Statement = {
  name: "owing_counts",
  text: `
select kind, count(*)::int, count(doubted_at)::int, min(doubted_at) from pontepay.owing group by kind order by kind`
}

type OwedRow = readonly [
  kind: string,
  id: string,
  job: string | null,
  doubtedAt: string | null,
  runAt: string | null,
  attempt: number,
  dead: boolean | null,
  problem: string
]

const timeOf = (text: string | null): number | null => text === null ? null : Number(text)

const owedJobs = ([kind, id, job, doubtedAt, runAt, attempt, dead, problem]: OwedRow): ReadonlyArray<OwedJob> =>
  job === null ? [] : [{
    kind,
    id,
    job,
    status: dead === null ? "missing" : dead ? "dead" : "waiting",
    runAt: timeOf(runAt),
    attempt,
    problem: reasonIn(problem),
    doubtedAt: timeOf(doubtedAt)
  }]

// Sorts before every record.
const start: RecordName = { kind: "", id: "" }

export class Owing {
  private readonly link: Link

  constructor(link: Link) {
    this.link = link
  }

  page({ after = start, isDoubted, limit }: OwingPage): Effect.Effect<ReadonlyArray<OwedJob>, StoreUnavailable> {
    return query<OwedRow>(this.link, isDoubted ? doubted : page, [after.kind, after.id, limit]).pipe(
      Effect.map((rows) => rows.flatMap(owedJobs))
    )
  }

  orphans({ id, kind }: RecordName = start, scan: number): Effect.Effect<Orphans, StoreUnavailable> {
    return query<OwedRow>(this.link, orphans, [kind, id, scan]).pipe(
      Effect.map((rows) => {
        const last = rows.find(([, , job]) => job === null)
        const found = { orphans: rows.flatMap(owedJobs) }
        return last === undefined ? found : { ...found, next: { kind: last[0], id: last[1] } }
      })
    )
  }

  get counts(): Effect.Effect<ReadonlyArray<OwingCount>, StoreUnavailable> {
    return query<[string, number, number, string | null]>(this.link, counts, []).pipe(
      Effect.map((rows) =>
        rows.map(([kind, records, doubted, doubtedAt]) => ({ kind, records, doubted, doubtedAt: timeOf(doubtedAt) }))
      )
    )
  }
}
