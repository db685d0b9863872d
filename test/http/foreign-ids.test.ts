// A foreign id answers byte for byte like a missing one, so that no one learns what others have (spec "Status codes").
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type TestDatabase,
  type TestHost,
  declared,
  keyOf,
  openHost,
  postgresDatabase,
  sqliteDatabase
} from "../support/host.ts"
import { type Answer, type Sent, dataOf, expectFailure, lasting, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { depositOf, makeDeposit, recordOf, ticketEvent } from "./sandbox.ts"

const names = ["owner", "stranger", "another"]
const [owner, ...strangers] = names.map((name) => keyOf(name)) as [string, ...Array<string>]

const comparable = (answer: Answer) => ({ status: answer.status, headers: lasting(answer), text: answer.text })

const foreignIds = (database: () => Promise<TestDatabase>): void => {
  let host: TestHost
  let rows: TestDatabase
  let subAccountId: string
  let mainSubAccountId: string
  let trackId: string
  let before: unknown
  beforeAll(async () => {
    rows = await database()
    host = await openHost({
      accounts: names.map((name) => declared(name)),
      variables: { DATABASE_URL: rows.url },
      worker: false
    })
    subAccountId = String(
      dataOf(await send(host.base, { path: "/api/subaccount", key: owner, body: { name: "Theirs" } }))["subAccountId"]
    )
    const page = dataOf(await send(host.base, { path: "/api/subaccount", key: owner })) as {
      subAccounts: ReadonlyArray<{ subAccountId: string }>
    }
    mainSubAccountId = String(page.subAccounts[0]?.subAccountId)
    trackId = (await makeDeposit(host.base, owner, { externalId: "theirs" })).trackId
    before = await rows.count()
  })
  afterAll(async () => {
    expect(await rows.count()).toEqual(before)
    await host.close()
  })

  /** The same request for a thing of somebody else and for a thing of no one, of the same length. */
  const missing = (id: string): string => id.slice(0, -1) + (id.endsWith("0") ? "1" : "0")
  const requests: ReadonlyArray<readonly [what: string, request: (id: string) => Sent, id: () => string]> = [
    ["a subaccount", (id) => ({ path: `/api/subaccount/${id}` }), () => subAccountId],
    ["a main account", (id) => ({ path: `/api/subaccount/${id}` }), () => mainSubAccountId],
    ["a deposit", (id) => ({ path: `/api/deposit/asset/${id}` }), () => "theirs"],
    [
      "a deposit for a subaccount",
      (id) => ({ path: "/api/deposit/asset", body: depositOf({ subAccountId: id }) }),
      () => subAccountId
    ],
    [
      "a deposit for a main account",
      (id) => ({ path: "/api/deposit/asset", body: depositOf({ subAccountId: id }) }),
      () => mainSubAccountId
    ],
    ["a deposit behind a flag", (id) => ({
      path: "/api/deposit/asset",
      body: depositOf({
        subAccountId: id,
        asset: "BTC",
        network: "bitcoin",
        address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
      })
    }), () => subAccountId],
    ["a deposit with an idempotency key", (id) => ({
      path: "/api/deposit/asset",
      body: depositOf({ subAccountId: id }),
      headers: { "idempotency-key": "k" }
    }), () => subAccountId],
    ["a ticket", (id) => ({ path: "/provider/webhook", body: ticketEvent(id) }), () => trackId]
  ]

  it.each(requests)(
    "%s §subaccount-foreign §deposit-foreign-subaccount §deposit-foreign §foreign-is-missing §error-not-found",
    async (_what, request, id) => {
      for (const key of strangers) {
        const foreign = await send(host.base, { ...request(id()), key })
        const none = await send(host.base, { ...request(missing(id())), key })
        expectFailure(foreign, { status: 404, errorCode: "NOT_FOUND" })
        expect(comparable(foreign)).toEqual(comparable(none))
        expect(foreign.text).not.toContain(id())
      }
    }
  )

  it("answers in the same time, as far as one machine can tell", async () => {
    const [key = ""] = strangers
    const time = async (id: string): Promise<number> => {
      const startedAt = performance.now()
      await send(host.base, { path: `/api/subaccount/${id}`, key })
      return performance.now() - startedAt
    }
    const foreign: Array<number> = []
    const none: Array<number> = []
    for (let n = 0; n < 60; n++) {
      foreign.push(await time(subAccountId))
      none.push(await time(missing(subAccountId)))
    }
    const median = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[30] ?? 0
    expect(Math.abs(median(foreign) - median(none))).toBeLessThan(5)
  })

  it("never lists what is others' §subaccount-list-own", async () => {
    for (const key of strangers) {
      const { text } = await send(host.base, { path: "/api/subaccount", key })
      expect(text).not.toContain(subAccountId)
      const page = JSON.parse(text) as { data: { subAccounts: ReadonlyArray<unknown> } }
      expect(page.data.subAccounts).toHaveLength(1)
    }
  })

  it("lets two accounts use one externalId for charges of their own §deposit-external-id-owner", async () => {
    const [key = ""] = strangers
    await makeDeposit(host.base, key, { externalId: "theirs", value: 7_700 })
    expect(await recordOf(host.base, key, "theirs")).toMatchObject({ value: 7_700 })
    expect(await recordOf(host.base, owner, "theirs")).toMatchObject({ value: 5_000, status: "PENDING" })
    before = await rows.count()
  })
}

describe("foreign ids on SQLite", () => {
  foreignIds(() => Promise.resolve(sqliteDatabase()))
})
await describePostgres("foreign ids on Postgres", () => foreignIds(postgresDatabase))
