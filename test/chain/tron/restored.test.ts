// Where the records of what was sent are gone, as after an older copy of the data store was put back: the model shows what left the treasury,
// and what became of what a wallet signed.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import { openStage } from "./stage.ts"
import { type World, chainOn, freshAddress, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld({ nodes: 3, agree: 2 })
})
afterAll(() => world.close())

/** The adapter of the same keys on a data store that has nothing. */
const openEmpty = async (keys: Parameters<World["opened"]>[0], on = world): Promise<Required<ChainAdapter>> =>
  chainOn(on.opened(keys), await openPlane()) as Required<ChainAdapter>

const minute = 60_000

describe("what left the treasury", () => {
  it("is shown without any record of it, once it is in a block", async () => {
    const stage = await openStage(world)
    const since = Date.now()
    const adapter = stage.open()
    const order = stage.delivery()
    const hash = (found: Awaited<ReturnType<typeof adapter.deliver>>) => found._tag === "Done" ? found.value : undefined
    const receipt = hash(await adapter.deliver(order))
    const spend = stage.order({ to: freshAddress() })
    await adapter.spend(spend)
    const chain = await openEmpty(stage.keys)
    const asked = () => Effect.runPromise(chain.sentSince({ network: "tron", since }))
    const done = { mark: null, to: stage.to, asset: "USDT", units: order.units, receipt, isDone: true }
    expect(await asked()).toEqual([done])
    const left = { network: "tron", from: stage.wallet.address, since, until: Date.now() } as const
    expect(await Effect.runPromise(chain.spentSince(left))).toMatchObject([
      { mark: null, to: spend.to, asset: "USDT", units: spend.units, isDone: true }
    ])
    world.model.faults.solidStopped = true
    const other = stage.delivery({ address: freshAddress(), units: 7n })
    await stage.open({ patienceMs: 300 }).deliver(other)
    const [, seen] = await until(asked, (found) => found.length === 2)
    expect(seen).toMatchObject({ to: other.address, units: 7n, isDone: false })
    world.mend()
    await world.solidified()
    expect((await asked()).map(({ isDone }) => isDone)).toEqual([true, true])
  })

  it("is the treasury's on this network, and lands within the life of a delivery or never", async () => {
    const stage = await openStage(world)
    const chain = await openEmpty(stage.keys)
    const genesis = world.model.block(0)?.id ?? ""
    expect(await Effect.runPromise(chain.account("tron"))).toBe(
      `tron:0x${genesis.slice(-8).replace(/^0+/, "")}/${stage.treasury}`
    )
    expect(chain.livesMs("tron")).toBe(600_000 + 2 * minute)
    expect(chain.markOf).toBeUndefined()
  })

  it("cannot be said while two of three nodes do not find events", async () => {
    const stage = await openStage(world)
    const chain = await openEmpty(stage.keys)
    for (const line of world.lines.slice(1)) line.lie("/jsonrpc", () => ({ error: { code: -32_601, message: "none" } }))
    const found = await Effect.runPromise(Effect.flip(chain.sentSince({ network: "tron", since: Date.now() })))
    world.mend()
    expect(found).toMatchObject({ _tag: "ChainUnavailable", reason: "1 of 3 nodes say what left, 2 have to" })
  })
})

describe("what a wallet signed", () => {
  it("is Done where it has landed, also after its deadline and without any record", async () => {
    const own = await openWorld()
    try {
      const stage = await openStage(own)
      const adapter = stage.open()
      const spend = stage.order({ sendBefore: Date.now() + minute })
      const signed = await adapter.sign(spend)
      const chain = await openEmpty(stage.keys, own)
      const found = () => Effect.runPromise(chain.lookUpSigned({ ...signed, sendBefore: Date.now() + 2 * minute }))
      expect(await found()).toMatchObject({ _tag: "Absent" })
      const done = await adapter.submit(signed)
      own.model.jump(2 * minute)
      await own.solidified()
      const receipt = done._tag === "Done" ? done.value : undefined
      expect(await Effect.runPromise(chain.lookUpSigned(signed))).toEqual({
        _tag: "Done",
        value: { transactionHash: receipt?.transactionHash, place: receipt?.place }
      })
    } finally {
      await own.close()
    }
  })

  it("is Absent where it never landed and cannot any more", async () => {
    const own = await openWorld()
    try {
      const stage = await openStage(own)
      const signed = await stage.open().sign(stage.order({ sendBefore: Date.now() + minute / 2 }))
      const chain = await openEmpty(stage.keys, own)
      const found = () => Effect.runPromise(chain.lookUpSigned(signed))
      expect(await found()).toMatchObject({ _tag: "Unknown" })
      own.model.jump(minute)
      await own.solidified()
      expect(await found()).toMatchObject({ _tag: "Absent" })
    } finally {
      await own.close()
    }
  })
})
