// What is not wanted any more on the model of TRON: nothing of it is signed or sent by anyone from then on, and what was signed before is
// waited for until it has landed or expired.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hexOf } from "../../../adapters/tron/address.ts"
import type { SecpSigner } from "../../../adapters/custody/signer.ts"
import { until } from "../../support/anvil.ts"
import { signerOf } from "./adapter-of.ts"
import { openStage } from "./stage.ts"
import { type World, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const short = { patienceMs: 300, deliveryMs: 60_000 } as const
const broadcast = "/wallet/broadcasthex"

/** Lets the network's time pass the expiration of what was signed, by solidified blocks. */
const expired = async (at: World): Promise<void> => {
  at.model.jump(61_000)
  const { time } = at.model.head
  await until(async () => at.model.solidHead.time, (solid) => solid > time + 61_000)
}

/** Something that takes a network of its own, as its time jumps. */
const onItsOwn = async (act: (own: World) => Promise<void>): Promise<void> => {
  const own = await openWorld()
  try {
    await act(own)
  } finally {
    await own.close()
  }
}

describe("a delivery that is cancelled", () => {
  it("while no node takes it is sent by no one afterwards, and is Absent once it has expired", () =>
    onItsOwn(async (own) => {
      const stage = await openStage(own)
      const order = stage.delivery()
      const [one, two] = [stage.open(short), stage.open(short)]
      own.lines[0]?.always(broadcast, "cut")
      await one.deliver(order)
      await one.cancel(order.operationId)
      own.mend()
      await one.carry()
      await two.carry()
      await two.deliver(order)
      await own.solidified()
      expect(own.model.broadcasts).toEqual([])
      await expired(own)
      await two.carry()
      await two.cancel(order.operationId)
      await one.deliver(order)
      expect(stage.answers).toEqual(["Unknown", "Unknown", "Unknown", "Absent", "Refused"])
      expect(stage.moved()).toEqual([])
    }))

  it("before anything of it is on record is Refused", async () => {
    const stage = await openStage(world)
    const order = stage.delivery()
    const before = world.model.broadcasts.length
    await stage.open().cancel(order.operationId)
    await stage.open().deliver(order)
    await stage.open().cancel(order.operationId)
    await stage.open().lookUp(order.operationId)
    expect(stage.answers).toEqual(["Absent", "Refused", "Absent", "Absent"])
    expect(world.model.broadcasts).toHaveLength(before)
  })

  it("while another process signs it is not sent", async () => {
    const stage = await openStage(world)
    const order = stage.delivery()
    const before = world.model.broadcasts.length
    const { publicKey, sign } = signerOf(stage.keys.treasuryKey)
    const slow: SecpSigner = {
      publicKey,
      sign: (digest, purpose) =>
        Effect.promise(() => stage.open().cancel(order.operationId)).pipe(Effect.andThen(sign(digest, purpose)))
    }
    const found = await stage.open({}, { treasury: slow }).deliver(order)
    expect(found).toMatchObject({ _tag: "Refused", reason: { code: "cancelled" } })
    expect(stage.answers).toEqual(["Absent", "Refused"])
    expect(world.model.broadcasts).toHaveLength(before)
  })

  it("while another process finds that its receiver is blocked is Refused as cancelled", async () => {
    const stage = await openStage(world)
    const order = stage.delivery()
    await world.token.block(stage.to, true)
    await world.solidified()
    let isCancelled = false
    // Before the first answer of the check, which another process has begun.
    world.lines[0]?.lie("/walletsolidity/triggerconstantcontract", async (answer) => {
      if (!isCancelled) {
        isCancelled = true
        await stage.open().cancel(order.operationId)
      }
      return answer
    })
    const found = await stage.open().deliver(order)
    world.mend()
    expect(found).toMatchObject({ _tag: "Refused", reason: { code: "cancelled" } })
  })

  it("is Refused also while it could not be sent", async () => {
    const stage = await openStage(world)
    const [order, spend] = [stage.delivery(), stage.order()]
    const adapter = stage.open()
    const signed = await adapter.sign(spend)
    await adapter.cancel(order.operationId)
    await adapter.cancel(spend.operationId)
    await world.token.pause(true)
    await adapter.deliver(order)
    await adapter.submit(signed)
    await world.token.pause(false)
    expect(stage.answers).toEqual(["Absent", "Absent", "Refused", "Refused"])
  })

  it("after it has landed is Done, and after it was taken by a node is what becomes of it", async () => {
    const stage = await openStage(world)
    const [landed, taken] = [stage.delivery(), stage.delivery()]
    const adapter = stage.open(short)
    await stage.open().deliver(landed)
    await adapter.cancel(landed.operationId)
    world.model.faults.solidStopped = true
    await adapter.deliver(taken)
    await adapter.cancel(taken.operationId)
    world.mend()
    await adapter.end(taken.operationId)
    await adapter.cancel(taken.operationId)
    await adapter.deliver(taken)
    expect(stage.answers).toEqual(["Done", "Done", "Unknown", "Unknown", "Done", "Done", "Done"])
    expect(stage.moved()).toHaveLength(2)
  })

  it("after its call failed is not made anew", async () => {
    const stage = await openStage(world)
    const order = stage.delivery()
    const adapter = stage.open()
    world.model.faults.beforeBlock = () => world.token.pause(true)
    await adapter.deliver(order)
    world.mend()
    await world.token.pause(false)
    await adapter.cancel(order.operationId)
    await adapter.deliver(order)
    expect(stage.answers.slice(-2)).toEqual(["Absent", "Refused"])
    expect(stage.moved()).toEqual([])
  })
})

describe("a spend that is cancelled", () => {
  it("before it is sent is Refused, and the wallet is given nothing for it", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    const spend = stage.order()
    const signed = await adapter.sign(spend)
    const before = world.sunOf(stage.fees)
    await adapter.cancel(spend.operationId)
    await adapter.submit(signed)
    expect(stage.answers).toEqual(["Absent", "Refused"])
    expect(world.sunOf(stage.fees)).toBe(before)
    await expect(adapter.sign(spend)).rejects.toMatchObject({ _tag: "ChainUnavailable" })
  })

  it("while the wallet is given what it needs is not sent, and nothing more is given", async () => {
    const stage = await openStage(world)
    const adapter = stage.open({ patienceMs: 300 })
    const spend = stage.order()
    const signed = await adapter.sign(spend)
    world.model.faults.loses = () => true
    await adapter.submit(signed)
    await adapter.cancel(spend.operationId)
    world.mend()
    await world.solidified()
    // The account was activated, and is not given TRX.
    const before = world.sunOf(stage.fees)
    await adapter.submit(signed)
    await adapter.carry()
    await world.solidified()
    expect(stage.answers).toEqual(["Held fuel", "Absent", "Refused"])
    expect(world.sunOf(stage.fees)).toBe(before)
    expect(stage.moved()).toEqual([])
  })

  it("before the first step for it is made is not sent, and the wallet is given nothing", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    const spend = stage.order()
    const signed = await adapter.sign(spend)
    const before = world.sunOf(stage.fees)
    world.lines[0]?.lie("/wallet/getcandelegatedmaxsize", async (answer) => {
      await stage.open().cancel(spend.operationId)
      return answer
    })
    await adapter.submit(signed)
    world.mend()
    expect(stage.answers.at(-1)).toBe("Refused")
    expect(world.sunOf(stage.fees)).toBe(before)
    expect(stage.moved()).toEqual([])
  })

  it("while the wallet is lent energy for it gives the energy back before it would have expired", async () => {
    const stage = await openStage(world)
    world.stake(stage.fees, 100_000_000_000n)
    const adapter = stage.open({ patienceMs: 300 })
    const spend = stage.order()
    const signed = await adapter.sign(spend)
    const lent = () => world.model.accounts.lentSun(hexOf(stage.fees))
    // Before it is sure that the wallet has the energy.
    world.model.faults.solidStopped = true
    await until(
      async () => {
        world.lines[0]?.lie("/wallet/getaccountresource", (answer) => ({ ...answer as object, EnergyLimit: 0 }))
        await adapter.submit(signed)
        return lent()
      },
      (sun) => sun > 0n
    )
    world.mend()
    await adapter.cancel(spend.operationId)
    await until(
      async () => {
        await adapter.carry()
        return lent()
      },
      (sun) => sun === 0n
    )
    expect(stage.moved()).toEqual([])
  })

  it("while it is under way is sent by no one afterwards, and Refused once it has expired", () =>
    onItsOwn(async (own) => {
      const stage = await openStage(own)
      const adapter = stage.open({ patienceMs: 5_000 })
      const spend = stage.order({ sendBefore: Date.now() + 60_000 })
      const signed = await adapter.sign(spend)
      const { txid } = JSON.parse(signed.payload) as { readonly txid: string }
      own.model.faults.loses = (id) => id === txid
      await adapter.submit(signed)
      own.model.dropWaiting()
      own.mend()
      await adapter.cancel(spend.operationId)
      await adapter.submit(signed)
      await adapter.carry()
      await own.solidified()
      expect(own.model.broadcasts.filter(({ id }) => id === txid)).toHaveLength(1)
      await expired(own)
      await adapter.cancel(spend.operationId)
      expect(stage.answers).toEqual(["Unknown", "Unknown", "Unknown", "Refused"])
      expect(stage.moved()).toEqual([])
    }))
})
