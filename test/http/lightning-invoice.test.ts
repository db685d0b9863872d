// Lightning invoices over the wire in the sandbox (spec "Endpoints", POST /api/lightning/invoice, and sandbox rule 11; C20):
// what is answered, refused and replayed, and what the magic keys do.
import { Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseBolt11 } from "../../core/standards/address/bolt11.ts"
import { createLightningInvoice, readLightningInvoice } from "../../hosts/http/api/definition/lightning-invoice.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { expectFailure, expectSuccess, send } from "../support/http.ts"
import { expectAccepted, sendSigned } from "./sandbox.ts"

const key = keyOf("acme")
const other = keyOf("other")
const path = "/api/lightning/invoice"

let host: TestHost
beforeAll(async () => {
  host = await openHost({ accounts: [declared("acme"), { ...declared("other"), kyc: "NONE", flags: [] }] })
})
afterAll(() => host.close())

const ask = (body: unknown, parts: object = {}) => send(host.base, { path, key, body, ...parts })

const made = async (parts: object = {}): Promise<Record<string, unknown>> =>
  expectSuccess(createLightningInvoice, await ask({ value: 1_000, pixKey: "ana@example.com", ...parts }))

const recordOf = async (paymentHash: unknown, by = key) =>
  expectSuccess(readLightningInvoice, await send(host.base, { path: `${path}/${String(paymentHash)}`, key: by }))[
    "data"
  ] as Record<string, unknown>

const pay = async (paymentHash: unknown) =>
  expectAccepted(
    await sendSigned(host.base, {
      event: { subscription: "LIGHTNING", data: { type: "INVOICE-PAID", paymentHash } }
    })
  )

const until = (paymentHash: unknown, status: string) =>
  eventually(() => recordOf(paymentHash), (record) => record["status"] === status)

const payment = (type: string, id: unknown) =>
  sendSigned(host.base, { event: { subscription: "PIX-OUT", data: { type, payment: { id } } } })

describe("POST /api/lightning/invoice", () => {
  it("§endpoint-create-lightning-invoice §lightning-create §lightning-sandbox-invoice answers an invoice that no one can pay", async () => {
    const answer = await made({ refundAddress: "ana@wallet.example.com" })
    expect(answer).toEqual({
      success: true,
      invoice: expect.stringMatching(/^lnbc\d+n1[02-9ac-hj-np-z]+$/) as string,
      // 10.25 at 540,000.00 a bitcoin.
      valueInSatoshis: 1_899,
      pixKey: "ana@example.com",
      qrCode: null,
      valueInBrl: "10.00",
      fee: "0.25",
      paymentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string
    })
    expect(Result.isFailure(parseBolt11(String(answer["invoice"])))).toBe(true)
  })

  it("§lightning-no-kyc needs no KYC", async () => {
    const answer = await send(host.base, { path, key: other, body: { value: 10, pixKey: "ana@example.com" } })
    expectSuccess(createLightningInvoice, answer)
  })

  it.each([
    [{ value: 9 }, "value"],
    [{ value: 25_001 }, "value"],
    [{ value: 1.5 }, "value"],
    [{ value: "10" }, "value"],
    [{ value: undefined }, "value"],
    [{ pixKey: undefined }, "pixKey"],
    [{ pixKey: "" }, "pixKey"],
    [{ pixKeyType: "IBAN" }, "pixKeyType"],
    [{ qrCode: "0002" }, "qrCode"],
    [{ refundAddress: "nobody" }, "refundAddress"],
    [{ walletPin: "123456" }, "walletPin"]
  ])("§lightning-value §lightning-validation refuses %j", async (parts, field) => {
    expectFailure(await ask({ value: 1_000, pixKey: "ana@example.com", ...parts }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: [field]
    })
  })

  it.each([10, 25_000])("§limit-lightning-invoice-value §lightning-value takes %s cents", async (value) => {
    expect(await made({ value })).toMatchObject({ success: true })
  })

  it("§lightning-unauthorized needs a key", async () => {
    const body = { value: 1_000, pixKey: "ana@example.com" }
    expectFailure(await send(host.base, { path, body }), { status: 401, errorCode: "UNAUTHORIZED" })
  })

  it("§lightning-idempotency-key gives the first answer again byte for byte, and refuses another request", async () => {
    const headers = { "idempotency-key": "lightning-1" }
    const first = await ask({ value: 1_000, pixKey: "ana@example.com" }, { headers })
    const again = await ask({ value: 1_000, pixKey: "ana@example.com" }, { headers })
    expect(again.text).toBe(first.text)
    expect(again.headers["idempotency-replayed"]).toBe("true")
    expectFailure(await ask({ value: 1_001, pixKey: "ana@example.com" }, { headers }), {
      status: 409,
      errorCode: "IDEMPOTENCY_CONFLICT"
    })
  })
})

describe("GET /api/lightning/invoice/{paymentHash}", () => {
  it("§endpoint-read-lightning-invoice §lightning-read shows PENDING, then what became of it", async () => {
    const { invoice, paymentHash } = await made()
    expect(await recordOf(paymentHash)).toMatchObject({ status: "PENDING", invoice, transactionId: paymentHash })
    await pay(paymentHash)
    const record = await until(paymentHash, "COMPLETED")
    expect(record).toMatchObject({
      txHash: invoice,
      endToEndId: expect.stringMatching(/^E\d{8}/) as string,
      receipt: {
        receiver: { name: "MARIA DA SILVA", taxId: "***.444.777-**", account: "****5678", pixKey: "ana@example.com" }
      }
    })
    expect(await recordOf(String(paymentHash).toUpperCase())).toEqual(record)
  })

  it("§lightning-foreign-hash answers a foreign hash as a missing one, byte for byte", async () => {
    const { paymentHash } = await made()
    const foreign = await send(host.base, { path: `${path}/${String(paymentHash)}`, key: other })
    const missing = await send(host.base, { path: `${path}/${"0".repeat(64)}`, key: other })
    expectFailure(foreign, { status: 404, errorCode: "NOT_FOUND" })
    expect(foreign.text).toBe(missing.text)
  })

  it("refuses what is no payment hash", async () => {
    expectFailure(await send(host.base, { path: `${path}/inv_1`, key }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["paymentHash"]
    })
  })
})

describe("the magic keys", () => {
  it("§lightning-magic-fail fail@ fails, and the sats go back where there is an address", async () => {
    const without = await made({ pixKey: "fail@sandbox.test" })
    await pay(without["paymentHash"])
    expect(await until(without["paymentHash"], "FAILED")).toMatchObject({ failureReason: "The PIX could not be paid." })
    const refundAddress = "ana@wallet.example.com"
    const back = await made({ pixKey: "fail@sandbox.test", refundAddress })
    await pay(back["paymentHash"])
    expect(await until(back["paymentHash"], "REFUNDED")).toMatchObject({
      refundAddress,
      refundInvoice: expect.stringMatching(/^lnbc/) as string,
      refundTxId: expect.stringMatching(/^[0-9a-f]{64}$/) as string
    })
  })

  it.each([["PAYOUT-SUCCESS", "COMPLETED"], ["PAYOUT-FAILED", "FAILED"]])(
    "§lightning-magic-hold hold@ stays PAID until %s",
    async (type, status) => {
      const { paymentHash } = await made({ pixKey: "hold@sandbox.test" })
      await pay(paymentHash)
      await until(paymentHash, "PAID")
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await recordOf(paymentHash)).toMatchObject({ status: "PAID" })
      expectAccepted(await payment(type, paymentHash))
      await until(paymentHash, status)
    }
  )

  it("§lightning-magic-timeout timeout@ is lost, then found settled", async () => {
    const { paymentHash } = await made({ pixKey: "timeout@sandbox.test" })
    await pay(paymentHash)
    expect(await recordOf(paymentHash)).toMatchObject({ status: "PAID" })
    await until(paymentHash, "COMPLETED")
  })

  it("§lightning-magic-reverse reverse@ completes, then comes back", async () => {
    const { paymentHash } = await made({ pixKey: "reverse@sandbox.test" })
    await pay(paymentHash)
    expect(await until(paymentHash, "REFUNDED")).toMatchObject({ refundTxId: null, receipt: { rail: "PIX" } })
  })

  it("§lightning-key-cannot-settle takes INVOICE-PAID from the provider alone", async () => {
    const { paymentHash } = await made()
    const event = { event: { subscription: "LIGHTNING", data: { type: "INVOICE-PAID", paymentHash } } }
    expectFailure(await send(host.base, { path: "/provider/webhook", key, body: event }), {
      status: 404,
      errorCode: "NOT_FOUND"
    })
    expect(await recordOf(paymentHash)).toMatchObject({ status: "PENDING" })
  })
})
