// The delivery step: asks once, looks up what it cannot know, and never fails or repeats what may have happened (spec
// "Deposit status" rows 1 to 4; C10).
import { Context, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chainAdapter } from "../../../../core/ports/moving/adapter.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import type { Fate } from "../../../support/ports.ts"
import { type Services, World } from "../../../support/world.ts"

const minute = 60_000

const open = async (decorate?: (services: Context.Context<Services>) => Context.Context<Services>) => {
  const world = await World.open(undefined, decorate)
  const caller = await world.caller()
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  return { world, deposit, record: () => world.record(caller, deposit.externalId) }
}

describe("the delivery", () => {
  it("asks for the exact amount to the address, under an id of the deposit", async () => {
    const { deposit, record, world } = await open()
    await world.work()
    expect(world.chain.asked).toEqual([{
      id: `deliver/${deposit.walletCharge}`,
      request: {
        operationId: `deliver/${deposit.walletCharge}`,
        asset: "USDT",
        network: "polygon",
        address: deposit.address,
        units: 1_950_000n
      }
    }])
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.jobs.has(`move/deliver/${deposit.walletCharge}`)).toBe(false)
  })

  it.each<[Fate, string, number]>([
    ["lost", "COMPLETED", 1],
    ["lostRefusal", "FAILED", 1],
    ["cut", "COMPLETED", 2]
  ])("that is %s stays PROCESSING until it is known, and ends %s §deposit-unknown", async (fate, status, asked) => {
    const { record, world } = await open()
    world.chain.script.push(fate)
    await world.work()
    expect(await record()).toMatchObject({ status: "PROCESSING", processingStep: "DELIVERY_UNKNOWN" })
    world.advance(minute)
    await world.work()
    expect(await record()).toMatchObject({ status, processingStep: null })
    expect(world.chain.asked).toHaveLength(asked)
    expect(world.chain.repeats).toEqual([])
    expect(world.chain.effects.size).toBe(status === "COMPLETED" ? 1 : 0)
  })

  it("that no one can say anything about is looked up again and again, and requested once §deposit-unknown §unknown-outcome", async () => {
    const { record, world } = await open()
    world.chain.script.push("lost")
    world.chain.isDark = true
    const steps = () => world.commits.length
    await world.work()
    const before = steps()
    for (let tries = 0; tries < 20; tries++) {
      world.advance(6 * minute)
      await world.work()
    }
    expect(await record()).toMatchObject({ status: "PROCESSING", processingStep: "DELIVERY_UNKNOWN" })
    // What has not changed is not written again.
    expect(steps()).toBe(before)
    expect(world.chain.asked).toHaveLength(1)
    world.chain.isDark = false
    world.advance(6 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.chain.asked).toHaveLength(1)
  })

  it.each<Fate>(["diesBefore", "diesAfter"])(
    "is made once by whoever takes over from a worker that died: %s §deposit-delivered-once",
    async (fate) => {
      const { record, world } = await open()
      world.chain.script.push(fate)
      const [job] = await world.claim(1)
      if (job === undefined) throw new Error("no job")
      expect(await world.runJobInProcess(job)).toBe("killed")
      await world.work()
      expect(await record()).toMatchObject({ status: "PROCESSING", processingStep: null })
      world.advance(minute)
      await world.work()
      expect(await record()).toMatchObject({ status: "COMPLETED" })
      expect(world.chain.effects.size).toBe(1)
      expect(world.chain.repeats).toEqual([])
    }
  )

  it("of a charge that was returned in full before is never requested", async () => {
    const { deposit, record, world } = await open()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    await world.work()
    expect(world.chain.asked).toEqual([])
    expect(await record()).toMatchObject({ status: "REFUNDED", transactionHash: null })
    expect(world.jobs.has(`move/deliver/${deposit.walletCharge}`)).toBe(false)
  })

  it.each<Fate>(["done", "refused"])(
    "of a charge that goes back in full while it is asked for leaves nothing to do, whether it is %s",
    async (fate) => {
      const opened = await open((services) => {
        const chain = chainAdapter.of(services)
        const goesBack = Effect.promise(() => opened.world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000))
        return Context.merge(
          services,
          chainAdapter.services({
            ...chain,
            deliver: (order) => Effect.andThen(goesBack, chain.deliver(order))
          })
        )
      })
      const { deposit, record, world } = opened
      world.chain.script.push(fate)
      await world.work()
      expect(await record()).toMatchObject({ status: "REFUNDED" })
      expect(world.jobs.has(`move/deliver/${deposit.walletCharge}`)).toBe(false)
      await world.close()
    }
  )

  it("that was cut off and never made, of a charge that went back in full, is owed no more, whatever comes later", async () => {
    const { deposit, world } = await open()
    world.chain.script.push("cut")
    await world.work()
    world.advance(20_000)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    await world.work()
    // It may be on its way, where no one sees it yet.
    expect(world.jobs.has(`move/deliver/${deposit.walletCharge}`)).toBe(true)
    world.advance(minute)
    await world.work()
    expect(world.chain.asked).toHaveLength(1)
    expect(world.jobs.has(`move/deliver/${deposit.walletCharge}`)).toBe(false)
    world.advance(minute)
    await world.settle(deposit.trackId, endToEndIdAt(2))
    await world.work()
    await world.close()
  })

  it("that turns out done after a full return is shown, and is no success §deposit-delivered-after-return", async () => {
    const { record, world } = await open()
    world.chain.script.push("lost")
    await world.work()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    world.advance(minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED", transactionHash: expect.any(String) as string })
    expect(world.notifier.posts).toEqual([])
    expect(world.chain.effects.size).toBe(1)
  })
})
