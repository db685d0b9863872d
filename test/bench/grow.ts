// A history without having lived it: one deposit goes the whole way through the real service, from charge to delivered
// webhook, and what it wrote is written again in SQL as often as wanted, each time with ids and instants of its own. So
// every row has the shape that the code gives it, and the audit finds nothing. All of it belongs to one key owner and one
// subaccount, which is the hardest case for whatever reads their history; nothing of it is open any more.
import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { openReceiver } from "../support/receiver.ts"
import { openBenchPlane, until } from "./plane.ts"

/** Postings that one deposit makes: received 2, delivered 4, fee 2. */
export const postingsOfDeposit = 8

/** Rows of this many deposits are written in one transaction. */
const batch = 20_000
/** Between one deposit and the next, in milliseconds; the newest is a day old. */
const everyMs = 1_000
const ageMs = 86_400_000

/** Makes one deposit and brings it to its end: PIX settled, asset delivered, webhook answered. Gives its id. */
const liveOnce = async (url: string): Promise<string> => {
  const receiver = await openReceiver()
  const plane = await openBenchPlane(url, { webhooks: [`${receiver.base}/hook`] })
  try {
    const address = "0x52908400098527886E0F7030069857D2E4169EE7"
    const made = await plane.ask("POST", "/api/deposit/asset", {
      value: 5_000,
      asset: "USDC",
      network: "base",
      address
    })
    const path = `/api/deposit/asset/${String(made["externalId"])}`
    const read = async () => (await plane.ask("GET", path))["data"] as Record<string, unknown>
    const { trackId } = await read()
    const data = { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } }
    await plane.ask("POST", "/provider/webhook", {
      event: { id: `evt-${String(trackId)}`, subscription: "TICKET", data }
    })
    await until(read, ({ status }) => status === "COMPLETED")
    await until(async () => receiver.at("/hook").length, (count) => count > 0)
    // The answer of the receiver is stored, and the recurring work of the plane has had a turn.
    await sleep(1_500)
    return String(made["walletCharge"])
  } finally {
    await plane.close()
    await receiver.close()
  }
}

/** What differs from one deposit to the next, as it stands in the first and as SQL computes it for the n-th. */
interface Mark {
  readonly text: string
  readonly column: string
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex")
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

// A text of the first deposit as an expression over the columns of the n-th.
const textFor = (marks: ReadonlyArray<Mark>) => (text: string): string => {
  const known = new Map(marks.map((mark) => [mark.text, mark.column]))
  const pieces = text.split(new RegExp(`(${[...known.keys()].join("|")})`))
  return pieces.filter((piece) => piece !== "").map((piece) => known.get(piece) ?? literal(piece)).join(" || ")
}

interface RecordRow {
  readonly kind: string
  readonly id: string
  readonly body: string
}

// Every instant in the life of the first deposit stands for one: the n-th lives in its own millisecond.
const marksOf = (records: ReadonlyArray<RecordRow>, depositId: string): ReadonlyArray<Mark> => {
  const bodyOf = (kind: string) => JSON.parse(records.find((each) => each.kind === kind)?.body ?? "{}") as never
  const deposit = bodyOf("deposit") as Record<string, string>
  const event = records.find(({ kind }) => kind === "event")?.id ?? ""
  const instants = new Set<string>()
  for (const { body } of records) {
    for (const [found] of body.matchAll(/\b1[78]\d{11}\b/g)) {
      if (Number(found) >= Number(deposit["createdAt"])) instants.add(found)
    }
  }
  // The sandbox's price stands as it is, and so does the end of a charge that was paid long before.
  return [
    { text: depositId.slice("dep_".length), column: "c.hex" },
    { text: deposit["externalId"]?.slice("ext_".length) ?? "", column: "c.ext" },
    { text: deposit["endToEndId"] ?? "", column: "c.pix" },
    { text: deposit["transactionHash"]?.slice("0x".length) ?? "", column: "c.hash" },
    // As the key has it by which one proof settles one movement.
    { text: deposit["transactionHash"]?.slice("0x".length).toUpperCase() ?? "", column: "upper(c.hash)" },
    { text: event.slice("evt_".length), column: "c.event" },
    ...[...instants].map((text) => ({ text, column: "c.at" }))
  ]
}

// What the plane does for itself, again and again, is no part of a deposit.
const recurring = new Set(["seal", "auditTally"])

/** A clone: the texts of the n-th deposit, whose ids end as those of their account do. */
const cloneOf = (n: number, first: number, total: number, end: string) => {
  const at = first - ageMs - (total - n) * everyMs
  const id = `${at.toString(16).padStart(12, "0")}7${digest(`id ${n}`).slice(0, 17)}${end}`
  return [
    n,
    id,
    `${at.toString(16).padStart(12, "0")}7${digest(`ext ${n}`).slice(0, 17)}${end}`,
    `E99999999202601010000${n.toString(36).toUpperCase().padStart(11, "0")}`,
    digest(`hash ${n}`),
    digest(`dep_${id}/DEPOSIT_ASSET_SUCCESS`).slice(0, 30) + end,
    String(at)
  ] as const
}

const columns = ["n", "hex", "ext", "pix", "hash", "event", "at"] as const

/** Grows a SQLite plane in a file that is not there yet to so many deposits. */
export const growSqlite = async (path: string, deposits: number): Promise<void> => {
  const depositId = await liveOnce(`sqlite:${path}`)
  const db = new DatabaseSync(path)
  db.exec(
    "pragma synchronous = off; pragma journal_mode = memory; pragma cache_size = -1000000; pragma temp_store = memory"
  )
  db.exec(
    `create temp table clone (${
      columns.map((name) => `${name} ${name === "n" ? "integer primary key" : "text"}`).join(", ")
    })`
  )
  type Row = Record<string, string | number | null>
  const all = (sql: string): ReadonlyArray<Row> => db.prepare(sql).all() as unknown as ReadonlyArray<Row>
  const isPart = (row: Row) => JSON.stringify(row).includes(depositId.slice(4)) || JSON.stringify(row).includes(event)
  const event = String(all(`select id from record where kind = 'event' and body like '%${depositId}%'`)[0]?.["id"])
  const records = all("select * from record").filter((row) => isPart(row) || String(row["kind"]) === "pixReceipt")
    .filter(({ kind }) => !recurring.has(String(kind)))
  const places = new Map(records.map(({ n }, index) => [n, index]))
  const lists = all("select * from record_list").filter(({ record }) => places.has(record ?? null))
  const keys = all("select * from record_key").filter(({ record }) => places.has(record ?? null))
  const entries = all("select * from entry order by seq")
  const postings = all("select * from posting order by entry, line")
  const balances = all("select * from balance")
  const marks = marksOf(records as unknown as ReadonlyArray<RecordRow>, depositId)
  const first = Number(
    (JSON.parse(String(records.find(({ kind }) => kind === "deposit")?.["body"])) as Row)["createdAt"]
  )
  const text = textFor(marks)
  const of = (value: string | number | null | undefined) =>
    typeof value === "string" ? text(value) : String(value ?? null)
  const [n, seq, entry] = [
    Number(all("select max(n) as m from record")[0]?.["m"]),
    Number(all("select value as m from counter where name = 'record_list'")[0]?.["m"]),
    Number(all("select max(seq) as m from entry")[0]?.["m"])
  ]
  const placeOf = (record: unknown): string =>
    `${n} + c.n * ${records.length} + ${(places.get(record as number) ?? 0) + 1 - records.length}`
  const netOf = (balance: unknown) => String(balances.find((each) => each["n"] === balance)?.["amount"])
  const insert = (table: string, names: ReadonlyArray<string>, values: ReadonlyArray<string>) =>
    `insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from clone c order by c.n`
  const statements = [
    ...records.map((row) => {
      const names = Object.keys(row)
      return insert("record", names, names.map((name) => name === "n" ? placeOf(row["n"]) : of(row[name])))
    }),
    ...keys.map((row) =>
      insert("record_key", ["kind", "name", "value", "record"], [
        of(row["kind"]),
        of(row["name"]),
        of(row["value"]),
        placeOf(row["record"])
      ])
    ),
    ...lists.map((row, index) =>
      insert("record_list", ["kind", "name", "value", "seq", "record"], [
        of(row["kind"]),
        of(row["name"]),
        of(row["value"]),
        `${seq} + c.n * ${lists.length} + ${index + 1 - lists.length}`,
        placeOf(row["record"])
      ])
    ),
    ...entries.map((row, index) =>
      insert("entry", ["seq", "id", "template", "source", "owner", "at"], [
        `${entry} + c.n * ${entries.length} + ${index + 1 - entries.length}`,
        of(row["id"]),
        of(row["template"]),
        of(row["source"]),
        of(row["owner"]),
        "cast(c.at as integer)"
      ])
    ),
    ...postings.map((row) =>
      insert("posting", ["entry", "line", "balance", "amount", "after"], [
        `${entry} + c.n * ${entries.length} + ${
          entries.findIndex((each) => each["seq"] === row["entry"]) + 1 - entries.length
        }`,
        String(row["line"]),
        String(row["balance"]),
        of(row["amount"]),
        `cast(${String(row["after"])} + c.n * ${netOf(row["balance"])} as text)`
      ])
    )
  ].map((sql) => db.prepare(sql))
  const add = db.prepare(`insert into clone values (${columns.map(() => "?").join(", ")})`)
  for (let from = 1; from < deposits; from += batch) {
    db.exec("begin; delete from clone")
    for (let i = from; i < Math.min(deposits, from + batch); i++) {
      add.run(...cloneOf(i, first, deposits, depositId.slice(-2)))
    }
    for (const statement of statements) statement.run()
    db.exec("commit")
  }
  for (const { amount, n: balance } of balances) {
    db.prepare("update balance set amount = ? where n = ?").run(
      String(BigInt(String(amount)) * BigInt(deposits)),
      balance ?? null
    )
  }
  db.prepare("update counter set value = (select max(seq) from record_list) where name = 'record_list'").run()
  db.exec("pragma journal_mode = wal")
  db.close()
}

/** Grows a Postgres plane in an empty database to so many deposits, and lets the planner know of it. */
export const growPostgres = async (url: string, deposits: number): Promise<void> => {
  const depositId = await liveOnce(url)
  const client = new Client(url)
  await client.connect()
  type Row = Record<string, string>
  const all = async (sql: string): Promise<ReadonlyArray<Row>> => (await client.query<Row>(sql)).rows
  const columnsOf = async (table: string) =>
    (await all(`select column_name as name from information_schema.columns
       where table_schema = 'pontepay' and table_name = '${table}' order by ordinal_position`)).map(({ name }) =>
      name ?? ""
    )
  const asText = async (table: string, order = "1") => {
    const names = await columnsOf(table)
    return await all(
      `select ${names.map((name) => `${name}::text as ${name}`).join(", ")} from pontepay.${table} order by ${order}`
    )
  }
  try {
    await client.query("set synchronous_commit = off; set statement_timeout = 0")
    await client.query(
      `create temp table clone (${
        columns.map((name) => `${name} ${name === "n" ? "bigint primary key" : "text"}`).join(", ")
      })`
    )
    const event =
      (await all(`select id from pontepay.records where kind = 'event' and body like '%${depositId}%'`))[0]?.["id"] ??
        ""
    const records = (await asText("records")).filter((row) => {
      const json = JSON.stringify(row)
      return (json.includes(depositId.slice(4)) || json.includes(event)) && !recurring.has(row["kind"] ?? "")
    })
    const isOfRecord = ({ id, kind }: Row) => records.some((each) => each["kind"] === kind && each["id"] === id)
    const lists = (await asText("lists")).filter(isOfRecord)
    const keys = (await asText("keys")).filter(isOfRecord)
    const entries = await asText("entries", "seq")
    const text = textFor(marksOf(records as unknown as ReadonlyArray<RecordRow>, depositId))
    const first = Number(
      (JSON.parse(records.find(({ kind }) => kind === "deposit")?.["body"] ?? "{}") as Row)["createdAt"]
    )
    // Places below those of every transaction there was: the clones are older than the first deposit.
    const place = (index: number, count: number) => `c.n * ${count} + ${index + 1}`
    const insert = (table: string, row: Row, index: number, count: number) => {
      const names = Object.keys(row)
      const value = (name: string): string =>
        name === "seq"
          ? place(index, count)
          : ["version", "accounts", "assets", "amounts"].includes(name)
          ? text(row[name] ?? "")
          : row[name] === null
          ? "null"
          : text(row[name] ?? "")
      const cast: Readonly<Record<string, string>> = {
        version: "integer",
        at: "bigint",
        accounts: "text[]",
        assets: "text[]",
        amounts: "numeric[]"
      }
      return `insert into pontepay.${table} (${names.join(", ")})
        select ${
        names.map((name) => cast[name] === undefined ? value(name) : `(${value(name)})::${cast[name]}`).join(", ")
      } from clone c order by c.n`
    }
    const statements = [
      ...records.map((row) => insert("records", row, 0, 0)),
      ...keys.map((row) => insert("keys", row, 0, 0)),
      ...lists.map((row, index) => insert("lists", row, index, lists.length)),
      ...entries.map((row, index) => insert("entries", row, index, entries.length))
    ]
    for (let from = 1; from < deposits; from += batch) {
      const clones = Array.from(
        { length: Math.min(deposits, from + batch) - from },
        (_, i) => cloneOf(from + i, first, deposits, depositId.slice(-2))
      )
      await client.query("begin")
      await client.query("truncate clone")
      await client.query(
        "insert into clone select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])",
        columns.map((_, index) => clones.map((clone) => clone[index]))
      )
      for (const statement of statements) await client.query(statement)
      await client.query("commit")
    }
    await client.query(`update pontepay.balances set amount = amount * ${deposits}`)
    await client.query("vacuum analyze")
    await client.query("checkpoint")
  } finally {
    await client.end()
  }
}
