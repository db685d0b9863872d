// The statement of reserves: what is owed by the ledger, what is held by the adapters, and no difference that rests on a guess.
import { Context, Effect, Layer } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { providers } from "../../../../adapters/unconfigured/ports.ts"
import { readReserves } from "../../../../core/reports/books/read-reserves.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { Chain, ChainUnavailable, type Float } from "../../../../core/ports/chain.ts"
import { LightningNode, NodeSilent } from "../../../../core/ports/lightning-node.ts"
import { RailBooks, RailBooksUnavailable } from "../../../../core/ports/rail-books.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { planes } from "../../../support/planes.ts"
import { World, startOfTests } from "../../../support/world.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const levels: ReadonlyArray<Float> = [
  { network: "polygon", what: "USDT", units: 5_000_000n, role: "treasury" },
  { network: "tron", what: "USDT", units: 500_000n, role: "treasury" },
  { network: "polygon", what: "USDC", units: 9n, role: "fuel" }
]

const holding = (sats: bigint): LightningNode["Service"]["balance"] => Effect.succeed(unitsUnsafe("BTC", sats))
const silent: LightningNode["Service"]["balance"] = Effect.fail(new NodeSilent({ reason: "away" }))

/** A world that owes R$ 20.00 for two paid charges; undefined is an adapter that cannot be asked. */
const owing = async (held: {
  readonly pix?: bigint
  readonly chain?: ReadonlyArray<Float>
  readonly lightning?: LightningNode["Service"]["balance"]
}) => {
  const { chain, pix } = held
  world = await World.open(planes.memory, (services) =>
    services.pipe(
      Context.add(Chain, {
        ...Context.get(services, Chain),
        floats: () =>
          chain === undefined ? Effect.fail(new ChainUnavailable({ reason: "away" })) : Effect.succeed(chain)
      }),
      (given) => {
        const { balance: _, ...node } = Context.get(given, LightningNode)
        const { lightning: balance } = held
        return Context.add(given, LightningNode, balance === undefined ? node : { ...node, balance })
      },
      Context.add(RailBooks, {
        lists: [],
        movements: () => Effect.succeed({ facts: [], next: null }),
        balance: pix === undefined
          ? Effect.fail(new RailBooksUnavailable({ reason: "away" }))
          : Effect.succeed(unitsUnsafe("BRL", pix))
      })
    ))
  const caller = await world.caller()
  for (let n = 1; n <= 2; n++) {
    const deposit = await world.deposit(caller)
    await world.settle(deposit.trackId, endToEndIdAt(n), "DEPOSIT-SUCCESS", `payment ${n}`)
  }
  return await world.run(readReserves())
}

const at = new Date(startOfTests).toISOString()

describe("the statement of reserves", () => {
  it("sets what the ledger owes against what is held where, with the instant of each reading §reserves", async () => {
    expect(await owing({ pix: 19_99n, chain: levels, lightning: holding(150_000_001n) })).toEqual({
      at,
      assets: [
        {
          asset: "BRL",
          liabilities: "20.00",
          holdings: "19.99",
          difference: "-0.01",
          owed: [{ kind: "deposit-owed", amount: "20.00" }],
          held: [{ place: "pix", amount: "19.99", readAt: at }]
        },
        {
          asset: "BTC",
          liabilities: "0",
          holdings: "1.50000001",
          difference: "1.50000001",
          owed: [],
          held: [{ place: "lightning", amount: "1.50000001", readAt: at }]
        },
        {
          asset: "USDT",
          liabilities: "0",
          holdings: "5.5",
          difference: "5.5",
          owed: [],
          held: [{ place: "polygon", amount: "5", readAt: at }, { place: "tron", amount: "0.5", readAt: at }]
        }
      ],
      notRead: []
    })
  })

  it("knows no difference of BTC where the Lightning node cannot be read, whatever chains hold §reserves", async () => {
    const onChain: Float = { network: "bitcoin", what: "BTC", units: 7n, role: "treasury" }
    const { assets, notRead } = await owing({ pix: 20_00n, chain: [onChain], lightning: silent })
    expect(assets).toMatchObject([
      { asset: "BRL", difference: "0.00" },
      { asset: "BTC", holdings: "0.00000007", difference: null, held: [{ place: "bitcoin" }] }
    ])
    expect(notRead).toEqual([{
      place: "lightning",
      reason: "it cannot be read now",
      cause: { code: "notReadNow" }
    }])
  })

  it("has no holding of a Lightning node that is not there, and names an adapter that reads none §reserves", async () => {
    const unconfigured = await Effect.runPromise(Effect.scoped(Layer.build(providers.lightningNode)))
    const { balance } = Context.get(unconfigured, LightningNode)
    if (balance === undefined) throw new Error("it says nothing of a node")
    expect(await owing({ pix: 20_00n, chain: [], lightning: balance })).toMatchObject({
      assets: [{ asset: "BRL", difference: "0.00" }],
      notRead: []
    })
    await world?.close()
    expect(await owing({ pix: 20_00n, chain: [] })).toMatchObject({
      assets: [{ asset: "BRL", difference: "0.00" }],
      notRead: [{
        place: "lightning",
        reason: "the adapter tells no balance",
        cause: { code: "noBalance" }
      }]
    })
  })

  it("names what could not be read, and tells no difference that needs it §reserves", async () => {
    const { assets, notRead } = await owing({})
    expect(assets).toMatchObject([{ asset: "BRL", liabilities: "20.00", holdings: "0.00", difference: null, held: [] }])
    expect(notRead.map(({ place }) => place)).toEqual([
      "pix",
      "polygon",
      "arbitrum",
      "base",
      "gnosis",
      "tron",
      "solana",
      "bitcoin",
      "liquid",
      "lightning"
    ])
  })
})
