// A dry run of a deposit passes every gate and price and has no effect: no charge, no row, no id.
import { afterAll, beforeAll, expect, it } from "vitest"
import { createDeposit } from "../../hosts/http/api/definition/deposit.ts"
import { type TestHost, declared, keyOf, openHost, sqliteDatabase } from "../support/host.ts"
import { expectFailure, expectSuccess, send } from "../support/http.ts"
import { depositOf } from "./sandbox.ts"

const rows = sqliteDatabase()
let host: TestHost
beforeAll(async () => {
  const accounts = [declared("owner"), declared("unverified", { kyc: "NONE" })]
  host = await openHost({ accounts, variables: { DATABASE_URL: rows.url } })
})
afterAll(() => host.close())

const dryRun = (body: object, name = "owner") =>
  send(host.base, { path: "/api/deposit/asset?dryRun=true", key: keyOf(name), body })

it("answers what it would cost and leaves nothing §deposit-dry-run", async () => {
  const before = await rows.count()
  const answer = expectSuccess(createDeposit, await dryRun(depositOf({ value: 5_000, externalId: "order-1" })))
  expect(answer).toMatchObject({
    externalId: "order-1",
    qrCode: null,
    walletCharge: null,
    trackId: null,
    chargeUrl: null,
    fee: 125
  })
  expectSuccess(createDeposit, await dryRun(depositOf({ value: 5_000 })))
  expect(await rows.count()).toEqual(before)
})

it("meets the gates that the request itself would meet §deposit-dry-run", async () => {
  const before = await rows.count()
  expectFailure(await dryRun(depositOf(), "unverified"), { status: 403, errorCode: "KYC_REQUIRED" })
  expectFailure(await dryRun(depositOf({ taxId: "52998224725" })), {
    status: 403,
    errorCode: "THIRD_PARTY_NOT_ENABLED"
  })
  expectFailure(await dryRun(depositOf({ asset: "BTC", network: "base" })), {
    status: 400,
    errorCode: "UNSUPPORTED_PAIR",
    fields: ["network"]
  })
  expect(await rows.count()).toEqual(before)
})

it("shows a charge that exists, or the conflict with it §deposit-dry-run", async () => {
  const body = depositOf({ externalId: "order-2" })
  const made = await send(host.base, { path: "/api/deposit/asset", key: keyOf("owner"), body })
  expect((await dryRun(body)).text).toBe(made.text)
  expectFailure(await dryRun({ ...body, value: 1 }), {
    status: 409,
    errorCode: "IDEMPOTENCY_CONFLICT",
    fields: ["externalId"]
  })
})

it("refuses a word that is neither true nor false", async () => {
  const answer = await send(host.base, {
    path: "/api/deposit/asset?dryRun=yes",
    key: keyOf("owner"),
    body: depositOf({ externalId: "order-3" })
  })
  expectFailure(answer, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["dryRun"] })
})

it.each([
  ["/api/deposit/asset?dryrun=true", depositOf()],
  ["/api/subaccount?dryRun=true", { name: "Ana" }]
])("is never mistaken for the request itself: %s §query-unknown", async (path, body) => {
  const before = await rows.count()
  const field = path.slice(path.indexOf("?") + 1, path.indexOf("="))
  expectFailure(await send(host.base, { path, key: keyOf("owner"), body }), {
    status: 400,
    errorCode: "VALIDATION_FAILED",
    fields: [field]
  })
  expect(await rows.count()).toEqual(before)
})
