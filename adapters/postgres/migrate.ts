// Brings a database to the schema of this version: forward only, each migration once, under one lock so that processes
// may start at the same time. Refuses a database that a newer version has migrated, and one whose past was rewritten.
import { createHash } from "node:crypto"
import { Client } from "pg"
import { settings } from "./connection.ts"
import * as tables from "./migrations/0001-tables.ts"
import * as commit from "./migrations/0002-commit.ts"
import * as jobs from "./migrations/0003-jobs.ts"
import * as queue from "./migrations/0004-queue.ts"
import * as owing from "./migrations/0005-owing.ts"
import * as commands from "./migrations/0006-commands.ts"
import * as journal from "./migrations/0007-journal.ts"

interface Migration {
  readonly name: string
  readonly sql: string
}

/** In the order in which they are applied. */
export const migrations: ReadonlyArray<Migration> = [tables, commit, jobs, queue, owing, commands, journal]

/** Advisory lock of migrations. */
const migrationLock = "482906928229"

const checksum = ({ sql }: Migration): string => createHash("sha256").update(sql).digest("hex")

const applied = async (client: Client): Promise<ReadonlyMap<string, string>> => {
  await client.query(`
    create schema if not exists pontepay;
    create table if not exists pontepay.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from pontepay.migrations"
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

// Places of another server's transactions may be above those of this one: the shift lifts new ones over them.
const takeOver = `
insert into pontepay.servers (identifier, shift)
select system_identifier, greatest(0, 1 + (
  select max(seq) >> 20 from (
    select max(seq) as seq from pontepay.lists union all select max(seq) from pontepay.entries
  ) as places
) - pg_current_xact_id()::text::bigint)
from pg_control_system() where system_identifier not in (select identifier from pontepay.servers)`

const migrateWith = async (client: Client): Promise<void> => {
  await client.query(`begin; set local lock_timeout = 0; set local statement_timeout = 0; set local enable_seqscan = on;
    select pg_advisory_xact_lock(${migrationLock})`)
  const past = await applied(client)
  const unknown = [...past.keys()].filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) {
    throw new Error(`the database was migrated by a newer version of Pontepay (${unknown.join(", ")})`)
  }
  for (const migration of migrations) {
    const before = past.get(migration.name)
    if (before === undefined) {
      await client.query(migration.sql)
      await client.query("insert into pontepay.migrations (name, checksum) values ($1, $2)", [
        migration.name,
        checksum(migration)
      ])
    } else if (before !== checksum(migration)) {
      throw new Error(`migration ${migration.name} of the database is not the one of this version of Pontepay`)
    }
  }
  await client.query(takeOver)
  await client.query("commit")
}

/** Migrates the database; rejects with the reason why it cannot be used. */
export const migrate = async (url: string): Promise<void> => {
  const { query_timeout: _, ...rest } = settings(url)
  const client = new Client(rest)
  client.on("error", () => undefined)
  await client.connect()
  try {
    await migrateWith(client)
  } finally {
    await client.end()
  }
}
