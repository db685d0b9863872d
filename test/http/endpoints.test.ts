// Each row of the specification's endpoint tables that the host serves: the exact fields, held to the declared schema.
import { Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import { createDeposit, readDeposit } from "../../hosts/http/api/definition/deposit.ts"
import { createSubaccount, listSubaccounts, readSubaccount } from "../../hosts/http/api/definition/subaccount.ts"
import {
  type TestHost,
  approvedCpf,
  declared,
  evmAddress,
  keyOf,
  openHost,
  postgresDatabase,
  sqliteDatabase
} from "../support/host.ts"
import { bodyOf, dataOf, expectSuccess, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { depositOf, expectAccepted, makeDeposit, recordOf, settleWithKey, untilStatus } from "./sandbox.ts"

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
const key = keyOf("acme")

// CRC-16/CCITT-FALSE of EMV QR codes, in upper-case hex.
const crc16 = (text: string): string => {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, "0")
}

const accounts = [
  declared("acme", { email: "ops@acme.test", flags: ["BTC_RAIL", "LIQUID_RAIL"] }),
  declared("virtual", { virtualAccount: true }),
  declared("unapproved", { kyc: "NONE" })
]

const endpoints = (database: () => Promise<string>): void => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts, variables: { DATABASE_URL: await database() } })
  })
  afterAll(() => host.close())

  const post = (path: string, body: unknown, as = key) => send(host.base, { path, body, key: as })
  const get = (path: string, as = key) => send(host.base, { path, key: as })

  it("POST /api/subaccount answers 201 with the id, which is readable from then on §subaccount-create §subaccount-permanent §endpoint-create-subaccount", async () => {
    const created = await post("/api/subaccount", { name: "Ana Souza", email: "ana@example.test" })
    expect(expectSuccess(createSubaccount, created, 201)).toEqual({
      success: true,
      data: { subAccountId: expect.stringMatching(/^sub_[0-9a-f]{32}$/) as unknown }
    })
    const id = dataOf(created)["subAccountId"]
    expect(expectSuccess(readSubaccount, await get(`/api/subaccount/${String(id)}`))).toEqual({
      success: true,
      data: {
        subAccountId: id,
        name: "Ana Souza",
        email: "ana@example.test",
        accountType: "INDIVIDUAL",
        owner: "CUSTOMER",
        createdAt: instant,
        kyc: { status: "NONE", level: null, approvedAt: null },
        unlocked: [],
        walletIds: []
      }
    })
  })

  it.each([
    ["the least", { name: "x" }, { name: "x", email: null, accountType: "INDIVIDUAL" }],
    ["64 code points", { name: "😀".repeat(64) }, { name: "😀".repeat(64), email: null, accountType: "INDIVIDUAL" }],
    ["a company", { name: "Padaria Ltda", email: "p@x.test", accountType: "COMPANY" }, {
      name: "Padaria Ltda",
      email: "p@x.test",
      accountType: "COMPANY"
    }]
  ])(
    "POST /api/subaccount takes %s §subaccount-name §subaccount-email §subaccount-account-type",
    async (_what, body, shown) => {
      const { subAccountId } = dataOf(await post("/api/subaccount", body)) as { readonly subAccountId: string }
      expect(dataOf(await get(`/api/subaccount/${subAccountId}`))).toMatchObject(shown)
    }
  )

  it("GET /api/subaccount lists the main account first, then the newest, page by page without a gap §subaccount-list §subaccount-list-page §endpoint-list-subaccounts", async () => {
    const as = keyOf("virtual")
    const ids: Array<unknown> = []
    for (let n = 0; n < 60; n++) {
      ids.push(dataOf(await post("/api/subaccount", { name: `Customer ${n}` }, as))["subAccountId"])
    }
    const first = expectSuccess(listSubaccounts, await get("/api/subaccount", as))
    const { nextCursor, subAccounts } = first["data"] as {
      nextCursor: string
      subAccounts: Array<Record<string, unknown>>
    }
    expect(subAccounts).toHaveLength(50)
    expect(subAccounts[0]).toEqual({
      subAccountId: expect.any(String) as unknown,
      email: null,
      owner: "SELF",
      createdAt: instant
    })
    const second = expectSuccess(listSubaccounts, await get(`/api/subaccount?cursor=${nextCursor}`, as))
    const rest = second["data"] as { nextCursor: unknown; subAccounts: Array<Record<string, unknown>> }
    expect(rest.nextCursor).toBeNull()
    const listed = [...subAccounts.slice(1), ...rest.subAccounts]
    expect(listed.map((each) => each["subAccountId"])).toEqual(ids.toReversed())
    expect(new Set(listed.map((each) => each["owner"]))).toEqual(new Set(["CUSTOMER"]))
  })

  it("GET /api/subaccount filters by a part of the name, whatever its case §subaccount-list-name", async () => {
    await post("/api/subaccount", { name: "Zélia Particular" })
    const page = expectSuccess(listSubaccounts, await get(`/api/subaccount?name=${encodeURIComponent("zÉLIA part")}`))
    expect((page["data"] as { subAccounts: ReadonlyArray<unknown> }).subAccounts).toHaveLength(1)
  })

  it("GET /api/subaccount/{id} shows the main account with the approval it was declared with §subaccount-detail §endpoint-read-subaccount", async () => {
    const page = dataOf(await get("/api/subaccount")) as { subAccounts: ReadonlyArray<{ subAccountId: string }> }
    const id = page.subAccounts[0]?.subAccountId
    expect(expectSuccess(readSubaccount, await get(`/api/subaccount/${id}`))["data"]).toEqual({
      subAccountId: id,
      name: "acme",
      email: "ops@acme.test",
      accountType: "INDIVIDUAL",
      owner: "SELF",
      createdAt: instant,
      kyc: { status: "APPROVED", level: "FULL", approvedAt: instant },
      unlocked: [],
      walletIds: []
    })
  })

  it("POST /api/deposit/asset answers with the charge; its BR Code is valid and marked as the sandbox's §deposit-create §deposit-br-code §deposit-sandbox-br-code §success-status §endpoint-create-deposit", async () => {
    const answer = await post("/api/deposit/asset", depositOf({ externalId: "order-1", taxId: approvedCpf }))
    const body = expectSuccess(createDeposit, answer)
    expect(body).toEqual({
      success: true,
      externalId: "order-1",
      qrCode: expect.any(String) as unknown,
      fee: 125,
      fxRateAtTx: 5.4,
      walletCharge: expect.stringMatching(/^dep_[0-9a-f]{32}$/) as unknown,
      trackId: expect.stringMatching(/^tkt_/) as unknown,
      chargeUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/hosted\/charge\/dep_/) as unknown
    })
    const { chargeUrl, trackId } = await recordOf(host.base, key, "order-1")
    expect([body["trackId"], body["chargeUrl"]]).toEqual([trackId, chargeUrl])
    const code = String(body["qrCode"])
    expect(code).toContain("0016sandbox.pontepay")
    expect(code).not.toMatch(/br\.gov\.bcb\.pix/i)
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)))
    expect(Result.getOrThrow(parseBrCode(code))).toMatchObject({
      kind: "sandbox",
      chargeId: body["walletCharge"],
      amount: 5_000n
    })
  })

  it("GET /api/deposit/asset/{externalId} shows a new charge with every field of the record §deposit-fee-cents §deposit-read §endpoint-read-deposit", async () => {
    const externalId = "órder / 2?#%"
    const created = bodyOf(await post("/api/deposit/asset", depositOf({ externalId })))
    const read = await get(`/api/deposit/asset/${encodeURIComponent(externalId)}`)
    const record = expectSuccess(readDeposit, read)["data"] as Record<string, unknown>
    // What is not known of it yet is null, whatever else a record may come to tell.
    expect(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))).toEqual({
      externalId,
      walletCharge: created["walletCharge"],
      trackId: expect.stringMatching(/^tkt_/) as unknown,
      status: "PENDING",
      retryable: false,
      asset: "USDC",
      network: "base",
      address: evmAddress,
      value: 5_000,
      valueInBrl: "50.00",
      fee: 125,
      feeInBrl: "1.25",
      fxRateAtTx: 5.4,
      qrCode: created["qrCode"],
      createdAt: instant,
      updatedAt: instant,
      chargeUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/hosted\/charge\/dep_/) as unknown
    })
  })

  it.each([
    [
      "LIGHTNING without a network",
      { asset: "LIGHTNING", network: undefined, address: "ana@example.com" },
      "lightning",
      540_000
    ],
    [
      "LIGHTNING on lightning",
      { asset: "LIGHTNING", network: "lightning", address: "ana@example.com" },
      "lightning",
      540_000
    ],
    [
      "BTC on bitcoin",
      { asset: "BTC", network: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
      "bitcoin",
      540_000
    ],
    ["USDT on polygon", { asset: "USDT", network: "polygon" }, "polygon", 5.4],
    ["USDT on arbitrum", { asset: "USDT", network: "arbitrum" }, "arbitrum", 5.4],
    ["USDC on polygon", { asset: "USDC", network: "polygon" }, "polygon", 5.4],
    ["USDC on gnosis", { asset: "USDC", network: "gnosis" }, "gnosis", 5.4],
    ["USDCE on gnosis", { asset: "USDCE", network: "gnosis" }, "gnosis", 5.4],
    ["BRLA on polygon", { asset: "BRLA", network: "polygon" }, "polygon", 1],
    ["BRLA on base", { asset: "BRLA", network: "base" }, "base", 1]
  ])("POST /api/deposit/asset takes %s §deposit-pairs", async (_what, parts, network, rate) => {
    const { externalId } = await makeDeposit(host.base, key, parts)
    expect(await recordOf(host.base, key, externalId)).toMatchObject({ network, fxRateAtTx: rate, asset: parts.asset })
  })

  it("POST /provider/webhook settles the charge, once, and the exact amount arrives §deposit-record-exact §big-integers §sandbox-settle §endpoint-provider-webhook", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, key, { asset: "BRLA", value: 999_999 })
    for (let n = 0; n < 3; n++) expectAccepted(await settleWithKey(host.base, key, trackId))
    const record = await untilStatus(host.base, key, externalId, "COMPLETED")
    // 9999.99 less 2.5% (half up: 250.00) in 18 decimals: beyond 2^53, so exact or wrong.
    expect(record).toMatchObject({
      fee: 25_000,
      receivedAmount: 9_749_990_000_000_000_000_000n,
      receivedAmountDecimals: 18,
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as unknown,
      endToEndId: expect.stringMatching(/^E[0-9A-Z]{31}$/) as unknown,
      paidAt: instant,
      confirmedAt: instant,
      errorCode: null
    })
  })

  it("shows the payer only to accounts that own a virtual account §deposit-record-payer", async () => {
    const payer = { name: "Maria", taxId: approvedCpf }
    const told = { ...payer, taxId: approvedCpf.replace(/(...)(...)(...)(..)/, "$1.$2.$3-$4") }
    const shown = await Promise.all(["acme", "virtual"].map(async (name) => {
      const { externalId, trackId } = await makeDeposit(host.base, keyOf(name))
      const body = {
        event: {
          id: `e-${name}`,
          subscription: "TICKET",
          data: { type: "TICKET-COMPLETE", ticket: { id: trackId, payer: told } }
        }
      }
      expectAccepted(await send(host.base, { path: "/provider/webhook", key: keyOf(name), body }))
      return (await untilStatus(host.base, keyOf(name), externalId, "COMPLETED"))["payer"]
    }))
    expect(shown).toEqual([null, payer])
  })

  it("echoes X-Request-Id on every answer, and makes one where none was given or it is not harmless §request-id", async () => {
    for (const path of ["/health", "/api/subaccount", "/api/none", "/docs", "/none"]) {
      const given = await send(host.base, { path, headers: { "x-request-id": "my-id.42" } })
      expect([path, given.headers["x-request-id"]]).toEqual([path, "my-id.42"])
    }
    const odd = await send(host.base, { path: "/health", headers: { "x-request-id": "a".repeat(129) } })
    expect(odd.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("keeps answers out of caches §not-cached", async () => {
    expect((await get("/api/subaccount")).headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff"
    })
  })
}

describe("endpoints in memory", () => {
  endpoints(() => Promise.resolve("memory:"))
})
describe("endpoints on SQLite", () => {
  endpoints(() => Promise.resolve(sqliteDatabase().url))
})
await describePostgres("endpoints on Postgres", () => endpoints(async () => (await postgresDatabase()).url))
