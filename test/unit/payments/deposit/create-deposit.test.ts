// POST /api/deposit/asset as a use case: prices, the pair table, replays of an externalId, and which refusal answers when
// several hold (spec "Deposit request"; C2, C4, C5, C13, C38).
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import type { DepositRequest } from "../../../../core/payments/deposit/admit-deposit.ts"
import { depositAssets, depositPairs } from "../../../../core/payments/deposit/deposit.ts"
import { previewDeposit } from "../../../../core/payments/deposit/preview-deposit.ts"
import { catalogue } from "../../../../core/base/errors/catalogue.ts"
import { KycAttempts } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { World, account, depositRequest, startOfTests } from "../../../support/world.ts"
import { invoice } from "../../../vectors/address/encode.ts"

const otherCpf = "52998224725" as NonNullable<DepositRequest["taxId"]>
const ownCpf = "11144477735" as NonNullable<DepositRequest["taxId"]>

const addresses: Readonly<Record<string, string>> = {
  lightning: "ana@wallet.example",
  bitcoin: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  liquid: "QFq3vvrr6Ub2KAyb3LdoCxEQvKukB6nN9i"
}

const create = (world: World, caller: Caller, parts: Partial<DepositRequest> = {}) =>
  world.run(createDeposit({ caller, request: depositRequest(parts) }))

const refused = (world: World, caller: Caller, parts: Partial<DepositRequest>) =>
  world.refusal(createDeposit({ caller, request: depositRequest(parts) }))

const open = async (declared = account("first")) => {
  const world = await World.open()
  return { world, caller: await world.caller(declared) }
}

describe("a new deposit", () => {
  it("answers with the BR Code, the fee inside the value and the price §deposit-fee-inside", async () => {
    const { caller, world } = await open()
    const once = await create(world, caller, { externalId: "order-1" })
    expect(once).toEqual({
      _tag: "Answered",
      replayed: false,
      answer: {
        success: true,
        externalId: "order-1",
        qrCode: expect.stringContaining("br-code of dep_") as string,
        fee: 25,
        fxRateAtTx: 5,
        walletCharge: expect.stringMatching(/^dep_/) as string,
        trackId: expect.stringMatching(/./) as string,
        chargeUrl: null
      }
    })
  })

  it("tells the provider for whom it is, who is expected to pay, and what the payer's app may show", async () => {
    const { caller, world } = await open()
    await create(world, caller)
    expect(world.rail.requested).toMatchObject({
      value: 1_000n,
      expiresAt: startOfTests + 86_400_000,
      subAccountId: caller.account.mainSubAccountId,
      payer: { name: expect.stringMatching(/./) as string, taxId: ownCpf },
      description: caller.account.name
    })
  })

  it("delivers the value less the fee, rounded down to the smallest unit §deposit-fee-inside", async () => {
    const { caller, world } = await open()
    world.rates.price = "7.00"
    const { externalId, trackId } = await world.deposit(caller)
    await world.settle(trackId, "E".padEnd(32, "0"))
    await world.work()
    // 9.75 / 7.00 = 1.392857142…
    expect(await world.record(caller, externalId)).toMatchObject({ receivedAmount: 1_392_857n, fee: 25 })
  })

  it("makes an externalId for a caller who gave none §deposit-external-id-made", async () => {
    const { caller, world } = await open()
    const [first, second] = [await world.deposit(caller), await world.deposit(caller)]
    expect(first.externalId).toMatch(/^ext_/)
    expect(second.externalId).not.toBe(first.externalId)
    expect(second.walletCharge).not.toBe(first.walletCharge)
  })

  it("can be paid for as long as the account says, and its expire is a job of the same commit", async () => {
    const { caller, world } = await open()
    const deposit = await world.deposit(caller)
    expect([...world.jobs.values()]).toEqual([{
      id: `expire/${deposit.walletCharge}`,
      task: "expire-deposit",
      subject: deposit.walletCharge,
      runAt: world.clock.now + 86_400_000
    }])
  })

  it("takes the account's own fee §deposit-fee-account", async () => {
    const { caller, world } = await open()
    const account = { ...caller.account, fees: { deposit: { basisPoints: 100 } } }
    expect(await world.deposit({ ...caller, account })).toMatchObject({ fee: 10, feeInBrl: "0.10" })
  })
})

describe("pairs", () => {
  const networks = [
    "polygon",
    "arbitrum",
    "base",
    "gnosis",
    "tron",
    "solana",
    "lightning",
    "bitcoin",
    "liquid"
  ] as const
  const asked = [...depositAssets, "BRS", "USDB"] as ReadonlyArray<DepositRequest["asset"]>
  const specified = [
    "LIGHTNING lightning",
    "BTC bitcoin",
    "USDT polygon",
    "USDT arbitrum",
    "USDC polygon",
    "USDC base",
    "USDC gnosis",
    "USDCE gnosis",
    "BRLA polygon",
    "BRLA base",
    "DEPIX liquid",
    "LBTC liquid"
  ]
  const isSpecified = new Set([...specified.map((pair) => pair.split(" ")[0]), "BRS", "USDB"])

  it("are those of the specification for its assets §deposit-pairs", () => {
    const ours = depositPairs.filter(({ asset }) => isSpecified.has(asset))
    expect(ours.map(({ asset, network }) => `${asset} ${network}`)).toEqual(specified)
  })

  it.each(asked.flatMap((asset) => networks.map((network) => [asset, network] as const)))(
    "%s on %s is delivered or refused as the specification lists it §deposit-pairs §deposit-no-brs",
    async (asset, network) => {
      const { caller, world } = await open(account("first", { flags: ["BTC_RAIL", "LIQUID_RAIL"] }))
      const request = { asset, network, address: addresses[network] ?? depositRequest().address, value: 100_000 }
      if (depositPairs.some((pair) => pair.asset === asset && pair.network === network)) {
        expect(await world.deposit(caller, request)).toMatchObject({ status: "PENDING", asset, network })
      } else {
        expect(await refused(world, caller, request)).toMatchObject({
          _tag: "UnsupportedPair",
          asset,
          network,
          pairs: depositPairs
        })
        expect(world.rail.charges).toEqual([])
      }
    }
  )

  it("LIGHTNING needs no network, every other asset does §deposit-network", async () => {
    const { caller, world } = await open()
    const { network: _, ...request } = depositRequest({ asset: "LIGHTNING", address: "ana@wallet.example" })
    await world.run(createDeposit({ caller, request }))
    expect(await world.refusal(createDeposit({ caller, request: { ...request, asset: "USDT" } })))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "network" }] })
  })

  it.each(
    [["BTC", "bitcoin", "BTC_RAIL"], ["DEPIX", "liquid", "LIQUID_RAIL"], ["LBTC", "liquid", "LIQUID_RAIL"]] as const
  )("%s needs its flag §deposit-flags", async (asset, network, flag) => {
    const { caller, world } = await open()
    expect(await refused(world, caller, { asset, network, address: addresses[network] ?? "" }))
      .toMatchObject({ _tag: "FeatureNotEnabled", flag })
  })

  it("refuses an address of another network, naming the field §deposit-address", async () => {
    const { caller, world } = await open()
    expect(await refused(world, caller, { address: addresses["bitcoin"] ?? "" }))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "address" }] })
  })
})

// 9.75 at 500,000.00 a bitcoin is 1,950 satoshis.
// F9: the sandbox holds an invoice to amount and expiry as production does.
describe.each(["production", "sandbox"] as const)("an invoice as the destination in %s", (environment) => {
  const real = environment === "production"
    ? account("real", { environment, apiKey: `pontepay_live_${"r".repeat(40)}` })
    : account("real")

  const expiresIn = (seconds: number, hrp: string) =>
    invoice({ hrp, timestamp: Math.floor(startOfTests / 1_000) - 3_600 + seconds })
  const toInvoice = (address: string): Partial<DepositRequest> => ({
    asset: "LIGHTNING",
    network: "lightning",
    address
  })

  it.each([
    ["without an amount", "lnbc"],
    ["of exactly what is delivered", "lnbc19500n"]
  ])("is taken %s, and paid §deposit-invoice-amount §deposit-address-lightning", async (_, hrp) => {
    const { caller, world } = await open(real)
    world.rates.price = "500000"
    const address = expiresIn(1, hrp)
    const { externalId, trackId } = await world.deposit(caller, toInvoice(address.toUpperCase()))
    await world.settle(trackId, "E".padEnd(32, "0"))
    await world.work()
    expect(world.lightning.payments.asked).toMatchObject([{ request: { bolt11: address, sats: 1_950n } }])
    expect(await world.record(caller, externalId)).toMatchObject({ status: "COMPLETED", receivedAmount: 1_950n })
  })

  it.each([
    ["of more", "lnbc19510n", 3_600, "1951000 millisatoshis, and 1950000 would"],
    ["of less", "lnbc19490n", 3_600, "1949000 millisatoshis, and 1950000 would"],
    ["of a part of a satoshi more", "lnbc19500010p", 3_600, "1950001 millisatoshis"],
    [
      "that has just expired",
      "lnbc19500n",
      0,
      "Give an invoice that has not expired, for 1950000 millisatoshis or without"
    ],
    ["without an amount that has expired", "lnbc", -60, "has expired"]
  ])("is refused %s, naming the field §deposit-invoice-amount", async (_, hrp, seconds, message) => {
    const { caller, world } = await open(real)
    world.rates.price = "500000"
    const request = depositRequest(toInvoice(expiresIn(seconds, hrp)))
    const details = [{ field: "address", message: expect.stringContaining(message) as string }]
    expect(await refused(world, caller, request)).toMatchObject({ _tag: "ValidationFailed", details })
    expect(await world.refusal(previewDeposit({ caller, request }))).toMatchObject({
      _tag: "ValidationFailed",
      details
    })
    expect(world.rail.charges).toEqual([])
  })

  it("is the first answer's, when it is given again after it has expired §deposit-invoice-amount §deposit-external-id-replay", async () => {
    const { caller, world } = await open(real)
    world.rates.price = "500000"
    const parts = { ...toInvoice(expiresIn(60, "lnbc19500n")), externalId: "order-1" }
    const first = await create(world, caller, parts)
    world.advance(60_000)
    world.rates.price = "400000"
    expect(await create(world, caller, parts)).toEqual({ ...first, replayed: true })
  })
})

describe("an externalId that was used", () => {
  it("gives the first answer to the same request, whatever has happened since §deposit-external-id-replay", async () => {
    const { caller, world } = await open()
    const first = await create(world, caller, { externalId: "order-1" })
    world.rates.price = "9.00"
    await world.settle((await world.record(caller, "order-1")).trackId, "E".padEnd(32, "1"))
    await world.work()
    expect(await create(world, caller, { externalId: "order-1" })).toEqual({ ...first, replayed: true })
    expect(world.rail.charges).toHaveLength(1)
  })

  it("is answered before anything that may have changed is looked at §deposit-external-id-replay", async () => {
    const { caller, world } = await open()
    const first = await create(world, caller, { externalId: "order-1" })
    world.rates.isUp = world.rail.isUp = false
    const poorer = { ...caller, account: { ...caller.account, flags: [] } }
    expect(await create(world, poorer, { externalId: "order-1" })).toEqual({ ...first, replayed: true })
  })

  it.each<[string, Partial<DepositRequest>]>([
    ["value", { value: 1_001 }],
    ["asset", { asset: "USDC" }],
    ["network", { network: "arbitrum" }],
    ["address", { address: "0x000000000000000000000000000000000000dEaD" }],
    ["taxId", { taxId: ownCpf }]
  ])("is a conflict with another %s, without effect §deposit-external-id-conflict", async (_, parts) => {
    const { caller, world } = await open()
    await create(world, caller, { externalId: "order-1" })
    const commits = world.commits.length
    expect(await refused(world, caller, { externalId: "order-1", ...parts }))
      .toMatchObject({ _tag: "IdempotencyConflict", field: "externalId" })
    expect(world.commits).toHaveLength(commits)
    expect(world.rail.charges).toHaveLength(1)
  })

  it("means the same when the main account is named §deposit-main-account", async () => {
    const { caller, world } = await open()
    const first = await create(world, caller, { externalId: "order-1" })
    const named = { externalId: "order-1", subAccountId: caller.account.mainSubAccountId }
    expect(await create(world, caller, named)).toEqual({ ...first, replayed: true })
  })

  it("of somebody else is free §deposit-external-id-owner", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    await create(world, caller, { externalId: "order-1" })
    expect(await create(world, other, { externalId: "order-1", value: 5_000 })).toMatchObject({ replayed: false })
  })
})

describe("nothing is stored", () => {
  it.each([
    ["the price source", (world: World) => world.rates.isUp = false],
    ["the PIX provider", (world: World) => world.rail.isUp = false]
  ])("when %s cannot be asked §deposit-refusal-leaves-nothing §error-upstream-unavailable", async (_, breakIt) => {
    const { caller, world } = await open()
    const commits = world.commits.length
    breakIt(world)
    expect(await refused(world, caller, {})).toMatchObject({ _tag: "UpstreamUnavailable", retryAfterSeconds: 5 })
    expect(world.commits).toHaveLength(commits)
  })

  it("when nothing would be left to deliver §deposit-below-minimum §error-below-minimum", async () => {
    const { caller, world } = await open()
    const commits = world.commits.length
    world.rates.price = "1000000.00"
    expect(await refused(world, caller, { value: 1 })).toMatchObject({ _tag: "BelowMinimum", field: "value" })
    expect(world.commits).toHaveLength(commits)
  })
})

// Each cause alone gives its refusal; any two together give the one that the catalogue lists first.
describe("when several refusals hold", () => {
  interface Cause {
    readonly tag: keyof typeof catalogue
    readonly asked: Partial<DepositRequest>
    readonly arrange?: (world: World, caller: Caller) => unknown
  }

  const lostApproval = (world: World, { account }: Caller) =>
    world.run(Store.use((store) =>
      store.commit(changeSet({
        writes: [insert(KycAttempts, {
          id: "kyc_2",
          owner: account.id,
          subAccountId: account.mainSubAccountId,
          status: "REJECTED",
          level: "FULL",
          taxId: null,
          approvedAt: null,
          createdAt: world.clock.now,
          updatedAt: world.clock.now
        })]
      }))
    ))

  const causes: ReadonlyArray<Cause> = [
    { tag: "UnsupportedPair", asked: { asset: "USDT", network: "base" } },
    { tag: "IdempotencyConflict", asked: { externalId: "order-1" } },
    { tag: "NotFound", asked: { subAccountId: "sub_of_somebody_else" } },
    { tag: "FeatureNotEnabled", asked: { asset: "BTC", network: "bitcoin", address: addresses["bitcoin"] ?? "" } },
    { tag: "KycNotApproved", asked: {}, arrange: lostApproval },
    { tag: "ThirdPartyNotEnabled", asked: { taxId: otherCpf } },
    { tag: "BelowMinimum", asked: { value: 1 }, arrange: (world) => world.rates.price = "100000000.00" },
    { tag: "ValidationFailed", asked: { address: "nowhere" } }
  ]

  const answer = async (held: ReadonlyArray<Cause>) => {
    const { caller, world } = await open()
    await create(world, caller, { externalId: "order-1", value: 7_777 })
    for (const { arrange } of held) await arrange?.(world, caller)
    const commits = world.commits.length
    const request = depositRequest(Object.assign({}, ...held.map(({ asked }) => asked)) as Partial<DepositRequest>)
    const refusal = await world.refusal(createDeposit({ caller, request }))
    // Asking what it would be meets the same refusal.
    expect(await world.refusal(previewDeposit({ caller, request }))).toMatchObject({ _tag: refusal._tag })
    expect(world.commits).toHaveLength(commits)
    return refusal
  }

  it.each(causes)("$tag alone answers §deposit-refusal-leaves-nothing", async (cause) => {
    expect(await answer([cause])).toMatchObject({ _tag: cause.tag })
  })

  const order = Object.keys(catalogue)
  // One request has one asset; and an address is read as one of the network, so the pair comes before it.
  const apart = new Set(["UnsupportedPair FeatureNotEnabled", "UnsupportedPair ValidationFailed"])
  const pairs = causes.flatMap((a, index) =>
    causes.slice(index + 1).filter((b) => !apart.has(`${a.tag} ${b.tag}`)).map((b) => [a.tag, b.tag, [a, b]] as const)
  )

  it.each(pairs)(
    "%s and %s: the earlier of the catalogue answers §deposit-gate-order §gate-order",
    async (a, b, held) => {
      expect(await answer(held)).toMatchObject({ _tag: order.indexOf(a) < order.indexOf(b) ? a : b })
    }
  )
})

describe("the third-party gate §deposit-third-party", () => {
  it.each([
    ["no one named", {}, false, true],
    ["the approved tax id", { taxId: ownCpf }, false, true],
    ["another tax id", { taxId: otherCpf }, false, false],
    ["another tax id, where the account may", { taxId: otherCpf }, true, true]
  ])("%s", async (_, parts, thirdParty, passes) => {
    const { caller, world } = await open(account("first", { thirdParty }))
    if (passes) expect(await create(world, caller, parts)).toMatchObject({ replayed: false })
    else expect(await refused(world, caller, parts)).toMatchObject({ _tag: "ThirdPartyNotEnabled" })
  })
})
