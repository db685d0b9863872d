// No order without a way: what no provider and no operator would deliver, or what is too little for its network, is refused before
// anything is made (C69; 0260).
import { Context, Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { chainByNetwork } from "../../../../adapters/networks/chain.ts"
import { unconfiguredChain } from "../../../../adapters/unconfigured/ports.ts"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { previewDeposit } from "../../../../core/payments/deposit/preview-deposit.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { createQuote } from "../../../../core/payments/quote/create-quote.ts"
import { chainAdapter, pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { AccountUnread } from "../../../../core/ports/provider-account.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { type Services, World, account, depositRequest } from "../../../support/world.ts"
import { invoiceRequest } from "../lightning-invoice/lightning-invoice.scene.ts"
import { payer, payoutRequest } from "../payout/payouts.ts"
import { openSwapper } from "../swap/swap.scene.ts"

const bitcoin = { asset: "BTC", network: "bitcoin", address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2" } as const
const gnosis = { asset: "USDC", network: "gnosis" } as const
const lightning = { asset: "LIGHTNING", network: "lightning", address: "ana@wallet.example" } as const
const everything = account("first", { flags: ["BTC_RAIL", "LIQUID_RAIL"] })

const open = async (decorate?: (services: Context.Context<Services>) => Context.Context<Services>) => {
  const world = await World.open(undefined, decorate)
  const caller = await world.caller(everything)
  const refusals = async (parts: Parameters<typeof depositRequest>[0]) => {
    const request = depositRequest(parts)
    const refused = await world.refusal(createDeposit({ caller, request }))
    // Asking what it would be is refused in the same words.
    expect(await world.refusal(previewDeposit({ caller, request }))).toEqual(refused)
    expect(world.rail.charges).toEqual([])
    return refused
  }
  return { world, caller, refusals }
}

/** A network of the sandbox whose file names polygon and base alone. */
const twoNetworks = (services: Context.Context<Services>) => {
  const plain = chainAdapter.of(services)
  return Context.merge(
    services,
    chainAdapter.services(chainByNetwork({ base: plain, polygon: plain }, unconfiguredChain))
  )
}

describe("a deposit §ways", () => {
  it("on a network that is not configured is refused, naming those that are", async () => {
    const { refusals } = await open(twoNetworks)
    expect(await refusals(gnosis)).toMatchObject({
      _tag: "UpstreamUnavailable",
      upstream: "Delivery of USDC on gnosis",
      details: [{ field: "network", message: "It is delivered on: polygon, base" }]
    })
    expect(await refusals(bitcoin)).toMatchObject({
      details: [{ field: "network", message: "No network delivers it here" }]
    })
  })

  it("of LIGHTNING is refused where no node pays", async () => {
    const { refusals, world } = await open()
    world.lightning.ways.payments = "none"
    expect(await refusals(lightning)).toMatchObject({
      _tag: "UpstreamUnavailable",
      upstream: "Delivery of BTC on lightning"
    })
  })

  it("is taken where returns are an operator's, and refused where none are made", async () => {
    const { caller, refusals, world } = await open((services) =>
      Context.merge(services, pixRailAdapter.services({ ...pixRailAdapter.of(services), returnsFailed: false }))
    )
    world.rail.ways.returns = "none"
    expect(await refusals({})).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The PIX provider" })
    world.rail.ways.returns = "operator"
    expect((await world.deposit(caller)).qrCode).not.toBeNull()
  })

  // 546 satoshis and a fifth are 656: at 500,000.00 a bitcoin 3.28 after a fee of 2.5 %.
  it("below the least of its network and a fifth is refused, naming the least value", async () => {
    const { caller, refusals, world } = await open()
    world.rates.price = "500000"
    world.chain.leastDelivery = ({ network }) => network === "bitcoin" ? 546n : 0n
    const refused = await refusals({ ...bitcoin, value: 335 })
    expect(refused).toMatchObject({ _tag: "BelowMinimum", field: "value", least: "336" })
    expect(await refusals({ ...bitcoin, value: 1 })).toMatchObject({ _tag: "BelowMinimum", least: "336" })
    expect((await world.deposit(caller, { ...bitcoin, value: 336 })).qrCode).not.toBeNull()
    world.chain.leastDelivery = ({ address }) => address === bitcoin.address ? 547n : 0n
    expect(await world.refusal(createDeposit({ caller, request: depositRequest({ ...bitcoin, value: 336 }) })))
      .toMatchObject({ _tag: "BelowMinimum", field: "value" })
  })
})

describe("a quote §ways", () => {
  const sides = { inputCurrency: "BRL", inputPaymentMethod: "PIX", outputCurrency: "BTC" } as const
  const back = { inputCurrency: "BTC", outputCurrency: "BRL", outputPaymentMethod: "PIX" } as const
  const toLightning = { ...sides, outputPaymentMethod: "LIGHTNING", inputAmount: "10.00" } as const
  const fromLightning = { ...back, inputPaymentMethod: "LIGHTNING", outputAmount: "10.00" } as const
  const toUsdt = { ...sides, outputCurrency: "USDT", outputPaymentMethod: "POLYGON" } as const

  it("of what cannot be delivered or paid is refused", async () => {
    const { caller, world } = await open()
    const refused = async (request: Parameters<typeof createQuote>[0]["request"]) =>
      await world.refusal(createQuote({ caller, request }))
    world.lightning.ways.payments = "none"
    expect(await refused(toLightning)).toMatchObject({ _tag: "UpstreamUnavailable" })
    expect(await refused(fromLightning)).toMatchObject({ _tag: "UpstreamUnavailable" })
    world.chain.leastDelivery = () => undefined
    expect(await refused({ ...toUsdt, inputAmount: "10.00" })).toMatchObject({ _tag: "UpstreamUnavailable" })
    world.lightning.ways.payments = "provider"
    world.rail.ways.payments = "none"
    expect(await refused(fromLightning)).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The PIX provider" })
    const fromUsdt = { ...back, inputCurrency: "USDT", inputPaymentMethod: "POLYGON", outputAmount: "10.00" } as const
    expect(await refused(fromUsdt)).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The PIX provider" })
  })

  it("below the least is refused on the side that was requested", async () => {
    const { caller, world } = await open()
    world.chain.leastDelivery = () => 1_000_000n
    const refused = async (amount: object) =>
      await world.refusal(createQuote({ caller, request: { ...toUsdt, ...amount } }))
    expect(await refused({ inputAmount: "6.14" })).toMatchObject({ field: "inputAmount", least: "6.15" })
    expect(await refused({ outputAmount: "1.199999" })).toMatchObject({ field: "outputAmount", least: "1.2" })
    expect(await world.run(createQuote({ caller, request: { ...toUsdt, inputAmount: "6.15" } }))).toMatchObject({
      _tag: "Answered"
    })
  })
})

it("a payout whose PIX cannot be paid, or whose asset could not be given back, is refused before its PIN §ways", async () => {
  const by = await payer()
  const refused = async () =>
    await by.world.refusal(
      createPayout({ caller: by.caller, request: payoutRequest(by, { walletPin: Redacted.make("000000") }) })
    )
  by.world.rail.ways.payments = "none"
  expect(await refused()).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The PIX provider" })
  by.world.rail.ways.payments = "operator"
  by.world.chain.leastDelivery = ({ network }) => network === "base" ? 0n : undefined
  expect(await refused()).toMatchObject({
    _tag: "UpstreamUnavailable",
    details: [{ field: "network", message: "No network delivers it here" }]
  })
  by.world.chain.leastDelivery = () => 0n
  expect(await refused()).toMatchObject({ _tag: "InvalidPin" })
})

it("an invoice whose PIX cannot be paid, or whose satoshis could not go back, is not made §ways", async () => {
  const { caller, world } = await open()
  const refused = async () => await world.refusal(createLightningInvoice({ caller, request: invoiceRequest() }))
  world.rail.ways.payments = "none"
  expect(await refused()).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The PIX provider" })
  world.rail.ways.payments = "provider"
  world.lightning.ways.payments = "none"
  expect(await refused()).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The Lightning node" })
  expect(world.lightning.made).toEqual([])
})

it("a swap is taken where an operator converts, and refused where DePix is never converted §ways", async () => {
  const { refusal, world } = await openSwapper()
  world.pool.ways.swaps = "none"
  expect(await refusal({ walletPin: "000000" })).toMatchObject({
    _tag: "UpstreamUnavailable",
    upstream: "The swap pool"
  })
  world.pool.ways.swaps = "operator"
  expect(await refusal({ walletPin: "000000" })).toMatchObject({ _tag: "InvalidSwapPin" })
})

it("what is open when its network is taken out is held, and goes out once it is there again §ways-taken-out", async () => {
  let isConfigured = true
  const { caller, world } = await open((services) => {
    const chain = chainAdapter.of(services)
    const none = Effect.fail(new AccountUnread({ reason: "no provider is configured", why: "notConfigured" }))
    const account = (network: "polygon") => isConfigured ? chain.account(network) : none
    return Context.merge(services, chainAdapter.services({ ...chain, account: account as typeof chain.account }))
  })
  const deposit = await world.deposit(caller)
  isConfigured = false
  await world.settle(deposit.trackId, endToEndIdAt(1))
  await world.work()
  const [movement] = await world.run(list(Movements, "bySubject", deposit.walletCharge, { limit: 1 }))
  expect(movement?.value).toMatchObject({ state: "HELD", sentAt: null, reason: { code: "notConfigured" } })
  isConfigured = true
  world.advance(6 * 60_000)
  await world.work()
  expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "COMPLETED" })
})
