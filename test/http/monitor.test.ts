// The audit of a plane that lives: a violation that is planted with SQL is seen by the running service, in its metrics, its
// log and before the operator, on a database in a file and on Postgres (0113).
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { type HostProcess, eventually, postgresDatabase, sqliteDatabase, startProcess } from "../support/host.ts"
import { send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const operatorToken = "the operator's token of these tests"

const figure = (metrics: string, name: RegExp): number | undefined => {
  const [, value] = new RegExp(`^${name.source} (\\S+)$`, "m").exec(metrics) ?? []
  return value === undefined ? undefined : Number(value)
}

const started = (url: string, seconds: string) =>
  startProcess({
    variables: {
      DATABASE_URL: url,
      LOG_LEVEL: "error",
      PONTEPAY_AUDIT_INTERVAL_SECONDS: seconds,
      PONTEPAY_OPERATOR_TOKEN: operatorToken
    }
  })

const metricsOf = (host: HostProcess) => send(host.base, { path: "/metrics" }).then(({ text }) => text)

/** What a service shows of a violation that is planted while it runs, and how it ends. */
const seenOf = async (url: string, plant: () => Promise<void>) => {
  const host = await started(url, "1")
  try {
    const deposit = await makeDeposit(host.base, host.key)
    await settleWithKey(host.base, host.key, deposit.trackId)
    await untilStatus(host.base, host.key, deposit.externalId, "COMPLETED")
    await plant()
    const violated = /invariant_violations_total\{environment="sandbox",invariant="conservation"\}/
    const metrics = await eventually(() => metricsOf(host), (text) => (figure(text, violated) ?? 0) > 0, 90_000)
    const reviews = await send(host.base, { path: "/admin/reviews", key: operatorToken })
    const { stderr, stdout } = host.output()
    return { metrics, reviews: reviews.text, log: stdout + stderr }
  } finally {
    expect(await host.stop()).toMatchObject({ code: 0 })
  }
}

const expectSeen = ({ log, metrics, reviews }: Awaited<ReturnType<typeof seenOf>>): void => {
  expect(metrics).toMatch(/^invariant_checks_total\{environment="sandbox"\} [1-9]\d*$/m)
  expect(metrics).toMatch(/^invariant_violations_total\{environment="sandbox",invariant="pending-work"\} 0$/m)
  expect(figure(metrics, /audit_age_seconds\{environment="sandbox"\}/)).toBeLessThan(60)
  expect(log).toMatch(/An invariant does not hold.*conservation/s)
  expect(reviews).toContain("invariantBroken/conservation")
}

describe("the audit of a living plane", () => {
  it("shows a violation on SQLite §monitor-violation", { timeout: 120_000 }, async () => {
    const { path, url } = sqliteDatabase()
    const seen = await seenOf(url, async () => {
      const db = new DatabaseSync(path, { timeout: 5_000 })
      db.exec("update posting set amount = amount + 1 where entry = 1 and line = 0")
      db.close()
    })
    expectSeen(seen)
  })

  it("makes none of a plane in memory, nor where it is turned off §monitor-off", { timeout: 60_000 }, async () => {
    const hosts = await Promise.all([started("memory:", "1"), started(sqliteDatabase().url, "0")])
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    for (const host of hosts) {
      expect(await metricsOf(host)).not.toMatch(/^audits_total|^invariant_checks_total/m)
      await host.stop()
    }
  })
})

await describePostgres("the audit of a living plane", () => {
  it("shows a violation on PostgreSQL §monitor-violation", { timeout: 120_000 }, async () => {
    const { url } = await postgresDatabase()
    const seen = await seenOf(url, async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`update pontepay.entries set amounts[1] = amounts[1] + 1
        where seq = (select min(seq) from pontepay.entries)`)
      await client.end()
    })
    expectSeen(seen)
  })
})
