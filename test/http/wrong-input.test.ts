// Wrong input to every endpoint meets the envelope with the field named, and changes nothing: not a row of any table.
import * as fc from "fast-check"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  type TestDatabase,
  type TestHost,
  declared,
  keyOf,
  openHost,
  postgresDatabase,
  sqliteDatabase
} from "../support/host.ts"
import { expectFailure, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { depositOf } from "./sandbox.ts"
import { wrongInput } from "./wrong-input.ts"

const key = keyOf("acme")
const accounts = [
  declared("acme", { flags: ["BTC_RAIL", "LIQUID_RAIL"] }),
  declared("plain"),
  declared("unapproved", { kyc: "NONE" })
]

// Anything that JSON can say in place of a value; most of it is wrong wherever it stands.
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(0, -1, 0.1, 2 ** 53, -(2 ** 53), "", "NaN", "1e400", "null", "__proto__", [], {}, null),
  fc.string({ unit: "binary", maxLength: 300 })
)

const fields = [
  "value",
  "asset",
  "network",
  "address",
  "externalId",
  "taxId",
  "subAccountId",
  "name",
  "email",
  "accountType"
]

const mutation = fc.oneof(
  fc.record({ field: fc.constantFrom(...fields), value: anything }),
  fc.record({ field: fc.constantFrom("__proto__", "constructor", "hasOwnProperty", "Value", "id"), value: anything }),
  fc.record({ field: fc.string({ maxLength: 20 }), value: anything })
)

const mutated = (
  valid: Readonly<Record<string, unknown>>,
  { field, value }: { readonly field: string; readonly value: unknown }
): string => {
  const rest = Object.entries(valid).filter(([name]) => name !== field)
  const members = [...rest, [field, value] as const].filter(([, each]) => each !== undefined)
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(",")}}`
}

const refuses = (database: () => TestDatabase | Promise<TestDatabase>): void => {
  let host: TestHost
  let rows: TestDatabase
  let before: Readonly<Record<string, number>>
  beforeAll(async () => {
    rows = await database()
    host = await openHost({ accounts, variables: { DATABASE_URL: rows.url }, worker: false })
    // The first use of a key is noted beside it.
    for (const { name } of accounts) await send(host.base, { path: "/api/subaccount", key: keyOf(String(name)) })
  })
  afterAll(() => host.close())
  beforeEach(async () => {
    before = await rows.count()
    expect(Object.keys(before).length).toBeGreaterThan(4)
  })
  afterEach(async () => {
    expect(await rows.count()).toEqual(before)
  })

  describe.each(["/api/subaccount", "/api/deposit/asset", "/provider/webhook", ""])("to %s", (path) => {
    const cases = wrongInput.filter(({ sent }) =>
      path === "" ? sent.body === undefined : sent.path === path && sent.body !== undefined
    )
    it(`refuses ${cases.length} wrong requests, each by its field §subaccount-fields §deposit-fields §envelope §provider-input §idempotency-form §body-depth §body-json §body-unknown-fields §error-validation-failed §limit-idempotency-key §limit-body`, async () => {
      expect(cases.length).toBeGreaterThan(20)
      for (const { failure, sent, what } of cases) {
        expectFailure(await send(host.base, { ...sent, key }), failure, what)
      }
    })
  })

  it.each([
    ["unapproved", depositOf(), { status: 403, errorCode: "KYC_REQUIRED" }],
    ["plain", depositOf({ asset: "BTC", network: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }), {
      status: 403,
      errorCode: "FEATURE_NOT_ENABLED"
    }],
    ["plain", depositOf({ asset: "LBTC", network: "liquid", address: "ex1qew0l0emv7449u7hqgc8utzdzryhse79ydjqgek" }), {
      status: 403,
      errorCode: "FEATURE_NOT_ENABLED"
    }],
    ["plain", depositOf({ taxId: "52998224725" }), { status: 403, errorCode: "THIRD_PARTY_NOT_ENABLED" }],
    ["plain", depositOf({ subAccountId: "sub_unknown" }), { status: 404, errorCode: "NOT_FOUND" }]
  ])("refuses %s's deposit %j §deposit-flags §deposit-kyc §deposit-foreign-subaccount", async (name, body, failure) => {
    expectFailure(await send(host.base, { path: "/api/deposit/asset", body, key: keyOf(name) }), failure)
  })

  it("answers generated wrong requests in 4xx with the envelope §deposit-fields", async () => {
    const property = fc.asyncProperty(
      fc.constantFrom("/api/subaccount", "/api/deposit/asset"),
      mutation,
      async (path, change) => {
        // Wrong twice, or right but for the subaccount: no one change makes it a request that has an effect.
        const wrong = path === "/api/subaccount"
          ? { name: "", accountType: "NONE" }
          : depositOf({ subAccountId: "sub_unknown" })
        const answer = await send(host.base, { path, body: mutated(wrong, change), key })
        expectFailure(answer, { status: answer.status === 404 ? 404 : 400, errorCode: errorCodeOf(answer.text) })
      }
    )
    await fc.assert(property)
  })

  it("answers generated provider events in 4xx with the envelope, or leaves them alone §provider-input", async () => {
    const data = fc.record({
      type: fc.oneof(
        anything,
        fc.constantFrom("DEPOSIT-SUCCESS", "TICKET-COMPLETE", "DELIVERY-FAILED", "RETURN-CONFIRMED")
      ),
      ticket: fc.oneof(
        anything,
        fc.record({ id: anything, endToEndId: anything, payer: anything }, { requiredKeys: [] })
      )
    }, { requiredKeys: [] })
    const event = fc.record({
      id: anything,
      subscription: fc.oneof(anything, fc.constantFrom("TICKET", "PIX-RETURN", "KYC", "DISPUTE")),
      data: fc.oneof(anything, data)
    }, { requiredKeys: [] })
    await fc.assert(fc.asyncProperty(event, async (each) => {
      const answer = await send(host.base, { path: "/provider/webhook", body: { event: each }, key })
      if (answer.status === 200) expect(answer.text).toBe("{\"success\":true}")
      else expectFailure(answer, { status: answer.status === 404 ? 404 : 400, errorCode: errorCodeOf(answer.text) })
    }))
  })
}

const errorCodeOf = (text: string): string => {
  const { errorCode } = JSON.parse(text) as { readonly errorCode: string }
  expect(["VALIDATION_FAILED", "UNSUPPORTED_PAIR", "BELOW_MINIMUM", "NOT_FOUND"]).toContain(errorCode)
  return errorCode
}

describe("wrong input on SQLite", () => {
  refuses(() => sqliteDatabase())
})
await describePostgres("wrong input on Postgres", () => refuses(postgresDatabase))
