// A data plane in PostgreSQL, read in one read-only transaction that sees a single moment. Rows come through cursors, a
// few thousand at a time, so that the size of the database does not matter here.
import { Client } from "pg"
import type { EntryRow, Plane, PointerRow, Soundness } from "./plane.ts"
import { Unreadable } from "./plane.ts"

const records = "select kind, id, owner, version, body from pontepay.records order by kind, id"

const keys = `select k.kind, k.name, k.value, r.id
from pontepay.keys k left join pontepay.records r on r.kind = k.kind and r.id = k.id`

const places = `select l.kind, l.name, l.value, r.id
from pontepay.lists l left join pontepay.records r on r.kind = l.kind and r.id = l.id`

const entries = `select seq, id, template, source, owner, at, accounts, assets, amounts::text[] as amounts
from pontepay.entries order by seq`

const balances = "select account, asset, sum(amount)::text as amount from pontepay.balances group by account, asset"
const jobs = `select id, task, subject, dead as "isDead" from pontepay.jobs`

// Rows point to each other by name, without foreign keys; what is left to ask is whether indexes and constraints hold.
const invalid = `select 'index ' || c.relname || ' is not valid' as problem
from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'pontepay' and not i.indisvalid
union all
select 'constraint ' || o.conname || ' was never validated'
from pg_constraint o join pg_namespace n on n.oid = o.connamespace
where n.nspname = 'pontepay' and not o.convalidated`

const rowsAtOnce = 5_000

interface StoredEntry {
  readonly seq: string
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  readonly at: string
  readonly accounts: ReadonlyArray<string>
  readonly assets: ReadonlyArray<string>
  readonly amounts: ReadonlyArray<string>
}

const entryOf = ({ accounts, amounts, assets, at, seq, ...entry }: StoredEntry): EntryRow => ({
  ...entry,
  place: BigInt(seq),
  at: Number(at),
  postings: accounts.map((account, n) => ({
    account,
    asset: assets[n] ?? "(none)",
    amount: amounts[n] ?? "",
    after: undefined
  }))
})

/** Opens the data plane in a database; rejects with `Unreadable` when it cannot be reached or holds none. */
export const openPostgres = async (url: string): Promise<Plane> => {
  const client = await connected(url)
  let cursors = 0

  const rows = async function*<Row extends object>(sql: string): AsyncGenerator<Row> {
    const cursor = `audit_${++cursors}`
    await client.query(`declare ${cursor} no scroll cursor for ${sql}`)
    try {
      for (;;) {
        const page = await client.query<Row>(`fetch ${rowsAtOnce} from ${cursor}`)
        yield* page.rows
        if (page.rows.length < rowsAtOnce) return
      }
    } finally {
      await client.query(`close ${cursor}`)
    }
  }

  const pointers = async function*(sql: string): AsyncGenerator<PointerRow> {
    for await (const row of rows<PointerRow & { readonly id: string | null }>(sql)) {
      yield { ...row, id: row.id ?? undefined }
    }
  }

  const soundness = async (): Promise<Soundness> => {
    const { rows: found } = await client.query<{ readonly problem: string }>(invalid)
    return { looked: 2, problems: found.map(({ problem }) => problem) }
  }

  return {
    records: () => rows(records),
    keys: () => pointers(keys),
    places: () => pointers(places),
    entries: async function*() {
      for await (const row of rows<StoredEntry>(entries)) yield entryOf(row)
    },
    balances: () => rows(balances),
    jobs: () => rows(jobs),
    soundness,
    close: () => client.end()
  }
}

const connected = async (url: string): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    application_name: "pontepay-audit",
    connectionTimeoutMillis: 5_000
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.query("begin isolation level repeatable read, read only")
    const { rows } = await client.query<{ readonly found: string | null }>(
      "select to_regclass('pontepay.records') as found"
    )
    if (typeof rows[0]?.found !== "string") {
      throw new Unreadable("the database is no data plane: it has no table pontepay.records")
    }
    return client
  } catch (cause) {
    await client.end().catch(() => undefined)
    throw cause instanceof Unreadable
      ? cause
      : new Unreadable(`the database cannot be read: ${String(cause)}`, { cause })
  }
}
