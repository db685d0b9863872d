// POST /api/quote over HTTP: the declared answer, its two minutes, and every refusal of the specification's row.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createQuote } from "../../hosts/http/api/definition/quote.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { bodyOf, dataOf, expectSuccess, send } from "../support/http.ts"

const key = keyOf("acme")
const quote = {
  inputCurrency: "BRL",
  inputPaymentMethod: "PIX",
  outputCurrency: "USDC",
  outputPaymentMethod: "BASE",
  inputAmount: "54.00"
}

describe("POST /api/quote", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme", { kyc: "NONE" })], variables: { DATABASE_URL: "memory:" } })
  })
  afterAll(() => host.close())

  const ask = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(host.base, { path: "/api/quote", body, key, headers })

  it("prices at the sandbox's table for exactly two minutes §quote-endpoint §quote-fields §quote-expiry §sandbox-quotes §endpoint-create-quote §limit-quote-validity-ms", async () => {
    const before = Date.now()
    const answer = await ask(quote)
    const after = Date.now()
    // 54.00 - 1.35 = 52.65; at 5.40 that is 9.75.
    expect(expectSuccess(createQuote, answer)).toMatchObject({
      data: { pairName: "USDC/BRL", basePrice: 5.4, inputAmount: "54.00", outputAmount: "9.75", feeInCents: 135 }
    })
    const expiresAt = Date.parse(String(dataOf(answer)["expiresAt"]))
    expect(expiresAt).toBeGreaterThanOrEqual(before + 120_000)
    expect(expiresAt).toBeLessThanOrEqual(after + 120_000)
  })

  it.each([
    ["inputCurrency", "EUR"],
    ["outputCurrency", "BRLA"],
    ["inputPaymentMethod", "TED"],
    ["outputPaymentMethod", "base"],
    ["outputBrCode", "nonsense"],
    ["inputAmount", 54],
    ["unknown", "x"]
  ])("refuses %s %j §quote-enums §quote-decimals", async (field, value) => {
    const answer = await ask({ ...quote, [field]: value })
    expect(answer.status).toBe(400)
    expect(bodyOf(answer)).toMatchObject({ errorCode: "VALIDATION_FAILED", details: [{ field }] })
  })

  it("names every field that is missing §quote-enums", async () => {
    expect(bodyOf(await ask({ inputAmount: "1" }))["details"]).toHaveLength(4)
  })

  it.each([
    [{ outputCurrency: "USDB" }, "UNSUPPORTED_PAIR"],
    [{ inputAmount: "0" }, "BELOW_MINIMUM"]
  ])(
    "answers 400 to %j §quote-not-routable §quote-below-minimum §error-pair-not-routable",
    async (parts, errorCode) => {
      const answer = await ask({ ...quote, ...parts })
      expect([answer.status, bodyOf(answer)["errorCode"]]).toEqual([400, errorCode])
    }
  )

  it("gives the first answer again byte for byte §quote-replay", async () => {
    const first = await ask(quote, { "idempotency-key": "quote-1" })
    const second = await ask(quote, { "idempotency-key": "quote-1" })
    expect(second.text).toBe(first.text)
    expect(second.headers["idempotency-replayed"]).toBe("true")
    expect((await ask({ ...quote, inputAmount: "55.00" }, { "idempotency-key": "quote-1" })).status).toBe(409)
  })
})
