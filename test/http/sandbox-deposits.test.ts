// What the sandbox does by itself with deposits (spec "Deposit status"): magic addresses, late payments, and
// exact amounts, on every store.
import { Effect, Option, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Accounts } from "../../core/customers/account/account.ts"
import { ApiKeys } from "../../core/customers/account/api-key.ts"
import { find, get, replace } from "../../core/engine/store/records.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { type TestHost, declared, keyOf, openHost, postgresDatabase, sqliteDatabase } from "../support/host.ts"
import { bodyOf, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { invoice } from "../vectors/address/encode.ts"
import { depositOf, expectAccepted, makeDeposit, recordOf, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")

const sandboxDeposits = (database: () => Promise<string>): void => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme"), declared("brief")],
      variables: { DATABASE_URL: await database() }
    })
  })
  afterAll(() => host.close())

  const settled = async (parts: Readonly<Record<string, unknown>>, status: string) => {
    const { externalId, trackId } = await makeDeposit(host.base, key, parts)
    expectAccepted(await settleWithKey(host.base, key, trackId))
    return { externalId, trackId, record: await untilStatus(host.base, key, externalId, status) }
  }

  it.each(["0x000000000000000000000000000000000000dEaD", "0x00000000000000000000000000000000bEEfDeAD".toLowerCase()])(
    "refuses to deliver to %s, for good §deposit-sandbox-delivery-fails §deposit-magic-dead",
    async (address) => {
      const { externalId, record, trackId } = await settled({ address }, "FAILED")
      expect(record).toMatchObject({
        errorCode: "DEPOSIT_DELIVERY_FAILED",
        errorDescription: expect.stringMatching(/\S/) as unknown,
        retryable: false,
        refundStatus: null,
        transactionHash: null,
        receivedAmount: null,
        confirmedAt: null,
        paidAt: expect.any(String) as unknown
      })
      expect(JSON.stringify({ ...record, receivedAmount: null })).not.toMatch(/sandbox refuses|dead in/i)
      expectAccepted(await settleWithKey(host.base, key, trackId))
      expect((await recordOf(host.base, key, externalId))["status"]).toBe("FAILED")
    }
  )

  it("cannot tell for three seconds about …0510, and then delivered it exactly once §deposit-unknown §deposit-magic-0510", async () => {
    const address = "0x0000000000000000000000000000000000000510"
    const { externalId, trackId } = await makeDeposit(host.base, key, { address })
    const startedAt = performance.now()
    expectAccepted(await settleWithKey(host.base, key, trackId))
    const seen: Array<Record<string, unknown>> = []
    for (;;) {
      const record = await recordOf(host.base, key, externalId)
      seen.push(record)
      if (record["status"] !== "PROCESSING") break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(performance.now() - startedAt).toBeGreaterThan(2_500)
    expect(seen.some(({ processingStep, status }) => status === "PROCESSING" && processingStep === "DELIVERY_UNKNOWN"))
      .toBe(true)
    expect(seen.at(-1)).toMatchObject({
      status: "COMPLETED",
      processingStep: null,
      transactionHash: expect.any(String) as unknown
    })
    const transfers = await host.inSandbox(
      Store.use((store) =>
        store.list({ kind: "sandboxTransfer", list: "byAddress", value: `base/${address}`, limit: 10 })
      )
    )
    expect(transfers).toHaveLength(1)
  })

  // value - 2.5%, half up to the cent, at 5.40 a dollar and 540,000.00 a bitcoin, down to the smallest unit.
  it.each([
    ["USDC", "base", undefined, 5_000, 125, 9_027_777n, 6],
    ["USDT", "polygon", undefined, 1, 0, 1_851n, 6],
    ["USDCE", "gnosis", undefined, 20, 1, 35_185n, 6],
    ["BRLA", "base", undefined, 1, 0, 10_000_000_000_000_000n, 18],
    ["BRLA", "polygon", undefined, 999_999_999_999, 25_000_000_000, 9_749_999_999_990_000_000_000_000_000n, 18],
    ["LIGHTNING", undefined, "ana@example.com", 5_000, 125, 9_027n, 8]
  ])(
    "delivers %s on %s exactly §deposit-completed",
    async (asset, network, address, value, fee, receivedAmount, receivedAmountDecimals) => {
      const { record } = await settled(
        { asset, network, ...(address === undefined ? {} : { address }), value },
        "COMPLETED"
      )
      expect(record).toMatchObject({ fee, receivedAmountDecimals })
      expect(BigInt(record["receivedAmount"] as bigint | number)).toBe(receivedAmount)
    }
  )

  // F9
  it("delivers to an invoice that can be paid, and refuses any other §deposit-address-lightning §deposit-invoice-amount", async () => {
    const now = Math.floor(Date.now() / 1_000)
    const to = (hrp: string, timestamp = now) => ({
      asset: "LIGHTNING",
      network: "lightning",
      address: invoice({ hrp, timestamp })
    })
    for (const hrp of ["lnbc90270n", "lnbc"]) {
      expect((await settled(to(hrp), "COMPLETED")).record).toMatchObject({ receivedAmount: 9_027 })
    }
    for (const parts of [to("lnbc90280n"), to("lnbc90270n", 1_496_314_658)]) {
      const refusal = await send(host.base, { path: "/api/deposit/asset", key, body: depositOf(parts) })
      expect(refusal.status).toBe(400)
      expect(bodyOf(refusal)).toMatchObject({
        errorCode: "VALIDATION_FAILED",
        details: [{
          field: "address",
          message: expect.stringMatching(/not expired, for 9027000 millisatoshis or without an amount\.$/) as string
        }]
      })
    }
  })

  it("delivers a payment that came after the charge had expired (C8) §deposit-late-payment", async () => {
    const brief = keyOf("brief")
    // No variable and no request shortens the life of a charge: the operator does it for one account.
    await host.inSandbox(Effect.gen(function*() {
      const digest = yield* Secrets.use((secrets) => secrets.keyDigest(Redacted.make(brief)))
      const { owner } = Option.getOrThrow(yield* find(ApiKeys, "digest", digest)).value
      const account = Option.getOrThrow(yield* get(Accounts, owner))
      const write = replace(Accounts, account, { ...account.value, chargeLifetimeMs: 100 })
      yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    }))
    const { externalId, trackId } = await makeDeposit(host.base, brief)
    await untilStatus(host.base, brief, externalId, "EXPIRED")
    expectAccepted(await settleWithKey(host.base, brief, trackId))
    const record = await untilStatus(host.base, brief, externalId, "COMPLETED")
    expect(record).toMatchObject({ fxRateAtTx: 5.4, receivedAmount: 9_027_777 })
  })
}

describe("sandbox deposits in memory", () => {
  sandboxDeposits(() => Promise.resolve("memory:"))
})
describe("sandbox deposits on SQLite", () => {
  sandboxDeposits(() => Promise.resolve(sqliteDatabase().url))
})
await describePostgres(
  "sandbox deposits on Postgres",
  () => sandboxDeposits(async () => (await postgresDatabase()).url)
)
