// The audit of a data plane in PostgreSQL: the scene, copied row by row into its tables, is clean, and what is tampered
// with there is found.
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { migrate } from "../../../../adapters/postgres/migrate.ts"
import { audit } from "../../../../hosts/audit/audit.ts"
import { openPlane } from "../../../../hosts/audit/open.ts"
import { verdictsText } from "../../../../hosts/audit/print.ts"
import { describePostgres, freshDatabase } from "../../../support/postgres.ts"
import { type Scene, auditOf, scene } from "./scene.ts"

const entries = `select e.*, json_group_array(b.account) filter (where b.n is not null) as accounts,
  json_group_array(b.asset) filter (where b.n is not null) as assets,
  json_group_array(p.amount) filter (where b.n is not null) as amounts
from entry e left join posting p on p.entry = e.seq left join balance b on b.n = p.balance group by e.seq`

// One account stands in two stripes, as a busy one does.
const balances = `select account, asset, 0 as stripe, cast(cast(amount as integer) - 7 as text) as amount from balance
where account = 'pix-settlement'
union all select account, asset, 1, '7' from balance where account = 'pix-settlement'
union all select account, asset, 0, amount from balance where account <> 'pix-settlement'`

const tables: ReadonlyArray<readonly [table: string, columns: string, rows: string]> = [
  ["records", "kind, id, owner, version, body", "select * from record"],
  ["keys", "kind, name, value, id", "select k.*, r.id from record_key k join record r on r.n = k.record"],
  ["lists", "kind, name, value, seq, id", "select l.*, r.id from record_list l join record r on r.n = l.record"],
  ["entries", "id, seq, template, source, owner, at, accounts, assets, amounts", entries],
  ["balances", "account, asset, stripe, amount", balances],
  ["jobs", "id, task, subject, run_at", "select id, task, subject, run_at from job"]
]

const asked = async <A>(url: string, use: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** A database of its own with the scene in it. */
const copied = async ({ file }: Scene): Promise<string> => {
  const url = await freshDatabase()
  await migrate(url)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    await asked(url, async (client) => {
      for (const [table, columns, sql] of tables) {
        const rows = db.prepare(sql).all().map((row) => ({ ...row, ...arraysOf(row) }))
        const select = `select ${columns} from json_populate_recordset(null::pontepay.${table}, $1)`
        await client.query(`insert into pontepay.${table} (${columns}) ${select}`, [JSON.stringify(rows)])
      }
    })
  } finally {
    db.close()
  }
  return url
}

const arraysOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(["accounts", "assets", "amounts"].flatMap((name) => {
    const text = row[name]
    return typeof text === "string" ? [[name, JSON.parse(text) as unknown]] : []
  }))

const auditOfUrl = async (url: string) => {
  const plane = await openPlane(url)
  try {
    return await audit(plane)
  } finally {
    await plane.close()
  }
}

await describePostgres("the audit of a data plane in PostgreSQL", () => {
  let played: Scene
  let url: string
  beforeAll(async () => {
    played = await scene()
    url = await copied(played)
  })
  afterAll(() => played.remove())

  it("finds nothing in the scene, and looks at as much as in SQLite", async () => {
    const verdicts = await auditOfUrl(url)
    expect(verdicts.flatMap(({ violations }) => violations)).toEqual([])
    const looked = (all: typeof verdicts) =>
      Object.fromEntries(all.filter(({ name }) => name !== "storage-sound").map((one) => [one.name, one.looked]))
    expect(looked(verdicts)).toEqual(looked(await auditOf(played.file)))
  })

  // Each is undone by its counterpart, so that one copy serves all.
  it.each([
    {
      what: "a posting of another amount",
      plant: "update pontepay.entries set amounts[1] = amounts[1] + 1 where template = 'depositReceived'",
      undo: "update pontepay.entries set amounts[1] = amounts[1] - 1 where template = 'depositReceived'",
      found: ["conservation", "journal-sealed", "paid-or-pending"],
      says: /its postings in BRL do not balance/
    },
    {
      what: "a stripe that is missing",
      plant: "delete from pontepay.balances where stripe = 1",
      undo: "insert into pontepay.balances values ('pix-settlement', 'BRL', 1, 7)",
      found: ["conservation"],
      says: /balance in BRL of account pix-settlement: it is not the sum of its postings/
    },
    {
      what: "a posting that is no whole number",
      plant: "update pontepay.balances set amount = amount + 0.5 where account = 'fee-income'",
      undo: "update pontepay.balances set amount = trunc(amount - 0.5) where account = 'fee-income'",
      found: ["conservation"],
      says: /\.5/
    },
    {
      what: "a key that leads nowhere",
      plant: "insert into pontepay.keys values ('deposit', 'trackId', 'tkt_x', 'dep_x')",
      undo: "delete from pontepay.keys where value = 'tkt_x'",
      found: ["keys-complete"],
      says: /key deposit\.trackId = tkt_x: it leads to a deposit that is not there/
    },
    {
      what: "a delivery put aside",
      plant: "update pontepay.jobs set dead = true where task = 'deliver-webhook'",
      undo: "update pontepay.jobs set dead = false",
      found: ["events-at-least-once"],
      says: /put aside as a dead letter/
    },
    {
      what: "an index that is broken",
      plant: "update pg_index set indisvalid = false where indexrelid = 'pontepay.entries_of_source'::regclass",
      undo: "update pg_index set indisvalid = true where indexrelid = 'pontepay.entries_of_source'::regclass",
      found: ["storage-sound"],
      says: /index entries_of_source is not valid/
    },
    {
      what: "an entry that was put elsewhere in the journal",
      plant: "update pontepay.entries set seq = -seq where template = 'surplusReturned'",
      undo: "update pontepay.entries set seq = -seq where template = 'surplusReturned'",
      found: ["books-kept", "journal-sealed"],
      says: /journal-sealed/
    },
    {
      what: "a seal that was written over",
      plant:
        "update pontepay.records set body = replace(body, '\"entries\":', '\"entries\":1') where kind = 'seal' and id = '1'",
      undo:
        "update pontepay.records set body = replace(body, '\"entries\":1', '\"entries\":') where kind = 'seal' and id = '1'",
      found: ["journal-sealed"],
      says: /seal 1/
    }
  ])("finds $what", async ({ found, plant, says, undo }) => {
    await asked(url, (client) => client.query(plant))
    try {
      const verdicts = await auditOfUrl(url)
      expect(verdicts.filter(({ violations }) => violations.length > 0).map(({ name }) => name).sort()).toEqual(found)
      expect(verdictsText(verdicts)).toMatch(says)
    } finally {
      await asked(url, (client) => client.query(undo))
    }
  })
})
