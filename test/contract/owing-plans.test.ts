// Finding what lacks its job costs what is open: the plans walk the index of what is owed and look each job up by its id,
// and no table is read whole (0112). And records that were there before owe by their state.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { orphans as postgresOrphans } from "../../adapters/postgres/owing.ts"
import { sql as postgresMigration } from "../../adapters/postgres/migrations/0005-owing.ts"
import { layer as postgres } from "../../adapters/postgres/store.ts"
import { migrate } from "../../adapters/sqlite/migrate.ts"
import { orphans as sqliteOrphans } from "../../adapters/sqlite/owing.ts"
import { migrations } from "../../adapters/sqlite/schema.ts"
import { owesOf } from "../../core/ports/owed.ts"
import { Store } from "../../core/ports/store.ts"
import { owedAbout, owingKinds } from "../../core/reconcile/owing-kinds.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"

const golden = join(import.meta.dirname, "../golden/v1")

/** States of every lifecycle: those of another one make a body that does not decode, and are left out. */
const states = [
  "PENDING PROCESSING COMPLETED FAILED EXPIRED REFUNDED DEBITING PAYING UNKNOWN REFUNDING SENDING SENT REFUSED WAITING",
  "REVERSED RETURNING GIVING_BACK SUBMITTED CONFIRMED RUNNING STRANDED REVIEW APPROVED REJECTED ASKING TAKEN OPEN",
  "DELIVERED EXHAUSTED"
].join(" ").split(" ")

interface Row {
  readonly kind: string
  readonly id: string
  readonly body: string
  readonly owes: ReturnType<typeof owesOf>
}

const owesIn = (kind: string, id: string, body: string) => {
  try {
    return owesOf(owedAbout({ kind, id, owner: "acc_1", version: 1, body }))
  } catch {
    return undefined
  }
}

/** Stored records of every kind of which something may be owed, in each state that it has. */
const rows: ReadonlyArray<Row> = readdirSync(golden).flatMap((file) => {
  const kind = file.split(/[-.]/)[0] ?? ""
  if (!owingKinds.has(kind)) return []
  const stored = JSON.parse(readFileSync(join(golden, file), "utf8")) as Readonly<Record<string, unknown>>
  const field = "state" in stored ? "state" : "status" in stored ? "status" : undefined
  return (field === undefined ? ["-"] : states).flatMap((state): ReadonlyArray<Row> => {
    const id = `${file}/${state}`
    const body = JSON.stringify({ ...stored, id, ...(field === undefined ? {} : { [field]: state }) })
    const owes = owesIn(kind, id, body)
    return owes === undefined ? [] : [{ kind, id, body, owes }]
  })
})

const expected = rows.filter(({ owes }) => owes.jobs.length > 0)
  .map(({ id, kind, owes }) => ({ kind, id, jobs: owes.jobs, doubtedAt: owes.doubtedAt }))
  .toSorted((a, b) => a.kind < b.kind || a.kind === b.kind && a.id < b.id ? -1 : 1)

describe("stored records", () => {
  it("are of every kind that may owe something, and owe in some states", () => {
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(owingKinds)
    expect(expected.length).toBeGreaterThan(20)
    expect(expected.length).toBeLessThan(rows.length)
  })
})

describe("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-owing-"))
  const db = new DatabaseSync(join(folder, "plane.db"), { readBigInts: true })
  afterAll(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  it("makes older records owe by their state §owed-migrated", () => {
    migrate(db, migrations.slice(0, 1))
    const record = db.prepare("insert into record (kind, id, owner, version, body) values (?, ?, 'acc_1', 1, ?)")
    const job = db.prepare("insert into job (id, task, subject, run_at) values (?, 't', 's', 0)")
    for (const { body, id, kind } of rows) record.run(kind, id, body)
    for (const id of new Set(rows.flatMap(({ owes }) => owes.jobs))) job.run(id)
    migrate(db, migrations)
    const found = db.prepare("select kind, id, owed, doubted_at from record where owed is not null order by kind, id")
      .all()
    expect(found.map(({ doubted_at, id, kind, owed }) => ({
      kind,
      id,
      jobs: JSON.parse(String(owed)) as unknown,
      doubtedAt: doubted_at === null ? null : Number(doubted_at)
    }))).toEqual(expected)
  })

  it("finds orphans by indexes alone §owed-walk", () => {
    const plan = db.prepare(`explain query plan ${sqliteOrphans}`).all("", "", 500).map(({ detail }) => String(detail))
    expect(plan.join("\n")).toMatch(/SEARCH record USING INDEX record_owing/)
    expect(plan.join("\n")).toMatch(/SEARCH j USING PRIMARY KEY \(id=\?\)/)
    expect(plan.filter((step) => /SCAN (?:record|job|j)\b/.test(step))).toEqual([])
  })
})

await describePostgres("PostgreSQL", () => {
  const backfill = /insert into pontepay\.owing[\s\S]*?job is not null;/.exec(postgresMigration)?.[0] ?? ""

  it("makes older records owe by their state, and finds orphans by indexes alone §owed-migrated §owed-walk", async () => {
    const url = await freshDatabase()
    await Effect.runPromise(Store.use((store) => store.ping).pipe(Effect.provide(postgres({ url }))))
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const { body, id, kind } of rows) {
      await client.query(
        "insert into pontepay.records (kind, id, owner, version, body) values ($1, $2, 'acc_1', 1, $3)",
        [
          kind,
          id,
          body
        ]
      )
    }
    for (const id of new Set(rows.flatMap(({ owes }) => owes.jobs))) {
      await client.query("insert into pontepay.jobs (id, task, subject, run_at) values ($1, 't', 's', 0)", [id])
    }
    await client.query(backfill)
    const found = await client.query<{ readonly doubtedAt: string | null }>(
      "select kind, id, jobs, doubted_at as \"doubtedAt\" from pontepay.owing order by kind, id"
    )
    expect(found.rows.map((row) => ({ ...row, doubtedAt: row.doubtedAt === null ? null : Number(row.doubtedAt) })))
      .toEqual(expected)
    await client.query("set enable_seqscan = off")
    const plan = await client.query<{ readonly "QUERY PLAN": string }>(
      `explain ${postgresOrphans.text.replaceAll("$1", "''").replaceAll("$2", "''").replaceAll("$3", "500")}`
    )
    const steps = plan.rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(steps).toMatch(/owing_pkey/)
    expect(steps).toMatch(/jobs_pkey/)
    expect(steps).not.toMatch(/Seq Scan on (?:owing|jobs|records)/)
    await client.end()
  })
})
