// Finding what lacks its job costs what is open: the plans walk the index of what is owed and look each job up by its id,
// and no table is read whole (0112).
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { orphans as postgresOrphans } from "../../adapters/postgres/owing.ts"
import { layer as postgres } from "../../adapters/postgres/store.ts"
import { migrate } from "../../adapters/sqlite/migrate.ts"
import { orphans as sqliteOrphans } from "../../adapters/sqlite/owing.ts"
import { migrations } from "../../adapters/sqlite/schema.ts"
import { Store } from "../../core/engine/store/store.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"

describe("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-owing-"))
  const db = new DatabaseSync(join(folder, "plane.db"), { readBigInts: true })
  afterAll(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  migrate(db, migrations)
  it("finds orphans by indexes alone §owed-walk", () => {
    const plan = db.prepare(`explain query plan ${sqliteOrphans}`).all("", "", 500).map(({ detail }) => String(detail))
    expect(plan.join("\n")).toMatch(/SEARCH record USING INDEX record_owing/)
    expect(plan.join("\n")).toMatch(/SEARCH j USING PRIMARY KEY \(id=\?\)/)
    expect(plan.filter((step) => /SCAN (?:record|job|j)\b/.test(step))).toEqual([])
  })
})

await describePostgres("PostgreSQL", () => {
  it("finds orphans by indexes alone §owed-walk", async () => {
    const url = await freshDatabase()
    await Effect.runPromise(Store.use((store) => store.ping).pipe(Effect.provide(postgres({ url }))))
    const client = new Client({ connectionString: url })
    await client.connect()
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
