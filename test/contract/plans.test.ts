// No statement of the stores costs more for the history that lies behind. Every one that is prepared or sent is caught
// where it is, so that a new one cannot escape, and its plan is held to the rule; those that read more than a page on
// purpose are named here with the reason.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { layer as postgresLayer } from "../../adapters/postgres/store.ts"
import { planeOn } from "../../adapters/sqlite/store.ts"
import { growPostgres, growSqlite } from "../bench/grow.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { everyCall } from "./every-call.ts"

/** Deposits in the plane: some hundred thousand rows in all. */
const deposits = 4_000

interface OnPurpose {
  /** A part of the statement that no other has. */
  readonly text: string
  readonly reason: string
}

const onPurpose: ReadonlyArray<OnPurpose> = [
  { text: "amount from balance", reason: "balances: as many as there are accounts; an owner's are asked by prefix" },
  { text: "from pontepay.balances", reason: "balances: as many as there are accounts; an owner's are asked by prefix" },
  {
    text: "count(*) as rows from record_list",
    reason: "the rows of one subaccount in a window of at most 90 days (0125)"
  },
  { text: "p.entry > ? and p.entry <= ?", reason: "the postings of a page of entries that was read just before" },
  { text: "as oldest_due_at", reason: "depth of the queue: jobs that wait, for metrics and the operator" },
  {
    text: "left join pontepay.jobs on true",
    reason: "depth of the queue: jobs that wait, for metrics and the operator"
  },
  { text: "min(due_at) as due_at", reason: "jobs that are held: as many as workers have in hand" },
  { text: "limit 1 offset", reason: "counts off one page of what is owed" },
  { text: "from record where owed is not null group by kind", reason: "what is owed: open work, for metrics" },
  { text: "from pontepay.owing group by kind", reason: "what is owed: open work, for metrics" }
]

const isOnPurpose = (sql: string): boolean => onPurpose.some(({ text }) => sql.includes(text))
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, " ").trim()

describe("SQLite", () => {
  /** Columns that together lead to one row, or to the few of one subject, entry or account. */
  const selective = new Set([
    "rowid",
    "id",
    "kind id",
    "kind name value",
    "account asset",
    "account",
    "source",
    "entry",
    "subject",
    "name"
  ])

  /** What is wrong with a line of a plan; undefined when it costs the same however long the history is. */
  const wrongIn = (line: string, sql: string): string | undefined => {
    const isPage = /\blimit\b|\bmin\(/.test(sql)
    if (/^SCAN (?:record|record_key|record_list|entry|posting|balance|job|[a-z])(?: USING|$)/.test(line)) {
      // What was narrowed down before stands under a name of its own.
      const [, name = ""] = /^SCAN (\w+)/.exec(line) ?? []
      return new RegExp(`\\) ${name}\\b`).test(sql) ? undefined : "it walks a table"
    }
    if (/^USE TEMP B-TREE FOR (?:ORDER BY|GROUP BY|DISTINCT)/.test(line)) return "it sorts what it found"
    const [, terms] = /^SEARCH .*\((.*)\)/.exec(line) ?? []
    if (terms === undefined || isPage) return undefined
    const columns = [...terms.matchAll(/(\w+)=\?/g)].map(([, column]) => column).join(" ")
    if (selective.has(columns)) return undefined
    return /[<>]/.test(terms) ? "it reads a range without an end" : `its key (${columns}) leads to many rows`
  }

  const statementsOf = (db: DatabaseSync): ReadonlyArray<string> => {
    const prepared = vi.spyOn(db, "prepare")
    planeOn(db)
    const statements = prepared.mock.calls.map(([sql]) => oneLine(sql))
    prepared.mockRestore()
    return statements
  }

  const wrong = (db: DatabaseSync, statements: ReadonlyArray<string>): ReadonlyArray<string> =>
    statements.filter((sql) => !/^(?:begin|commit)/.test(sql)).flatMap((sql) =>
      db.prepare(`explain query plan ${sql}`).all().flatMap(({ detail }) => {
        const problem = wrongIn(String(detail), sql)
        return problem === undefined ? [] : [`${sql}\n  ${String(detail)}: ${problem}`]
      })
    )

  let folder: string
  let db: DatabaseSync
  let statements: ReadonlyArray<string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pontepay-plans-"))
    await growSqlite(join(folder, "plane.db"), deposits)
    db = new DatabaseSync(join(folder, "plane.db"))
    statements = statementsOf(db)
  })
  afterAll(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("prepares all its statements at the start, where they are seen", () => {
    expect(statements.length).toBeGreaterThan(40)
  })

  it("runs no statement that grows with history, whatever the planner knows of the tables", () => {
    const judged = statements.filter((sql) => !isOnPurpose(sql))
    expect(wrong(db, judged)).toEqual([])
    db.exec("analyze")
    expect(wrong(db, judged)).toEqual([])
  })

  it("never counts rows off that it passes over", () => {
    expect(statements.filter((sql) => /\boffset\b/.test(sql) && !isOnPurpose(sql))).toEqual([])
  })

  it("would notice: a walk, a sort, a range without an end, a key that leads to many rows", () => {
    const planted = [
      "select body from record where owner = ?",
      "select body from record where kind = ? and id > ? order by body limit 1",
      "select value from record_list where kind = ? and name = ? and value > ?",
      "select value from record_list where kind = ? and name = ?"
    ]
    expect(planted.filter((sql) => wrong(db, [sql]).length === 0)).toEqual([])
  })
})

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Join Filter"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

interface Explained {
  readonly "Query Text": string
  readonly Plan: PlanNode
}

const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

await describePostgres("PostgreSQL", () => {
  /** More than a page of the largest size, with what joins to it, and far less than the history. */
  const mostRows = 1_000
  const history = new Set(["records", "keys", "lists", "entries"])

  const wrongIn = (node: PlanNode): string | undefined => {
    const { "Node Type": type, "Relation Name": relation = "" } = node
    // Planned and not run, as the search for the highest place in a copy of the data on another server.
    if (node["Actual Loops"] === 0) return undefined
    if (type === "Seq Scan" && history.has(relation)) return `walks ${relation}`
    const passed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0)
    const rows = (node["Actual Rows"] + passed) * node["Actual Loops"]
    return rows > mostRows ? `${type} on ${relation || "rows"} handles ${rows} rows` : undefined
  }

  const wrong = (explained: ReadonlyArray<Explained>): ReadonlyArray<string> =>
    explained.flatMap(({ Plan, "Query Text": sql }) =>
      nodesOf(Plan).flatMap((node) => {
        const problem = wrongIn(node)
        return problem === undefined ? [] : [`${oneLine(sql)}: ${problem}`]
      })
    )

  // The server tells of every statement, those inside functions too, to whoever sent it.
  const tell = async (url: string): Promise<void> => {
    const client = new Client(url)
    await client.connect()
    const database = new URL(url).pathname.slice(1)
    const settings = {
      session_preload_libraries: "auto_explain",
      "auto_explain.log_min_duration": "0",
      "auto_explain.log_nested_statements": "on",
      "auto_explain.log_analyze": "on",
      "auto_explain.log_timing": "off",
      "auto_explain.log_format": "json",
      "auto_explain.log_level": "notice"
    }
    await client.query("load 'auto_explain'")
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`alter database ${database} set ${name} = '${value}'`)
    }
    await client.end()
  }

  const explainedIn = (notice: unknown): ReadonlyArray<Explained> => {
    const { message = "" } = notice as { readonly message?: string }
    const plan = message.indexOf("plan:\n")
    return plan === -1 ? [] : [JSON.parse(message.slice(plan + "plan:\n".length)) as Explained]
  }

  let url: string
  const heard: Array<Explained> = []
  beforeAll(async () => {
    url = await freshDatabase()
    await growPostgres(url, deposits)
    await tell(url)
    // Whatever any connection of this process is told.
    const told = vi.spyOn(Client.prototype, "emit")
    await Effect.runPromise(Effect.scoped(Effect.provide(everyCall, postgresLayer({ url }))))
    heard.push(...told.mock.calls.flatMap(([name, notice]) => name === "notice" ? explainedIn(notice) : []))
    told.mockRestore()
  })

  it("tells the plans of what was sent, and of what functions did with it", () => {
    const texts = heard.map((each) => oneLine(each["Query Text"]))
    const parts = ["pontepay.claim(", "insert into pontepay.records", "insert into pontepay.owing", "pontepay.lists l"]
    expect(parts.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([])
  })

  it("runs no statement that grows with history", () => {
    expect(wrong(heard.filter((each) => !isOnPurpose(oneLine(each["Query Text"]))))).toEqual([])
  })

  it("would notice a walk over a table", async () => {
    const client = new Client(url)
    const planted: Array<Explained> = []
    client.on("notice", (notice) => void planted.push(...explainedIn(notice)))
    await client.connect()
    await client.query("select count(*) from pontepay.records where owner = 'nobody'")
    await client.end()
    expect(wrong(planted)).not.toEqual([])
  })
})
