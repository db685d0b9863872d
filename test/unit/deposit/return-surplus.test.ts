// The return of a surplus PIX: sent once, looked up when its answer was lost, and booked when it has settled (C10, C41).
import { describe, expect, it } from "vitest"
import { list } from "../../../core/ports/records.ts"
import { Store } from "../../../core/ports/store.ts"
import { Reviews } from "../../../core/review/review.ts"
import { endToEndIdAt } from "../../support/ids.ts"
import type { Fate } from "../../support/ports.ts"
import { World } from "../../support/world.ts"

const minute = 60_000

const open = async () => {
  const world = await World.open()
  const caller = await world.caller()
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  await world.work()
  await world.settle(deposit.trackId, endToEndIdAt(2))
  const owed = () =>
    world.run(Store.use((store) => store.balances("surplus-owed"))).then((rows) => rows.map(({ amount }) => amount))
  return { world, owed }
}

describe("a surplus", () => {
  it("is owed until it has gone back §deposit-surplus", async () => {
    const { owed, world } = await open()
    expect(await owed()).toEqual([-1_000n])
    await world.work()
    expect(await owed()).toEqual([0n])
    expect(world.rail.effects.size).toBe(1)
  })

  it.each<[Fate, number]>([["lost", 1], ["cut", 2]])(
    "that is %s on its way is sent once §deposit-surplus",
    async (fate, asked) => {
      const { owed, world } = await open()
      world.rail.script.push(fate)
      await world.work()
      expect(await owed()).toEqual([-1_000n])
      world.advance(minute)
      await world.work()
      expect(await owed()).toEqual([0n])
      expect(world.rail.asked).toHaveLength(asked)
      expect(world.rail.repeats).toEqual([])
    }
  )

  it("is looked up by its whole request", async () => {
    const { world } = await open()
    world.rail.script.push("lost")
    await world.work()
    world.advance(minute)
    await world.work()
    const request = { returnId: `surplus/${endToEndIdAt(2)}`, endToEndId: endToEndIdAt(2), value: 1_000n }
    expect(world.rail.returnsLookedUp).toEqual([request])
  })

  it.each<Fate>(["refused", "lostRefusal"])(
    "that cannot go back stays owed and is left to a person: %s",
    async (fate) => {
      const { owed, world } = await open()
      world.rail.script.push(fate)
      await world.work()
      world.advance(minute)
      await world.work()
      expect(await owed()).toEqual([-1_000n])
      const reviews = await world.run(list(Reviews, "all", "all", { limit: 9 }))
      expect(reviews.map(({ value }) => value.reason)).toEqual([`surplus cannot be returned/${endToEndIdAt(2)}`])
      expect(world.jobs.size).toBe(1)
    }
  )

  it("is sent once by whoever takes over from a worker that died", async () => {
    const { owed, world } = await open()
    world.rail.script.push("diesAfter")
    const [job] = await world.claim(1)
    if (job === undefined) throw new Error("no job")
    expect(await world.runJobInProcess(job)).toBe("killed")
    world.advance(minute)
    await world.work()
    expect(await owed()).toEqual([0n])
    expect(world.rail.asked).toHaveLength(1)
  })
})
