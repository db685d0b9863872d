// What the configuration requires to be declared, over the wire.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { bodyOf, send } from "../support/http.ts"
import { depositOf } from "./sandbox.ts"

let host: TestHost

beforeAll(async () => {
  host = await openHost({
    accounts: [declared("acme", { kyc: "APPROVED", taxId: "11144477735" })],
    variables: {
      PONTEPAY_SANDBOX_REQUIRED_FIELDS:
        "deposit.purpose, deposit.counterpartyCountry, subaccount.taxResidence, lightningInvoice.purpose"
    }
  })
})
afterAll(() => host.close())

const deposit = (parts: object) =>
  send(host.base, { path: "/api/deposit/asset", key: keyOf("acme"), body: depositOf({ ...parts }) })

const missing = (field: string) => ({
  success: false,
  errorCode: "DECLARATION_REQUIRED",
  details: [{ field, message: "is required here" }]
})

describe("fields that are required", () => {
  it.each([
    ["/api/subaccount", "taxResidence", "BRA", 201, { name: "Ana" }],
    ["/api/lightning/invoice", "purpose", "rent", 200, { value: 1_000, pixKey: "ana@example.com" }]
  ])("of %s include %s §declared-required", async (path, field, value, status, body) => {
    const ask = (parts: object) => send(host.base, { path, key: keyOf("acme"), body: { ...body, ...parts } })
    const refused = await ask({})
    expect([refused.status, bodyOf(refused)]).toMatchObject([400, missing(field)])
    expect((await ask({ [field]: value })).status).toBe(status)
  })

  it("are named by the refusal, and pass where they are given §declared-required §error-declaration-missing", async () => {
    const refused = await deposit({ purpose: "rent" })
    expect([refused.status, bodyOf(refused)]).toMatchObject([400, missing("counterpartyCountry")])
    expect((await deposit({ purpose: "rent", counterpartyCountry: "BRA" })).status).toBe(200)
    // A country that is none is a wrong shape, whatever is required.
    expect(bodyOf(await deposit({ purpose: "rent", counterpartyCountry: "Brazil" }))).toMatchObject({
      errorCode: "VALIDATION_FAILED",
      details: [{ field: "counterpartyCountry" }]
    })
  })
})
