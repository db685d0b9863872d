// A PostgreSQL of a trial's own, which may be killed: its server process, one empty database, and what a trial looks at
// in it from outside of the service.
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { recurring } from "../../hosts/worker/recurring.ts"
import { type PostgresChild, startPostgres } from "../support/postgres-child.ts"

const sampleMs = 200

/** States in which a record waits for us, and not for a payer or a provider. */
const onTheirWay = new Set([
  "deposit PROCESSING",
  "payout DEBITING",
  "payout PAYING",
  "payout RESTORING",
  "transfer SUBMITTED",
  "lightningInvoice PAYING",
  "lightningInvoice REFUNDING"
])

/** Milliseconds that work waited at most, as seen from outside. */
export interface Waits {
  jobMs: number
  job: string
  recordMs: number
  record: string
}

export class Database {
  readonly url: string
  private readonly server: PostgresChild

  private constructor(server: PostgresChild) {
    this.server = server
    this.url = `${server.url}/plane`
  }

  static async start(): Promise<Database> {
    const server = await startPostgres({
      directory: await mkdtemp(join(tmpdir(), `pontepay-postgres-${process.pid}-`)),
      // Processes die here, not machines: what was written is there without waiting for the disk.
      flags: ["-F"],
      initdbFlags: ["--no-sync"]
    })
    const database = new Database(server)
    await database.query("create database plane template template0", `${server.url}/postgres`)
    return database
  }

  crash(): Promise<void> {
    return this.server.crash()
  }

  recover(): Promise<void> {
    return this.server.start()
  }

  stop(): Promise<void> {
    return this.server.stop()
  }

  /** Kills one of the server's processes that serve us, which makes it end all and recover; whether there was one. */
  async killBackend(): Promise<boolean> {
    const rows = await this.query<{ readonly pid: number }>(
      "select pid from pg_stat_activity where application_name = 'pontepay' order by random() limit 1"
    )
    for (const { pid } of rows) process.kill(pid, "SIGKILL")
    return rows.length > 0
  }

  /** Watches how long work waits, until told to stop. */
  watch(): { readonly waits: Waits; readonly stop: () => Promise<void> } {
    const waits: Waits = { jobMs: 0, job: "", recordMs: 0, record: "" }
    const since = new Map<string, number>()
    let isOver = false
    const look = async (client: Client) => {
      const now = Date.now()
      const { rows: [job] } = await client.query<{ readonly id: string; readonly age: string }>(
        `select id, $1::bigint - run_at as age from pontepay.jobs
        where not dead and run_at <= $1 and not task = any($2) order by run_at limit 1`,
        [now, recurring]
      )
      if (job !== undefined && Number(job.age) > waits.jobMs) {
        Object.assign(waits, { jobMs: Number(job.age), job: job.id })
      }
      const { rows } = await client.query<{ readonly name: string; readonly id: string }>(
        `select kind || ' ' || (body::json->>'state') as name, id from pontepay.records
        where kind in ('deposit', 'payout', 'transfer', 'lightningInvoice')`
      )
      const waiting = new Set(rows.filter(({ name }) => onTheirWay.has(name)).map(({ id, name }) => `${name} ${id}`))
      for (const record of since.keys()) if (!waiting.has(record)) since.delete(record)
      for (const record of waiting) {
        const first = since.get(record) ?? now
        since.set(record, first)
        if (now - first > waits.recordMs) Object.assign(waits, { recordMs: now - first, record })
      }
    }
    const run = async () => {
      const client = new Client(this.url)
      client.on("error", () => undefined)
      await client.connect()
      while (!isOver) {
        await look(client)
        await new Promise((resolve) => setTimeout(resolve, sampleMs))
      }
      await client.end()
    }
    const running = run()
    return {
      waits,
      stop: () => {
        isOver = true
        return running
      }
    }
  }

  /** Waits until what is held or due now was done or put off, whoever held it; so many milliseconds at most. */
  async untilWorkedOff(ms: number): Promise<void> {
    const giveUpAt = performance.now() + ms
    const recurs = recurring.map((task) => `'${task}'`).join(", ")
    const waiting = () =>
      this.query<{ readonly job: string }>(
        `select id || ' ' || run_at as job from pontepay.jobs
        where not dead and not task in (${recurs}) and (lease is not null or run_at <= ${Date.now()})`
      )
    const first = new Set((await waiting()).map(({ job }) => job))
    while (performance.now() < giveUpAt && (await waiting()).some(({ job }) => first.has(job))) {
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  }

  async query<Row extends object>(sql: string, url = this.url): Promise<ReadonlyArray<Row>> {
    const client = new Client(url)
    client.on("error", () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }
}
