// What is owed about records, in SQLite: walks the partial index of those about which something is, so that it costs what
// is open and not what was ever done.
import type { DatabaseSync } from "node:sqlite"
import { reasonIn } from "../../core/base/reason/reason.ts"
import type { Orphans, OwedJob, OwingCount, OwingPage, RecordName } from "../../core/engine/store/store.ts"
import { statement } from "./connection.ts"

interface OwedRow extends RecordName {
  readonly job: string
  readonly doubted_at: bigint | null
  /** Null when there is no such job. */
  readonly run_at: bigint | null
  readonly attempt: bigint | null
  readonly dead: bigint | null
  readonly problem: string | null
}

interface CountRow {
  readonly kind: string
  readonly records: bigint
  readonly doubted: bigint
  readonly doubted_at: bigint | null
}

const next = (where: string): string =>
  `select kind, id, owed, doubted_at from record where ${where} and (kind, id) > (?, ?) order by kind, id limit ? + 0`

const jobsOf = (records: string): string =>
  `select r.kind, r.id, o.value as job, r.doubted_at, j.run_at, j.attempt, j.dead, j.problem
   from (${records}) r cross join json_each(r.owed) o left join job j on j.id = o.value`

const inOrder = "order by r.kind, r.id, o.key"

/** Asks for the jobs that are not alive among the next records: after kind and id, so many. */
export const orphans = `${jobsOf(next("owed is not null"))} where j.id is null or j.dead = 1 ${inOrder}`

const maybeNumber = (value: bigint | null): number | null => value === null ? null : Number(value)

const owedJob = ({ attempt, dead, doubted_at, id, job, kind, problem, run_at }: OwedRow): OwedJob => ({
  kind,
  id,
  job,
  status: run_at === null ? "missing" : dead === 0n ? "waiting" : "dead",
  runAt: maybeNumber(run_at),
  attempt: Number(attempt ?? 0n),
  problem: reasonIn(problem ?? ""),
  doubtedAt: maybeNumber(doubted_at)
})

// Sorts before every record.
const start: RecordName = { kind: "", id: "" }

/** Every statement, by what it does. */
const preparedIn = (db: DatabaseSync) => ({
  all: statement<OwedRow>(db, `${jobsOf(next("owed is not null"))} ${inOrder}`),
  doubted: statement<OwedRow>(db, `${jobsOf(next("doubted_at is not null"))} ${inOrder}`),
  lacking: statement<OwedRow>(db, orphans),
  last: statement<RecordName>(
    db,
    `select kind, id from record where owed is not null and (kind, id) > (?, ?)
     order by kind, id limit 1 offset ? + 0`
  ),
  byKind: statement<CountRow>(
    db,
    `select kind, count(*) as records, count(doubted_at) as doubted, min(doubted_at) as doubted_at
     from record where owed is not null group by kind order by kind`
  )
})

export class Owing {
  private readonly prepared: ReturnType<typeof preparedIn>

  constructor(db: DatabaseSync) {
    this.prepared = preparedIn(db)
  }

  page({ after = start, isDoubted, limit }: OwingPage): ReadonlyArray<OwedJob> {
    return (isDoubted ? this.prepared.doubted : this.prepared.all).all(after.kind, after.id, limit).map(owedJob)
  }

  orphans({ id, kind }: RecordName = start, scan: number): Orphans {
    const last = this.prepared.last.get(kind, id, scan - 1)
    const found = { orphans: this.prepared.lacking.all(kind, id, scan).map(owedJob) }
    return last === undefined ? found : { ...found, next: { kind: last.kind, id: last.id } }
  }

  counts(): ReadonlyArray<OwingCount> {
    return this.prepared.byKind.all().map(({ doubted, doubted_at, kind, records }) => ({
      kind,
      records: Number(records),
      doubted: Number(doubted),
      doubtedAt: maybeNumber(doubted_at)
    }))
  }
}
