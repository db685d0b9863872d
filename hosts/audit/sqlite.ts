// A data plane in an SQLite file. The file is opened read-only and read in one transaction, so a service may go on writing
// beside it; a log that a killed service left behind is read as the service would read it.
import { existsSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import type { EntryRow, Plane, PointerRow, PostingRow, Soundness } from "./plane.ts"
import { Unreadable } from "./plane.ts"

const records = "select kind, id, owner, version, body from record order by kind, id"

// The kind must agree too: a key of one kind that leads to a record of another leads nowhere.
const keys = `select k.kind, k.name, k.value, r.id
from record_key k left join record r on r.n = k.record and r.kind = k.kind`

const places = `select l.kind, l.name, l.value, r.id
from record_list l left join record r on r.n = l.record and r.kind = l.kind`

// Entries without postings and postings on no balance are rows here as well: what is missing is null.
const lines = `select e.seq, e.id, e.template, e.source, e.owner, e.at, p.entry, b.account, b.asset, p.amount, p.after
from entry e left join posting p on p.entry = e.seq left join balance b on b.n = p.balance
order by e.seq, p.line`

const balances = "select account, asset, amount from balance"
const jobs = "select id, task, subject, dead from job"

interface LineRow {
  readonly seq: number
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  readonly at: number
  readonly entry: number | null
  readonly account: string | null
  readonly asset: string | null
  readonly amount: string | null
  readonly after: string | null
}

const postingOf = (line: LineRow): PostingRow => ({
  account: line.account ?? "(no such balance)",
  asset: line.asset ?? "(none)",
  amount: line.amount ?? "",
  after: line.after ?? undefined
})

/** Opens the data plane in a file; throws `Unreadable` when there is none. */
export const openSqlite = (path: string): Plane => {
  const db = opened(path)
  const rows = <Row>(sql: string): Iterable<Row> => db.prepare(sql).iterate() as unknown as Iterable<Row>

  const pointers = async function*(sql: string): AsyncGenerator<PointerRow> {
    for (const row of rows<PointerRow & { readonly id: string | null }>(sql)) yield { ...row, id: row.id ?? undefined }
  }

  const entries = async function*(): AsyncGenerator<EntryRow> {
    let entry: EntryRow & { readonly postings: Array<PostingRow> } | undefined
    let seq = 0
    for (const line of rows<LineRow>(lines)) {
      if (entry === undefined || seq !== line.seq) {
        if (entry !== undefined) yield entry
        const { at, id, owner, source, template } = line
        seq = line.seq
        entry = { id, template, source, owner, at, place: BigInt(seq), postings: [] }
      }
      if (line.entry !== null) entry.postings.push(postingOf(line))
    }
    if (entry !== undefined) yield entry
  }

  const soundness = async (): Promise<Soundness> => {
    const said = [...rows<{ readonly integrity_check: string }>("pragma integrity_check")]
      .map((row) => row.integrity_check)
    const foreign = [...rows<{ readonly table: string; readonly rowid: number | null; readonly parent: string }>(
      "pragma foreign_key_check"
    )]
    const [ahead] = rows<{ readonly last: number; readonly counted: number }>(
      `select (select coalesce(max(seq), 0) from record_list) as last,
         (select coalesce(max(value), 0) from counter where name = 'record_list') as counted`
    )
    return {
      looked: 3,
      problems: [
        ...said.filter((line) => line !== "ok"),
        ...foreign.map(({ parent, table }) =>
          `a row of table ${table} refers to a row of table ${parent} that is gone`
        ),
        ...(ahead !== undefined && ahead.last > ahead.counted
          ? [`a list has a place ${ahead.last}, but places were only counted up to ${ahead.counted}`]
          : [])
      ]
    }
  }

  return {
    records: async function*() {
      yield* rows(records)
    },
    keys: () => pointers(keys),
    places: () => pointers(places),
    entries,
    balances: async function*() {
      yield* rows(balances)
    },
    jobs: async function*() {
      for (
        const row of rows<
          { readonly id: string; readonly task: string; readonly subject: string; readonly dead: number }
        >(jobs)
      ) {
        yield { id: row.id, task: row.task, subject: row.subject, isDead: row.dead !== 0 }
      }
    },
    soundness,
    close: async () => db.close()
  }
}

const tables = ["balance", "counter", "entry", "job", "posting", "record", "record_key", "record_list"]

const opened = (path: string): DatabaseSync => {
  if (!existsSync(path)) throw new Unreadable(`there is no file ${path}`)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    db.exec("begin")
    const found = new Set(
      db.prepare("select name from sqlite_schema where type = 'table'").all().map((row) => row["name"])
    )
    const missing = tables.filter((table) => !found.has(table))
    if (missing.length > 0) throw new Unreadable(`${path} is no data plane: it has no table ${missing.join(", ")}`)
    return db
  } catch (cause) {
    db?.close()
    throw cause instanceof Unreadable ? cause : new Unreadable(`${path} cannot be read: ${String(cause)}`, { cause })
  }
}
