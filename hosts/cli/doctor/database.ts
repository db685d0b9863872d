// What can be seen of a database without opening it as a service does: nothing is made, migrated or written.
import { existsSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/** What a look at a database found. */
export type Look =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Unreachable"; readonly reason: string }
  | {
    readonly _tag: "There"
    /** Migrations that were applied; 0 where none ever was. */
    readonly migrations: number
    /** Rows that an audit would read, about. */
    readonly rows: number
    /** Our clock less the database's; undefined where it goes by ours. */
    readonly aheadMs: number | undefined
  }

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "it cannot be opened"
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : ""
  return cause.message.split("\n", 1)[0] || code || "it cannot be opened"
}

const audited = ["record", "record_key", "record_list", "entry", "balance", "job"]

/** An SQLite file. */
export const lookAtSqlite = (path: string): Look => {
  if (!existsSync(path)) return { _tag: "Absent" }
  let db: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(path, { readOnly: true })
    db = opened
    const tables = new Set(
      opened.prepare("select name from sqlite_master where type = 'table'").all().map(({ name }) => String(name))
    )
    const count = (table: string): number =>
      tables.has(table) ? Number(opened.prepare(`select count(*) as n from ${table}`).get()?.["n"]) : 0
    return {
      _tag: "There",
      migrations: count("migration"),
      rows: audited.map(count).reduce((sum, each) => sum + each, 0),
      aheadMs: undefined
    }
  } catch (cause) {
    return { _tag: "Unreachable", reason: reasonOf(cause) }
  } finally {
    db?.close()
  }
}

const patienceMs = 3_000

const applied = "select case when to_regclass('pontepay.migrations') is null then 0 else 1 end as has"
const rows = `select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as n from pg_class c
join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'pontepay' and c.relkind = 'r'`
const clock = "select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms"

/** A PostgreSQL database. */
export const lookAtPostgres = async (url: string): Promise<Look> => {
  const { Client } = await import("pg")
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on("error", () => undefined)
  try {
    await client.connect()
    const number = async (sql: string): Promise<number> => {
      const { rows: [row] } = await client.query<Record<string, unknown>>(sql)
      return Number(Object.values(row ?? {})[0])
    }
    const askedAt = Date.now()
    const theirs = await number(clock)
    const ours = (askedAt + Date.now()) / 2
    const has = await number(applied)
    return {
      _tag: "There",
      migrations: has === 0 ? 0 : await number("select count(*) from pontepay.migrations"),
      rows: await number(rows),
      aheadMs: ours - theirs
    }
  } catch (cause) {
    return { _tag: "Unreachable", reason: reasonOf(cause) }
  } finally {
    await client.end().catch(() => undefined)
  }
}
