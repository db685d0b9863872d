// What an operator has to look at first on the model of TRON: a token that moved something else than it was sent for is stopped, and what failed
// three times is held. Whoever asks again for what is held like this was released.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { accountOf, addressOfHex, hexOf } from "../../../adapters/tron/address.ts"
import { openStage } from "./stage.ts"
import { type World, freshAddress, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => world.mend())

const short = { patienceMs: 600 } as const

/** Does something right before the block of each transaction of the treasury. */
const beforeItsBlock = (treasury: string, act: () => Promise<void>): void => {
  world.model.faults.beforeBlock = () => world.model.waitingOf(hexOf(treasury)) ? act() : undefined
}

describe("a token that begins to keep a fee between the trial and the block", () => {
  it("is stopped after one transfer, and goes on once a delivery that was released has arrived", async () => {
    const own = await openWorld()
    try {
      const stage = await openStage(own)
      const adapter = stage.open(short)
      const [odd, held, next, last] = Array.from({ length: 4 }, () => stage.delivery({ address: freshAddress() }))
      if (odd === undefined || held === undefined || next === undefined || last === undefined) throw new Error()
      own.model.faults.beforeBlock = () =>
        own.model.waitingOf(hexOf(stage.treasury)) ? own.token.takeFee(100) : undefined
      await adapter.deliver(odd)
      own.mend()
      await own.token.takeFee(0)
      const before = own.model.broadcasts.length
      const reason = { code: "manual", detail: expect.stringContaining(odd.operationId) }
      expect(await adapter.deliver(held)).toMatchObject({ _tag: "Held", reason })
      expect(await adapter.spend(stage.order())).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
      expect(await stage.open(short).deliver(next)).toMatchObject({ _tag: "Held", reason })
      expect(own.model.broadcasts).toHaveLength(before)
      // Released in another process.
      const again = stage.open()
      await again.deliver(held)
      await again.deliver(last)
      await again.deliver(next)
      await again.spend(stage.order())
      expect(stage.answers).toEqual([
        "Unknown",
        "Held manual",
        "Held paused",
        "Held manual",
        "Done",
        "Done",
        "Done",
        "Done"
      ])
      expect([odd, held, next, last].map(({ address }) => own.moved(address))).toEqual([
        [4_950_001n],
        [5_000_001n],
        [5_000_001n],
        [5_000_001n]
      ])
    } finally {
      await own.close()
    }
  })

  it("stays stopped while what was released arrives no better, and other tokens go on", async () => {
    const own = await openWorld()
    try {
      const stage = await openStage(own)
      const other = await own.model.contracts.deployToken()
      const mint = `40c10f19${accountOf(stage.treasury).padStart(64, "0")}${"f".repeat(10).padStart(64, "0")}`
      await own.model.contracts.run("ad".repeat(20), other, mint, 1_000_000n)
      await own.solidified()
      const tokens = [
        { asset: "USDT", address: own.token.address },
        { asset: "USDC", address: addressOfHex(other) }
      ] as const
      const adapter = stage.open({ ...short, tokens })
      const [odd, held, next] = Array.from({ length: 3 }, () => stage.delivery({ address: freshAddress() }))
      if (odd === undefined || held === undefined || next === undefined) throw new Error()
      await own.token.moveNothing(true)
      await adapter.deliver(odd)
      await adapter.deliver(held)
      await adapter.deliver(held)
      await adapter.lookUp(held.operationId)
      await own.token.moveNothing(false)
      await adapter.deliver(next)
      await stage.open({ tokens }).deliver(stage.delivery({ asset: "USDC" }))
      expect(stage.answers).toEqual(["Unknown", "Held manual", "Unknown", "Unknown", "Held manual", "Done"])
    } finally {
      await own.close()
    }
  })

  it("is not gone on with by a transfer of an earlier block", async () => {
    const own = await openWorld()
    try {
      const stage = await openStage(own)
      const adapter = stage.open(short)
      const [early, odd, next] = Array.from({ length: 3 }, () => stage.delivery({ address: freshAddress() }))
      if (early === undefined || odd === undefined || next === undefined) throw new Error()
      // Both are in blocks before anyone looks; the odd one is looked at first.
      own.model.faults.solidStopped = true
      await adapter.deliver(early)
      await own.token.moveNothing(true)
      await adapter.deliver(odd)
      await own.token.moveNothing(false)
      own.mend()
      await own.solidified()
      await adapter.lookUp(odd.operationId)
      await adapter.lookUp(early.operationId)
      await adapter.deliver(next)
      expect(stage.answers).toEqual(["Unknown", "Unknown", "Unknown", "Done", "Held manual"])
    } finally {
      await own.close()
    }
  })
})

describe("a delivery that failed three times and took a fee each time", () => {
  it("is held until it is released, and has one more attempt then", async () => {
    const stage = await openStage(world)
    const order = stage.delivery()
    const fails = async () => {
      beforeItsBlock(stage.treasury, () => world.token.pause(true))
      const found = await stage.open().deliver(order)
      world.mend()
      await world.token.pause(false)
      return found
    }
    for (let attempt = 0; attempt < 3; attempt++) await fails()
    const before = world.model.broadcasts.length
    expect(await stage.open().deliver(order)).toMatchObject({ _tag: "Held", reason: { code: "manual" } })
    expect(world.model.broadcasts).toHaveLength(before)
    // Released: it fails once more, and is held again.
    expect(await fails()).toMatchObject({ _tag: "Unknown", reason: { code: "reverted" } })
    expect(await stage.open().deliver(order)).toMatchObject({ _tag: "Held", reason: { code: "manual" } })
    expect(await stage.open().deliver(order)).toMatchObject({ _tag: "Done" })
    expect(stage.moved()).toEqual([order.units])
  })
})
