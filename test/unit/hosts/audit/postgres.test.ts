// The audit of a data plane in PostgreSQL: the scene, copied row by row into its tables, is clean, and what is tampered
// with there is found.
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { migrate } from "../../../../adapters/postgres/migrate.ts"
import { audit } from "../../../../hosts/audit/audit.ts"
import { openPlane } from "../../../../hosts/audit/open.ts"
import { asText } from "../../../../hosts/audit/print.ts"
import { describePostgres, freshDatabase } from "../../../support/postgres.ts"
import { auditOf, type Scene, scene } from "./scene.ts"

type Row = Readonly<Record<string, string | number | null>>

const copied = async (file: string, client: Client): Promise<void> => {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = (sql: string) => JSON.stringify(db.prepare(sql).all() as ReadonlyArray<Row>)
  const into = (table: string, columns: string, sql: string, select = columns) =>
    client.query(
      `insert into pontepay.${table} (${columns}) select ${select} from json_populate_recordset(null::pontepay.${table}, $1)`,
      [rows(sql)]
    )
  await into("records", "kind, id, owner, version, body", "select * from record")
  await into("keys", "kind, name, value, id", "select k.*, r.id from record_key k join record r on r.n = k.record")
  await into("lists", "kind, name, value, seq, id", "select l.*, r.id from record_list l join record r on r.n = l.record")
  await into("balances", "account, asset, stripe, amount", "select account, asset, 0 as stripe, amount from balance")
  await into("jobs", "id, task, subject, run_at", "select id, task, subject, run_at from job")
  await into(
    "entries",
    "id, seq, template, source, owner, at, accounts, assets, amounts",
    `select e.*, coalesce(json_group_array(b.account) filter (where b.n is not null), '[]') as accounts,
       coalesce(json_group_array(b.asset) filter (where b.n is not null), '[]') as assets,
       coalesce(json_group_array(p.amount) filter (where b.n is not null), '[]') as amounts
     from entry e left join posting p on p.entry = e.seq left join balance b on b.n = p.balance group by e.seq`
      .replaceAll("'[]'", "json('[]')")
  ).catch((cause: unknown) => {
    throw cause
  })
  db.close()
}

const fresh = async (file: string): Promise<string> => {
  const url = await freshDatabase()
  await migrate(url)
  const client = new Client(url)
  await client.connect()
  await copied(file, client)
  await client.end()
  return url
}
