// Payout endpoints over HTTP: what they take, answer and refuse, and that another's payout is a missing one.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createPayout, readPayout } from "../../hosts/http/api/definition/payout.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { type Answer, bodyOf, expectFailure, expectSuccess, lasting, send } from "../support/http.ts"
import { makePayout, ordered, payoutOf, payoutRecordOf, untilPayout } from "./payouts.ts"

const [key, other, plain, careful] = [keyOf("acme"), keyOf("other"), keyOf("plain"), keyOf("careful")]
let host: TestHost

const expectRefusal = (answer: Answer, status: number, errorCode: string, fields: ReadonlyArray<string> = []) =>
  expectFailure(answer, { status, errorCode, fields })

beforeAll(async () => {
  host = await openHost({
    accounts: [
      declared("acme", { flags: ["WALLET_PAYOUT_API", "AUTO_REFUND", "TRON_PAYOUT"] }),
      declared("other", { flags: ["WALLET_PAYOUT_API"] }),
      declared("plain"),
      declared("careful", { flags: ["WALLET_PAYOUT_API"], duplicatePolicy: "refuse" })
    ]
  })
})
afterAll(() => host.close())

describe("POST /api/wallet/payout §endpoint-create-payout", () => {
  it("answers 202 with the payout, and then pays it", async () => {
    const answer = expectSuccess(createPayout, await ordered(host.base, key), 202)
    expect(answer).toEqual({
      success: true,
      transactionId: expect.stringMatching(/^pay_[0-9a-f]{32}$/) as unknown,
      status: "PROCESSING",
      stableAmount: "9.768519",
      valueInBrl: "50.00",
      fee: "2.75",
      network: "polygon",
      jobId: expect.stringMatching(/^debit\/pay_/) as unknown
    })
    await untilPayout(host.base, key, String(answer["transactionId"]), "COMPLETED")
  })

  it("refuses one that may have been paid, until a reason is given §payout-duplicate-wire", async () => {
    const twin = { pixKey: "hold@sandbox.test" }
    const id = await makePayout(host.base, careful, twin)
    const asked = () => ordered(host.base, careful, twin, { query: "?dryRun=true" })
    await eventually(asked, ({ status }) => status === 409)
    const refused = await ordered(host.base, careful, twin)
    expectRefusal(refused, 409, "DUPLICATE_PAYMENT", ["duplicateReason"])
    expect(refused.text).toContain(id)
    expectSuccess(createPayout, await ordered(host.base, careful, { ...twin, duplicateReason: "both are meant" }), 202)
  })

  it("answers a dry run with 202 and no ids §payout-dry-run", async () => {
    const answer = await ordered(host.base, key, { walletPin: "000000" }, { query: "?dryRun=true" })
    expect(expectSuccess(createPayout, answer, 202)).toMatchObject({ transactionId: null, jobId: null, fee: "2.75" })
    expectRefusal(await ordered(host.base, key, {}, { query: "?dryRun=yes" }), 400, "VALIDATION_FAILED", ["dryRun"])
  })

  it("names every field that is wrong §payout-fields", async () => {
    const wrong: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string]> = [
      [{ value: 9 }, "value"],
      [{ value: "5000" }, "value"],
      [{ network: "ethereum" }, "network"],
      [{ network: "lightning" }, "network"],
      [{ asset: "DEPIX" }, "asset"],
      [{ pixKeyType: "IBAN" }, "pixKeyType"],
      [{ taxId: "111.444.777-35" }, "taxId"],
      [{ walletPin: "" }, "walletPin"],
      [{ walletPin: 123456 }, "walletPin"],
      [{ protectedSymmetricKey: "" }, "protectedSymmetricKey"],
      [{ externalId: "" }, "externalId"],
      [{ externalId: "x".repeat(256) }, "externalId"],
      [{ subAccountId: "" }, "subAccountId"],
      [{ correlationID: "1" }, "correlationID"]
    ]
    for (const [parts, field] of wrong) {
      expectRefusal(await ordered(host.base, key, parts), 400, "VALIDATION_FAILED", [field])
    }
  })

  it("answers each refusal with its status and code §payout-statuses", async () => {
    expectRefusal(await ordered(host.base, key, { asset: "USDC" }), 400, "UNSUPPORTED_PAIR")
    expectRefusal(await ordered(host.base, key, { network: "solana" }), 501, "NOT_AVAILABLE_IN_SANDBOX")
    expectRefusal(
      await ordered(host.base, key, { subAccountId: "sub_missing", protectedSymmetricKey: "x" }),
      404,
      "NOT_FOUND"
    )
    expectRefusal(await ordered(host.base, plain, { protectedSymmetricKey: "x" }), 403, "FEATURE_NOT_ENABLED")
    expectRefusal(await ordered(host.base, other, { network: "tron" }), 403, "FEATURE_NOT_ENABLED")
    expectRefusal(await ordered(host.base, key, { taxId: "52998224725" }), 403, "THIRD_PARTY_NOT_ENABLED")
    expectRefusal(await ordered(host.base, key, { value: 300_001 }), 403, "PER_TX_LIMIT_EXCEEDED")
    expectRefusal(await ordered(host.base, other, { walletPin: "654321" }), 400, "INVALID_PIN")
  })

  it("repeats the first answer under an Idempotency-Key, and conflicts over another request §payout-idempotency-key", async () => {
    const headers = { "idempotency-key": "payout-key" }
    const first = await ordered(host.base, key, { value: 1_234 }, { headers })
    const again = await ordered(host.base, key, { value: 1_234 }, { headers })
    expect([again.status, again.text]).toEqual([202, first.text])
    expect(again.headers["idempotency-replayed"]).toBe("true")
    expectRefusal(await ordered(host.base, key, { value: 1_235 }, { headers }), 409, "IDEMPOTENCY_CONFLICT")
  })

  it("repeats the first answer to an externalId, and conflicts over another request §payout-external-id", async () => {
    const first = await ordered(host.base, key, { externalId: "order 7" })
    const again = await ordered(host.base, key, { externalId: "order 7" })
    expect([again.status, again.text]).toEqual([202, first.text])
    expectRefusal(
      await ordered(host.base, key, { externalId: "order 7", value: 5_001 }),
      409,
      "IDEMPOTENCY_CONFLICT",
      ["externalId"]
    )
  })
})

describe("GET /api/wallet/payout/{transactionId} §endpoint-read-payout", () => {
  it("shows the record with its receipt", async () => {
    const id = await makePayout(host.base, key, { externalId: "order 8" })
    const record = await untilPayout(host.base, key, id, "COMPLETED")
    expect(record).toMatchObject({ transactionId: id, correlationID: "order 8", provider: "PIX", failureReason: null })
    expect(record["receipt"]).toEqual({
      endToEndId: record["endToEndId"],
      paidAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      rail: "PIX",
      amountInBrl: "50.00",
      payerIspb: "99999999",
      receiver: {
        name: "MARIA DA SILVA",
        taxId: "***.444.777-**",
        pixKey: "maria@example.com",
        bankName: "BANCO SANDBOX S.A.",
        ispb: "99999999",
        branch: "0001",
        account: "****5678",
        accountType: "CACC"
      }
    })
  })

  // F3
  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ["a CPF", { pixKey: "529.982.247-25" }, { name: "MARIA DA SILVA", taxId: "***.982.247-**" }],
    ["a CNPJ", { pixKey: "11.222.333/0001-81" }, { name: "EMPRESA SANDBOX LTDA", taxId: "11222333000181" }],
    ["a CNPJ with letters", { pixKey: "12ABC34501DE35" }, { name: "EMPRESA SANDBOX LTDA", taxId: "12ABC34501DE35" }],
    ["a phone", { pixKey: "+5511987654321" }, { name: "MARIA DA SILVA", taxId: "***.444.777-**" }]
  ])("shows as the receiver whoever %s names §payout-sandbox-receiver", async (_, parts, receiver) => {
    const record = await untilPayout(host.base, key, await makePayout(host.base, key, parts), "COMPLETED")
    expect(record["receipt"]).toMatchObject({ receiver })
  })

  it("answers for another's payout as for a missing one, byte for byte §payout-foreign", async () => {
    const id = await makePayout(host.base, key)
    const missing = `pay_${"0".repeat(32)}`
    const [foreign, none] = await Promise.all(
      [id, missing].map((each) => send(host.base, { path: `/api/wallet/payout/${each}`, key: other }))
    )
    if (foreign === undefined || none === undefined) throw new Error("nothing was answered")
    expect([foreign.status, foreign.text]).toEqual([none.status, none.text])
    expect(lasting(foreign)).toEqual(lasting(none))
    expectRefusal(none, 404, "NOT_FOUND")
    expect((await payoutRecordOf(host.base, key, id))["transactionId"]).toBe(id)
    expect(expectSuccess(readPayout, await send(host.base, { path: `/api/wallet/payout/${id}`, key }))["success"]).toBe(
      true
    )
  })
})

describe("a deposit's own BR Code §payout-sandbox-code", () => {
  it("is paid in the sandbox, and does not settle the deposit", async () => {
    const deposit = bodyOf(
      await send(host.base, {
        path: "/api/deposit/asset",
        key,
        body: { value: 5_000, asset: "USDC", network: "base", address: "0x52908400098527886E0F7030069857D2E4169EE7" }
      })
    )
    const { pixKey: _, ...request } = await payoutOf(host.base, key)
    const body = { ...request, qrCode: deposit["qrCode"] }
    const answer = expectSuccess(createPayout, await send(host.base, { path: "/api/wallet/payout", key, body }), 202)
    const record = await untilPayout(host.base, key, String(answer["transactionId"]), "COMPLETED")
    expect(record).toMatchObject({ pixKey: null, qrCode: deposit["qrCode"] })
    const charge = await send(host.base, { path: `/api/deposit/asset/${String(deposit["externalId"])}`, key })
    expect((bodyOf(charge)["data"] as { readonly status: string }).status).toBe("PENDING")
    expectRefusal(
      await send(host.base, { path: "/api/wallet/payout", key, body: { ...body, value: 4_999 } }),
      400,
      "VALIDATION_FAILED",
      ["qrCode"]
    )
  })
})
