// What may leave a treasury by movement, hour and day: whatever is above waits for an operator, and nothing is counted twice (C51).
import { Context, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { releaseMovement } from "../../../../core/payments/movement/release-movement.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { type TreasuryLimit, TreasuryLimits } from "../../../../core/ports/treasury-limits.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { operator } from "../../../support/operator.ts"
import { planes } from "../../../support/planes.ts"
import { type PlaneLayer, World } from "../../../support/world.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const hour = 3_600_000
/** What one of these deposits delivers, in units of USDT. */
const one = 1_950_000n

/** A world with a limit for USDT on Polygon, and deposits that were paid. */
const opened = async (count: number, limit: TreasuryLimit, plane: PlaneLayer = planes.memory) => {
  const limits = {
    of: (asset: string, place: string) => asset === "USDT" && place === "polygon" ? limit : undefined
  }
  const by = await World.open(plane, (services) => Context.add(services, TreasuryLimits, limits))
  world = by
  const caller = await by.caller()
  const ids: Array<string> = []
  for (let n = 0; n < count; n++) {
    const deposit = await by.deposit(caller)
    await by.settle(deposit.trackId, endToEndIdAt(n + 1), "DEPOSIT-SUCCESS", `payment ${n}`)
    ids.push(`deliver/${deposit.walletCharge}`)
  }
  const found = async () =>
    (await Promise.all(ids.map((id) => by.run(get(Movements, id))))).map((each) => Option.getOrThrow(each).value)
  return {
    world: by,
    states: async () => (await found()).map(({ state }) => state).toSorted(),
    held: async () => (await found()).filter(({ state }) => state === "HELD")
  }
}

describe.each(Object.entries(planes))("limits on %s", (_, plane) => {
  it("let an hour's units through and hold the rest until the next", async () => {
    const { held, states, world } = await opened(3, { perHour: 2n * one }, plane)
    await world.work()
    expect(await states()).toEqual(["DONE", "DONE", "HELD"])
    expect((await held())[0]?.reason).toEqual({
      code: "treasuryLimit",
      asset: "USDT",
      amount: "1.95",
      most: "3.9",
      per: "hour"
    })
    world.advance(hour)
    await world.work()
    expect(await states()).toEqual(["DONE", "DONE", "DONE"])
    expect(world.chain.asked).toHaveLength(3)
  })

  it("count what is sent again only once", async () => {
    const { states, world } = await opened(2, { perHour: 2n * one }, plane)
    world.chain.script.push("lost", "lost")
    world.chain.isDark = true
    await world.work()
    world.chain.isDark = false
    world.advance(60_000)
    await world.work()
    expect(await states()).toEqual(["DONE", "DONE"])
  })
})

describe("a day", () => {
  it("is this clock hour and the 23 before it", async () => {
    const { states, world } = await opened(2, { perDay: one })
    await world.work()
    expect(await states()).toEqual(["DONE", "HELD"])
    world.advance(23 * hour)
    await world.work()
    expect(await states()).toEqual(["DONE", "HELD"])
    world.advance(hour)
    await world.work()
    expect(await states()).toEqual(["DONE", "DONE"])
  })
})

describe("a movement above its limit", () => {
  it("is never sent by itself, and by an operator once", async () => {
    const { held, states, world } = await opened(1, { perMovement: one - 1n })
    await world.work()
    world.advance(48 * hour)
    await world.work()
    expect(world.chain.asked).toHaveLength(0)
    const [movement] = await held()
    await world.run(releaseMovement(subjects)(operator, { movementId: movement?.id ?? "" }))
    expect(await states()).toEqual(["DONE"])
    expect(world.chain.asked).toHaveLength(1)
  })
})

it("a limit of another asset or place holds nothing", async () => {
  const { states, world } = await opened(1, {})
  await world.work()
  expect(await states()).toEqual(["DONE"])
})
