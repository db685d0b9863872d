// What left the treasury, as the chain shows it to an adapter whose data store knows nothing of it.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import { lies } from "./faults-of-lies.ts"
import { type Stage, openStage } from "./stage.ts"
import { hasSurfnet, notRun } from "./surfnet.ts"
import { type World, openWorld } from "./world.ts"

describe.skipIf(!hasSurfnet)(`what left the treasury on a Solana node${notRun}`, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const staged = (test: (stage: Stage, since: number) => Promise<void>, nodes: 1 | 3 = 1) => async () => {
    const since = Date.now()
    const stage = await openStage(world, nodes)
    try {
      await test(stage, since)
    } finally {
      await stage.close()
    }
  }
  const restored = async ({ open }: Stage) => open({}, {}, await openPlane())

  it(
    "is shown with its memo, once it is final",
    staged(async (stage, since) => {
      const { delivery, open, to } = stage
      const adapter = open()
      const [order, other] = [delivery(), delivery({ asset: "USDT", units: 7n })]
      const answers = [await adapter.deliver(order), await adapter.deliver(other)]
      const found = await until(
        async () => (await restored(stage)).sentSince(since),
        (all) => all.every((each) => each.isDone)
      )
      const receipts = answers.map((answer) => answer._tag === "Done" ? answer.value : answer)
      expect(found).toHaveLength(2)
      for (const [place, { asset, operationId, units }] of [order, other].entries()) {
        expect(found).toContainEqual({
          mark: adapter.chain.markOf?.(operationId, "solana"),
          to,
          asset,
          units,
          receipt: receipts[place],
          isDone: true
        })
      }
    })
  )

  it(
    "is not done while its block may be taken back, and what failed or came in did not leave",
    staged(async (stage, since) => {
      const { USDC, delivery, everywhere, mend, once, open, order, treasury, world: { give } } = stage
      const adapter = open()
      await adapter.createNonces()
      const spend = order({ to: treasury })
      await adapter.submit(await adapter.sign(spend))
      once("sendTransaction", () => give(USDC, treasury, 1n))
      const late = delivery()
      await open({ patienceMs: 50 }).deliver(late)
      mend()
      await adapter.end(late.operationId)
      const other = await restored(stage)
      expect(await other.sentSince(since)).toEqual([])
      expect(await other.spentSince(spend.from.solana, since)).toMatchObject([
        { mark: spend.operationId, to: treasury, asset: "USDC", units: spend.units }
      ])
      await give(USDC, treasury, 10_000_000n)
      await adapter.deliver(late)
      everywhere((line) => line.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] })))
      const found = await (await restored(stage)).sentSince(since)
      expect(found.map(({ isDone, mark }) => ({ isDone, mark }))).toEqual([{ isDone: false, mark: late.operationId }])
    })
  )

  it(
    "has no asset where the settings have no such token",
    staged(async (stage, since) => {
      const { USDT, delivery, open, to } = stage
      await open().deliver(delivery())
      const found = await open({ tokens: [USDT] }).sentSince(since)
      expect(found.map((each) => ({ ...each, receipt: 0, isDone: false }))).toEqual([
        { mark: expect.stringMatching(/^deliver/), to, asset: null, units: 5_000_001n, receipt: 0, isDone: false }
      ])
    })
  )

  it(
    "is all there where one of three nodes hides it, and no more where it invents some",
    staged(async (stage, since) => {
      const { delivery, lines: [line], open } = stage
      const order = delivery()
      await open().deliver(order)
      const invented = "1".repeat(64)
      for (
        const lie of [
          () => [],
          () => [{ signature: invented, blockTime: null }],
          () => [{ signature: invented, blockTime: 1 }]
        ]
      ) {
        line?.answers("getSignaturesForAddress", lie)
        line?.answers("getTransaction", (_, answer) => answer ?? { slot: 1 })
        expect((await open().sentSince(since)).map(({ mark }) => mark)).toEqual([order.operationId])
      }
      line?.answers("getTransaction", () => null)
      expect((await open().sentSince(since)).map(({ mark }) => mark)).toEqual([order.operationId])
      line?.always("*", "cut")
      expect((await open().sentSince(since)).map(({ mark }) => mark)).toEqual([order.operationId])
    }, 3)
  )

  it(
    "and what left a wallet is looked up by what was signed, whatever one of three nodes says",
    staged(async (stage) => {
      const { lines: [line], mend, open, order } = stage
      const adapter = open()
      await adapter.createNonces()
      const spend = await adapter.sign(order())
      const done = await adapter.submit(spend)
      await world.slots(40)
      const other = await restored(stage)
      for (const { says } of lies) {
        for (const [method, answer] of Object.entries(says)) line?.answers(method, answer)
        expect(await other.lookUpSigned(spend)).toEqual(done)
        mend()
      }
    }, 3)
  )

  it(
    "cannot be read where nodes have no blocks of that time, or are away",
    staged(async (stage, since) => {
      const { lines: [one, two], open } = stage
      await expect(open().sentSince(since - 3_600_000)).rejects.toMatchObject({ _tag: "ChainUnavailable" })
      one?.answers("getBlockTime", () => null)
      expect(await open().sentSince(since)).toEqual([])
      two?.always("*", "cut")
      await expect(open().sentSince(since)).rejects.toMatchObject({ _tag: "ChainUnavailable" })
    }, 3)
  )

  it(
    "is of the chain and the treasury",
    staged(async ({ open, treasury }) => {
      const { chain } = open()
      expect(await Effect.runPromise(chain.account?.("solana") ?? Effect.die("none"))).toBe(
        `solana:${world.genesisHash.slice(0, 32)}/${treasury}`
      )
      expect(chain.livesMs?.("solana")).toBeGreaterThan(150 * 400)
    })
  )
})
