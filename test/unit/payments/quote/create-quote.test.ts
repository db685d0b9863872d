// POST /api/quote as a use case: amounts worked by hand, pairs, bounds, BR Codes and refusals (spec "Quote").
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { type DepositAsset, routeOf } from "../../../../core/payments/deposit/deposit.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { pixGui, printBrCode, printCharge } from "../../../../core/standards/pix/br-code.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { payoutRoutes } from "../../../../core/payments/payout/payout.ts"
import { createQuote } from "../../../../core/payments/quote/create-quote.ts"
import { quoteCurrencies, quoteMethods, quoteRows, rowOf } from "../../../../core/payments/quote/pairs.ts"
import type { QuoteRequest } from "../../../../core/payments/quote/quote-request.ts"
import { World, account, depositRequest, startOfTests } from "../../../support/world.ts"
import { payer, payoutRequest } from "../payout/payouts.ts"

const toUsdt = {
  inputCurrency: "BRL",
  inputPaymentMethod: "PIX",
  outputCurrency: "USDT",
  outputPaymentMethod: "POLYGON"
} as const
const fromUsdt = {
  inputCurrency: "USDT",
  inputPaymentMethod: "POLYGON",
  outputCurrency: "BRL",
  outputPaymentMethod: "PIX"
} as const
const toBtc = { ...toUsdt, outputCurrency: "BTC", outputPaymentMethod: "LIGHTNING" } as const
const fromBtc = { ...fromUsdt, inputCurrency: "BTC", inputPaymentMethod: "LIGHTNING" } as const

const open = async (declared = account("first")) => {
  const world = await World.open()
  return { world, caller: await world.caller(declared) }
}

const quoted = async (world: World, caller: Caller, request: QuoteRequest) => {
  const once = await world.run(createQuote({ caller, request }))
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return once.answer.data
}

const refused = (world: World, caller: Caller, request: QuoteRequest) => world.refusal(createQuote({ caller, request }))

describe("a quote into an asset", () => {
  it("of what is paid: fee inside, received down §quote-endpoint §quote-exact-in §quote-fields §quote-applied-fees", async () => {
    const { caller, world } = await open()
    world.rates.price = "7.00"
    // 10.00 - 0.25 = 9.75; 9.75 / 7.00 = 1.392857142…
    expect(await quoted(world, caller, { ...toUsdt, inputAmount: "10.00" })).toEqual({
      quoteToken: expect.stringMatching(/^quo_/) as string,
      pairName: "USDT/BRL",
      basePrice: 7,
      inputCurrency: "BRL",
      outputCurrency: "USDT",
      inputAmount: "10.00",
      outputAmount: "1.392857",
      feeInCents: 25,
      appliedFees: [{ type: "PERCENTAGE", amount: "0.25", currency: "BRL" }],
      expiresAt: new Date(startOfTests + 120_000).toISOString()
    })
  })

  it("of what is received: paid up §quote-exact-out", async () => {
    const { caller, world } = await open()
    world.rates.price = "7.00"
    // 1 USDT is 7.00; 7.18 - 0.18 = 7.00 is the least that leaves it.
    expect(await quoted(world, caller, { ...toUsdt, outputAmount: "1" })).toMatchObject({
      inputAmount: "7.18",
      outputAmount: "1",
      feeInCents: 18
    })
  })

  it("into BTC shows the sats that were worked out, and none that were asked for §quote-sats", async () => {
    const { caller, world } = await open()
    world.rates.price = "500000.00"
    const exactIn = await quoted(world, caller, { ...toBtc, inputAmount: "100.00" })
    // 97.50 at 500,000 a bitcoin.
    expect(exactIn).toMatchObject({ outputAmount: "0.000195", outputAmountSats: 19_500 })
    expect(exactIn).not.toHaveProperty("inputAmountSats")
    const exactOut = await quoted(world, caller, { ...toBtc, outputAmount: "0.0001" })
    expect(exactOut).not.toHaveProperty("outputAmountSats")
    expect(exactOut).not.toHaveProperty("inputAmountSats")
  })
})

describe("a quote into reais", () => {
  it("of what is received: fee on top, paid up §quote-exact-out §quote-applied-fees", async () => {
    const { caller, world } = await open()
    world.rates.price = "7.00"
    // 10.00 + 1.50 + 0.25 = 11.75; 11.75 / 7.00 = 1.678571428…
    expect(await quoted(world, caller, { ...fromUsdt, outputAmount: "10.00" })).toMatchObject({
      inputAmount: "1.678572",
      outputAmount: "10.00",
      feeInCents: 175,
      appliedFees: [
        { type: "FIXED", amount: "1.50", currency: "BRL" },
        { type: "PERCENTAGE", amount: "0.25", currency: "BRL" }
      ]
    })
  })

  it("of what is paid: received down §quote-exact-in", async () => {
    const { caller, world } = await open()
    world.rates.price = "7.00"
    // 1.678571 USDT are 11.749997: one cent short of 10.00.
    expect(await quoted(world, caller, { ...fromUsdt, inputAmount: "1.678572" })).toMatchObject({
      outputAmount: "10.00"
    })
    expect(await quoted(world, caller, { ...fromUsdt, inputAmount: "1.678571" })).toMatchObject({
      outputAmount: "9.99"
    })
  })

  it("from BTC has the invoice's fee, and its sats when they were worked out §quote-sats", async () => {
    const { caller, world } = await open()
    world.rates.price = "500000.00"
    // 100.00 + 2.50 at 500,000 a bitcoin.
    const exactOut = await quoted(world, caller, { ...fromBtc, outputAmount: "100.00" })
    expect(exactOut).toMatchObject({ inputAmount: "0.000205", inputAmountSats: 20_500, feeInCents: 250 })
    expect(exactOut).not.toHaveProperty("outputAmountSats")
    expect(await quoted(world, caller, { ...fromBtc, inputAmount: "0.000205" })).not.toHaveProperty("inputAmountSats")
  })
})

describe("a quote and its operation", () => {
  it("have the same fee and amount for a deposit, overrides included §quote-fee-exact §quote-overrides", async () => {
    const { caller, world } = await open()
    const own = {
      ...caller,
      account: { ...caller.account, fees: { deposit: { fixedCents: unitsUnsafe("BRL", 33n), basisPoints: 111 } } }
    }
    world.rates.price = "6.37"
    for (const value of [34, 100, 1_234, 99_999]) {
      const quote = await quoted(world, own, { ...toUsdt, inputAmount: (value / 100).toFixed(2) })
      const made = await world.run(createDeposit({ caller: own, request: depositRequest({ value }) }))
      if (made._tag !== "Answered") throw new Error("not answered")
      expect(made.answer).toMatchObject({ fee: quote.feeInCents, fxRateAtTx: quote.basePrice })
      expect(quote.appliedFees).toContainEqual({ type: "FIXED", amount: "0.33", currency: "BRL" })
    }
  })

  it("have the same fee and amount for a payout §quote-fee-exact", async () => {
    const by = await payer()
    by.world.rates.price = "6.37"
    for (const value of [10, 99, 1_234, 99_999]) {
      const quote = await quoted(by.world, by.caller, { ...fromUsdt, outputAmount: (value / 100).toFixed(2) })
      const once = await by.world.run(createPayout({ caller: by.caller, request: payoutRequest(by, { value }) }))
      expect(once).toMatchObject({
        answer: {
          stableAmount: quote.inputAmount,
          valueInBrl: quote.outputAmount,
          fee: quote.appliedFees.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
        }
      })
    }
  })

  it("have the same sats for a Lightning invoice §quote-fee-exact §quote-sats", async () => {
    const { caller, world } = await open()
    world.rates.price = "543210.98"
    for (const value of [10, 1_234, 25_000]) {
      const quote = await quoted(world, caller, { ...fromBtc, outputAmount: (value / 100).toFixed(2) })
      const request = { value, pixKey: "ana@example.com" }
      const once = await world.run(createLightningInvoice({ caller, request }))
      expect(once).toMatchObject({ answer: { valueInSatoshis: quote.inputAmountSats, valueInBrl: quote.outputAmount } })
      expect(once).toMatchObject({ answer: { fee: (quote.feeInCents / 100).toFixed(2) } })
    }
  })

  it("need no KYC and no flag, since nothing moves §quote-no-permission", async () => {
    const { caller, world } = await open(account("plain", { kyc: "NONE" }))
    expect(await quoted(world, caller, { ...fromUsdt, inputPaymentMethod: "TRON", outputAmount: "10.00" }))
      .toMatchObject({ feeInCents: 175 })
    expect(world.commits.slice(1)).toEqual([])
  })

  it("is priced anew each time: a quote reserves nothing §quote-reserves-nothing", async () => {
    const { caller, world } = await open()
    const first = await quoted(world, caller, { ...toUsdt, inputAmount: "10" })
    world.rates.price = "6.00"
    const second = await quoted(world, caller, { ...toUsdt, inputAmount: "10" })
    expect([first.basePrice, second.basePrice]).toEqual([5, 6])
    expect(second.quoteToken).not.toBe(first.quoteToken)
  })
})

describe("pairs", () => {
  const sides = quoteCurrencies.flatMap((currency) => quoteMethods.map((method) => ({ currency, method })))
  const pairs = sides.flatMap((input) => sides.map((output) => ({ input, output })))

  it("are routable exactly where an operation converts §quote-pairs", () => {
    const routable = pairs.filter(({ input, output }) => rowOf(input, output) !== undefined).map(({ input, output }) =>
      `${input.currency}/${input.method} ${output.currency}/${output.method}`
    )
    expect(routable.toSorted()).toEqual([
      "BRL/PIX BTC/LIGHTNING",
      "BRL/PIX USDC/BASE",
      "BRL/PIX USDC/POLYGON",
      "BRL/PIX USDT/POLYGON",
      "BTC/LIGHTNING BRL/PIX",
      "USDC/BASE BRL/PIX",
      "USDT/POLYGON BRL/PIX",
      "USDT/TRON BRL/PIX"
    ])
  })

  it("are all refused where none does §quote-pairs §quote-not-routable §error-pair-not-routable", async () => {
    const { caller, world } = await open()
    for (const { input, output } of pairs.filter(({ input, output }) => rowOf(input, output) === undefined)) {
      expect(
        await refused(world, caller, {
          inputCurrency: input.currency,
          inputPaymentMethod: input.method,
          outputCurrency: output.currency,
          outputPaymentMethod: output.method,
          inputAmount: "10"
        })
      ).toMatchObject({
        _tag: "PairNotRoutable",
        routes: expect.arrayContaining([
          { input: "BRL by PIX", output: "USDC by BASE" },
          { input: "USDT by TRON", output: "BRL by PIX" }
        ]) as unknown
      })
    }
  })

  it("into an asset are pairs of deposits §quote-pairs", () => {
    for (const { asset, method, operation } of quoteRows) {
      if (operation !== "deposit") continue
      const deposited = asset === "BTC" ? "LIGHTNING" : asset as DepositAsset
      expect(routeOf(deposited).networks).toContain(method.toLowerCase())
    }
  })

  it("into reais are pairs of payouts §quote-pairs", () => {
    const paid = quoteRows.filter(({ operation }) => operation === "payout").map(({ asset, method }) =>
      `${asset} ${method}`
    )
    const pairs = (["polygon", "base", "tron"] as const).flatMap((network) =>
      payoutRoutes[network].assets.map(({ asset }) => `${asset} ${network.toUpperCase()}`)
    )
    // BRLA is no currency of quotes.
    expect(paid.toSorted()).toEqual(pairs.filter((pair) => !pair.startsWith("BRLA")).toSorted())
  })
})

describe("amounts", () => {
  it.each([{}, { inputAmount: "1", outputAmount: "1" }])(
    "have to be exactly one: %j §quote-one-amount",
    async (amounts) => {
      const { caller, world } = await open()
      expect(await refused(world, caller, { ...toUsdt, ...amounts })).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "inputAmount" }, { field: "outputAmount" }]
      })
    }
  )

  it.each([
    ["1.001", toUsdt, "inputAmount"],
    ["-1", toUsdt, "inputAmount"],
    ["1e3", toUsdt, "inputAmount"],
    ["01", toUsdt, "inputAmount"],
    ["1,5", toUsdt, "inputAmount"],
    ["1.", toUsdt, "inputAmount"],
    ["0.0000001", toUsdt, "outputAmount"],
    ["0.000000001", toBtc, "outputAmount"],
    ["99999999999999999999", toUsdt, "outputAmount"]
  ])("%s is refused §quote-decimals", async (text, pair, field) => {
    const { caller, world } = await open()
    expect(await refused(world, caller, { ...pair, [field]: text })).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field }]
    })
  })

  it.each(
    [
      // Deposit: from one cent on, when something is left to deliver.
      [toUsdt, "inputAmount", "0", "BelowMinimum"],
      [toUsdt, "inputAmount", "0.01", undefined],
      [toUsdt, "inputAmount", "9999999999.99", undefined],
      [toUsdt, "inputAmount", "10000000000.00", "ValidationFailed"],
      [toUsdt, "outputAmount", "0", "BelowMinimum"],
      // Payout: from ten cents on.
      [fromUsdt, "outputAmount", "0.09", "BelowMinimum"],
      [fromUsdt, "outputAmount", "0.10", undefined],
      [fromUsdt, "outputAmount", "9999999999.99", undefined],
      [fromUsdt, "outputAmount", "10000000000.00", "ValidationFailed"],
      // 0.10 costs 1.60, which is 0.32 USDT at 5.00.
      [fromUsdt, "inputAmount", "0.319999", "BelowMinimum"],
      [fromUsdt, "inputAmount", "0.32", undefined],
      // Lightning invoice: 0.10 to 250.00, which costs 256.25: 51.25 at 5.00.
      [fromBtc, "outputAmount", "0.09", "BelowMinimum"],
      [fromBtc, "outputAmount", "0.10", undefined],
      [fromBtc, "outputAmount", "250.00", undefined],
      [fromBtc, "outputAmount", "250.01", "ValidationFailed"],
      [fromBtc, "inputAmount", "51.25", undefined],
      [fromBtc, "inputAmount", "51.26", "ValidationFailed"]
    ] as const
  )("are bounded by the operation: %j %s %s §quote-below-minimum §quote-limits", async (pair, field, text, tag) => {
    const { caller, world } = await open()
    const request = { ...pair, [field]: text }
    if (tag === undefined) await quoted(world, caller, request)
    else expect(await refused(world, caller, request)).toMatchObject({ _tag: tag })
  })

  it("too small to deliver anything is below the minimum §quote-below-minimum", async () => {
    const { caller, world } = await open()
    world.rates.price = "100000000.00"
    expect(await refused(world, caller, { ...toUsdt, inputAmount: "0.01" })).toMatchObject({
      _tag: "BelowMinimum",
      field: "inputAmount"
    })
  })
})

describe("outputBrCode", () => {
  const merchant = { merchantName: "LOJA", merchantCity: "SAO PAULO" }
  const code = (amount?: bigint) =>
    Result.getOrThrow(printBrCode({
      ...merchant,
      kind: "static",
      categoryCode: "0000",
      singleUse: false,
      key: "ana@example.com",
      ...(amount === undefined ? {} : { amount: unitsUnsafe("BRL", amount) })
    }))

  it("agrees with the output, or is refused §quote-br-code", async () => {
    const { caller, world } = await open()
    await quoted(world, caller, { ...fromUsdt, outputAmount: "10.00", outputBrCode: code() })
    await quoted(world, caller, { ...fromUsdt, outputAmount: "10.00", outputBrCode: code(1_000n) })
    expect(await refused(world, caller, { ...fromUsdt, outputAmount: "10.00", outputBrCode: code(1_001n) }))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "outputBrCode" }] })
    expect(await refused(world, caller, { ...fromUsdt, inputAmount: "10", outputBrCode: code(1_000n) }))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "outputBrCode" }] })
  })

  it("may be a charge of another place §quote-br-code", async () => {
    const { caller, world } = await open()
    const charge = Result.getOrThrow(
      printCharge({ ...merchant, gui: pixGui, location: "pix.example/qr/1", amount: unitsUnsafe("BRL", 1_000n) })
    )
    expect(await quoted(world, caller, { ...fromUsdt, outputAmount: "10.00", outputBrCode: charge }))
      .toMatchObject({ outputAmount: "10.00" })
  })

  it("is refused when it is no BR Code, and where nothing goes out by PIX §quote-br-code", async () => {
    const { caller, world } = await open()
    const broken = `${code().slice(0, -1)}${code().endsWith("0") ? "1" : "0"}`
    for (
      const request of [
        { ...fromUsdt, outputAmount: "10.00", outputBrCode: broken },
        { ...toUsdt, outputAmount: "10.00", outputBrCode: code() }
      ]
    ) {
      expect(await refused(world, caller, request)).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "outputBrCode" }]
      })
    }
  })
})

describe("the price source", () => {
  it("that has no price gives no quote §quote-rate", async () => {
    const { caller, world } = await open()
    world.rates.isUp = false
    expect(await refused(world, caller, { ...toUsdt, inputAmount: "10" })).toMatchObject({
      _tag: "UpstreamUnavailable"
    })
  })
})

describe("an Idempotency-Key", () => {
  it("gives the first quote again, also when its price is old §quote-replay", async () => {
    const { caller, world } = await open()
    const attempt = {
      route: "createQuote",
      key: "k",
      fingerprint: "f",
      encode: (answer: unknown) => JSON.stringify(answer)
    }
    const ask = () => world.run(createQuote({ caller, request: { ...toUsdt, inputAmount: "10" }, attempt }))
    const first = await ask()
    world.rates.price = "9.00"
    const second = await ask()
    expect(first._tag).toBe("Answered")
    expect(second).toEqual({
      _tag: "Stored",
      body: JSON.stringify(first._tag === "Answered" ? first.answer : undefined)
    })
    expect(
      await world.refusal(
        createQuote({ caller, request: { ...toUsdt, inputAmount: "11" }, attempt: { ...attempt, fingerprint: "g" } })
      )
    )
      .toMatchObject({ _tag: "IdempotencyConflict" })
  })
})
