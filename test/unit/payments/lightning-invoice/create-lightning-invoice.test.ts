// POST /api/lightning/invoice as a use case: what it asks for, what it costs, what it refuses (spec "Lightning invoice"; C4,
// C5, C6, C13, C20).
import { Context, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import {
  LightningInvoiceRequest,
  checkLightningInvoiceRequest
} from "../../../../core/payments/lightning-invoice/lightning-invoice-request.ts"
import { readLightningInvoice } from "../../../../core/payments/lightning-invoice/read-lightning-invoice.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { printBrCode } from "../../../../core/standards/pix/br-code.ts"
import { printDynamic } from "../../../support/br-codes.ts"
import { World, account } from "../../../support/world.ts"
import { invoiceRequest, openInvoice } from "./lightning-invoice.scene.ts"

const codeOf = (amount?: bigint): string =>
  Result.getOrThrow(printBrCode({
    kind: "static",
    key: "ana@example.com",
    merchantName: "ANA",
    merchantCity: "SAO PAULO",
    categoryCode: "0000",
    singleUse: false,
    ...(amount === undefined ? {} : { amount: unitsUnsafe("BRL", amount) })
  }))

const open = async () => {
  const world = await World.open()
  world.rates.price = "500000"
  return { world, caller: await world.caller() }
}

describe("a Lightning invoice for a dynamic code", () => {
  it("is refused where the rail cannot hold the code to its amount §payout-dynamic-code", async () => {
    const world = await World.open(undefined, (services) =>
      Context.merge(
        services,
        pixRailAdapter.services({ ...pixRailAdapter.of(services), dynamicCodesUpTo: unitsUnsafe("BRL", 999n) })
      ))
    const request = { value: 1_000, qrCode: printDynamic("pix.example.com/qr/v2/1") }
    const refusal = await world.refusal(createLightningInvoice({ caller: await world.caller(), request }))
    expect(refusal).toMatchObject({ _tag: "CodeNotPayable", most: 999n })
    expect(world.lightning.made).toEqual([])
  })
})

const refusalOf = async (parts: object) => {
  const { caller, world } = await open()
  const refusal = await world.refusal(createLightningInvoice({ caller, request: { value: 1_000, ...parts } }))
  expect(world.commits.filter(({ jobs }) => jobs.length > 0)).toEqual([])
  expect(world.lightning.made).toEqual([])
  return refusal
}

const fieldsOf = (refusal: unknown): ReadonlyArray<string> =>
  (refusal as { readonly details: ReadonlyArray<{ readonly field: string }> }).details.map(({ field }) => field)

describe("a Lightning invoice", () => {
  it("§lightning-answer answers with the fields of the specification and the payment hash", async () => {
    const { answer } = await openInvoice()
    expect(answer).toEqual({
      success: true,
      invoice: expect.stringContaining("bolt11 of inv_") as string,
      valueInSatoshis: 2_050,
      pixKey: "ana@example.com",
      qrCode: null,
      valueInBrl: "10.00",
      fee: "0.25",
      paymentHash: "1".padStart(64, "0")
    })
  })

  // 2.5% on top, half up to the cent; satoshis up at 500,000.00: 0.20 for a satoshi… five satoshis a cent at most.
  it.each([
    [10, "0.00", 20],
    [20, "0.01", 42],
    [1_001, "0.25", 2_052],
    [25_000, "6.25", 51_250]
  ])(
    "§lightning-fee §lightning-sats-round-up asks for %s cents, a fee of %s and %s satoshis",
    async (value, fee, sats) => {
      const { answer, world } = await openInvoice({ value })
      expect(answer).toMatchObject({ fee, valueInSatoshis: sats })
      expect(world.lightning.made).toMatchObject([{ amount: BigInt(sats) }])
    }
  )

  it("§lightning-sats-round-up rounds what is paid up to the satoshi", async () => {
    const { caller, world } = await open()
    world.rates.price = "499999.99"
    const once = await world.run(createLightningInvoice({ caller, request: invoiceRequest() }))
    expect(once).toMatchObject({ answer: { valueInSatoshis: 2_051 } })
  })

  it("§lightning-no-kyc needs neither KYC nor a wallet nor a flag", async () => {
    const { world } = await open()
    const caller = await world.caller(account("newcomer", { kyc: "NONE", flags: [] }))
    expect(await world.run(createLightningInvoice({ caller, request: invoiceRequest() }))).toMatchObject({
      answer: { success: true }
    })
  })

  it("§lightning-qr-code takes a BR Code of the same amount or of none", async () => {
    for (const qrCode of [codeOf(1_000n), codeOf()]) {
      const { caller, world } = await open()
      expect(await world.run(createLightningInvoice({ caller, request: { value: 1_000, qrCode } }))).toMatchObject({
        answer: { pixKey: null, qrCode }
      })
    }
  })

  it("§lightning-qr-amount refuses a BR Code of another amount", async () => {
    for (const amount of [999n, 1_001n]) {
      expect(fieldsOf(await refusalOf({ qrCode: codeOf(amount) }))).toEqual(["qrCode"])
    }
  })

  it("§lightning-destination-one takes either a key or a BR Code", async () => {
    expect(fieldsOf(await refusalOf({}))).toEqual(["pixKey"])
    expect(fieldsOf(await refusalOf({ pixKey: "ana@example.com", qrCode: codeOf() }))).toEqual(["qrCode"])
  })

  it.each([
    [{ pixKey: "not a key" }, "pixKey"],
    [{ pixKey: "ana@example.com", pixKeyType: "CPF" }, "pixKey"],
    [{ pixKey: "11144477736", pixKeyType: "CPF" }, "pixKey"],
    [{ pixKey: "11987654321" }, "pixKey"],
    [{ qrCode: "00020126" }, "qrCode"],
    [{ qrCode: `${codeOf().slice(0, -1)}${codeOf().endsWith("0") ? "1" : "0"}` }, "qrCode"],
    [{ pixKey: "ana@example.com", refundAddress: "lnbc1" }, "refundAddress"],
    [{ pixKey: "ana@example.com", refundAddress: "ana@localhost" }, "refundAddress"]
  ])("§lightning-pix-key §lightning-refund-address refuses %j", async (parts, field) => {
    expect(fieldsOf(await refusalOf(parts))).toEqual([field])
  })

  it("§lightning-pix-key normalises the key", async () => {
    const { answer } = await openInvoice({ pixKey: "111.444.777-35", pixKeyType: "CPF" })
    expect(answer).toMatchObject({ pixKey: "11144477735" })
  })

  it.each([
    [9, false],
    [10, true],
    [25_000, true],
    [25_001, false],
    [10.5, false],
    ["1000", false]
  ])("§lightning-value decodes a value of %s: %s", (value, isTaken) => {
    const decoded = Schema.decodeUnknownResult(LightningInvoiceRequest)({ value, pixKey: "ana@example.com" })
    expect(Result.isSuccess(decoded)).toBe(isTaken)
  })

  it("is not made while the node or the price source is away, and leaves nothing", async () => {
    const { caller, world } = await open()
    const before = world.commits.length
    world.lightning.isUp = false
    expect(await world.refusal(createLightningInvoice({ caller, request: invoiceRequest() }))).toMatchObject({
      _tag: "UpstreamUnavailable",
      upstream: "The Lightning node"
    })
    world.lightning.isUp = true
    world.rates.isUp = false
    expect(await world.refusal(createLightningInvoice({ caller, request: invoiceRequest() }))).toMatchObject({
      _tag: "UpstreamUnavailable",
      upstream: "The price source"
    })
    expect(world.commits.length).toBe(before)
  })

  it("§lightning-foreign-hash is not there for another key owner, as if it did not exist", async () => {
    const { paymentHash, world } = await openInvoice()
    const other = await world.caller(account("second"))
    const foreign = await world.refusal(readLightningInvoice(other, paymentHash))
    const missing = await world.refusal(readLightningInvoice(other, "f".repeat(64)))
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Invoice" })
  })

  it("§lightning-qr-kinds refuses what no PIX can pay: a recurrence, cash, and in production a charge of the sandbox", async () => {
    const { caller, world } = await open()
    const production = await world.caller(
      account("live", { environment: "production", apiKey: `pontepay_live_${"live".padEnd(32, "-")}` })
    )
    const common = { merchantName: "ANA", merchantCity: "SAO PAULO", categoryCode: "0000", singleUse: false } as const
    const recurrence = Result.getOrThrow(
      printBrCode({ kind: "recurrence", recurrence: "pix.example.com/rec/1", ...common })
    )
    const cash = Result.getOrThrow(
      printBrCode({ kind: "static", key: "ana@example.com", withdrawalIspb: "99999999", ...common })
    )
    const sandbox = Result.getOrThrow(printBrCode({ kind: "sandbox", chargeId: "dep_1", ...common }))
    const refusal = async (qrCode: string, by = caller) =>
      fieldsOf(await world.refusal(createLightningInvoice({ caller: by, request: { value: 1_000, qrCode } })))
    expect(await refusal(recurrence)).toEqual(["qrCode"])
    expect(await refusal(cash)).toEqual(["qrCode"])
    expect(await refusal(sandbox, production)).toEqual(["qrCode"])
    const taken = await world.run(createLightningInvoice({ caller, request: { value: 1_000, qrCode: sandbox } }))
    expect(taken).toMatchObject({ answer: { qrCode: sandbox } })
  })

  it("checks a request by itself alone", async () => {
    const { caller, world } = await open()
    const order = checkLightningInvoiceRequest(caller, invoiceRequest({ refundAddress: "ana@Example.com" }))
    expect(await world.run(order)).toEqual({
      value: 1_000n,
      destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" },
      refundAddress: "ana@example.com"
    })
  })
})
