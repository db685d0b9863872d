// The statement over HTTP: query and body, the declared answers, cursors, and refusals.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postStatement, readStatement } from "../../hosts/http/api/definition/statement.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { bodyOf, dataOf, expectSuccess, send } from "../support/http.ts"
import { makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")
const path = "/api/account/statement"

describe("/api/account/statement", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme"), declared("unapproved", { kyc: "NONE" })],
      variables: { DATABASE_URL: "memory:" }
    })
  })
  afterAll(() => host.close())

  const get = (query = "", as = key) => send(host.base, { path: `${path}${query}`, key: as })
  const post = (body: unknown, as = key) => send(host.base, { path, body, key: as })
  const rowsOf = (answer: Awaited<ReturnType<typeof get>>) =>
    dataOf(answer)["operations"] as ReadonlyArray<Record<string, unknown>>

  it("shows a delivered deposit with its fee, in pages §statement-get §statement-rows §statement-cursor §statement-limit §endpoint-read-statement", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, key)
    await settleWithKey(host.base, key, trackId)
    const record = await untilStatus(host.base, key, externalId, "COMPLETED")
    const whole = await get()
    expect(expectSuccess(readStatement, whole)).toMatchObject({
      data: { page: 1, pageSize: 50, total: 2, nextCursor: null }
    })
    expect(rowsOf(whole)).toMatchObject([
      {
        id: record["walletCharge"],
        type: "DEPOSIT_ASSET",
        status: "COMPLETED",
        asset: "USDC",
        network: "base",
        valueInBrl: "50.00",
        fee: "1.25",
        txHash: record["transactionHash"],
        endToEndId: record["endToEndId"]
      },
      { type: "FEE", valueInBrl: "1.25" }
    ])
    const first = await get("?limit=1")
    const next = await get(`?limit=1&cursor=${encodeURIComponent(String(dataOf(first)["nextCursor"]))}`)
    expect([...rowsOf(first), ...rowsOf(next)]).toEqual(rowsOf(whole))
    expect(dataOf(next)).toMatchObject({ page: 2, pageSize: 1, total: 2, nextCursor: null })
  })

  it("takes one type, or several §statement-type", async () => {
    expect(rowsOf(await get("?type=deposit"))).toHaveLength(2)
    expect(rowsOf(await get("?type=payout"))).toHaveLength(0)
    expect(rowsOf(await get("?type=payout&type=deposit&type=transfer&type=withdraw"))).toHaveLength(2)
  })

  it("takes the same in a body, and whose it is §statement-post §endpoint-post-statement", async () => {
    const answer = await post({ limit: 1, type: ["deposit"], from: new Date(Date.now() - 60_000).toISOString() })
    expect(expectSuccess(postStatement, answer)).toMatchObject({ data: { pageSize: 1, total: 2 } })
    const made = await send(host.base, { path: "/api/subaccount", body: { name: "Ana" }, key })
    const mine = await post({ subAccountId: dataOf(made)["subAccountId"] })
    expect([mine.status, bodyOf(mine)["errorCode"]]).toEqual([403, "KYC_REQUIRED"])
    const missing = await post({ subAccountId: "sub_missing" })
    const foreign = await post({ subAccountId: dataOf(made)["subAccountId"] }, keyOf("unapproved"))
    expect([missing.status, foreign.status]).toEqual([404, 404])
    expect(foreign.text).toBe(missing.text)
  })

  it.each([
    ["?limit=0", "limit"],
    ["?limit=201", "limit"],
    ["?limit=ten", "limit"],
    ["?limit=1&limit=2", "limit"],
    ["?type=all", "type"],
    ["?type=deposit&type=all", "type.1"],
    ["?from=yesterday", "from"],
    ["?to=2026-02-30", "to"],
    ["?from=2026-01-01&to=2026-04-02", "from"],
    ["?cursor=nonsense", "cursor"]
  ])(
    "refuses %s §statement-limit §statement-instants §statement-window §statement-cursor §limit-statement-page",
    async (query, field) => {
      const answer = await get(query)
      expect(answer.status).toBe(400)
      expect(bodyOf(answer)).toMatchObject({ errorCode: "VALIDATION_FAILED" })
      expect((bodyOf(answer)["details"] as ReadonlyArray<{ field: string }>).map((each) => each.field)).toContain(field)
    }
  )

  it.each(["?limit=1", "?limit=200", "?from=2026-01-01&to=2026-04-01"])(
    "takes %s §statement-limit §statement-window §limit-statement-page",
    async (query) => {
      expect((await get(query)).status).toBe(200)
    }
  )

  it.each([{ limit: 201 }, { limit: "5" }, { type: "deposit" }, { page: 2 }])(
    "refuses the body %j §statement-post",
    async (body) => {
      expect((await post(body)).status).toBe(400)
    }
  )

  it("needs full KYC §statement-full-kyc §error-full-kyc-required", async () => {
    const answer = await get("", keyOf("unapproved"))
    expect([answer.status, bodyOf(answer)["errorCode"]]).toEqual([403, "KYC_REQUIRED"])
    expect((await get("?limit=0", keyOf("unapproved"))).status).toBe(400)
  })
})
