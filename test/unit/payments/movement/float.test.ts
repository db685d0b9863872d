// What a treasury can promise: deliveries reserve what they take in the commit that claims them, so two never count on the same
// units (C51; 0183).
import { Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { Chain, ChainUnavailable, type Float } from "../../../../core/ports/chain.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { RailBooks, type RailBooksReader } from "../../../../core/ports/rail-books.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { planes } from "../../../support/planes.ts"
import { type PlaneLayer, World } from "../../../support/world.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const minute = 60_000
/** What one of these deposits delivers, in units of USDT. */
const one = 1_950_000n

/** A world whose chain says what its treasury holds, with deposits that were paid. */
const opened = async (count: number, plane: PlaneLayer = planes.memory) => {
  const treasury = { units: 0n, isAway: false, reads: 0, meanwhile: async (): Promise<unknown> => undefined }
  const floats = () =>
    Effect.suspend(() => {
      treasury.reads++
      const level: Float = { network: "polygon", what: "USDT", units: treasury.units, role: "treasury" }
      if (treasury.isAway) return Effect.fail(new ChainUnavailable({ reason: "away" }))
      return Effect.as(Effect.promise(treasury.meanwhile), [level])
    })
  const by = await World.open(
    plane,
    (services) => Context.add(services, Chain, { ...Context.get(services, Chain), floats })
  )
  world = by
  const caller = await by.caller()
  const ids: Array<string> = []
  for (let n = 0; n < count; n++) {
    const deposit = await by.deposit(caller)
    await by.settle(deposit.trackId, endToEndIdAt(n + 1), "DEPOSIT-SUCCESS", `payment ${n}`)
    ids.push(`deliver/${deposit.walletCharge}`)
  }
  return {
    treasury,
    world: by,
    ids,
    states: async () =>
      (await Promise.all(ids.map((id) => by.run(get(Movements, id))))).map((found) =>
        Option.getOrThrow(found).value.state
      ),
    reasons: async () =>
      (await Promise.all(ids.map((id) => by.run(get(Movements, id))))).map((found) =>
        Option.getOrThrow(found).value.reason
      ),
    floats: async () => {
      const rows = await by.run(
        Store.use((store) =>
          Effect.all(["float-free", "float-reserved", "float-seen"].map((name) => store.balances(name)))
        )
      )
      return Object.fromEntries(
        rows.flat().filter(({ amount }) => amount !== 0n)
          .map(({ account, amount }) => [account.split("/")[0], amount])
      )
    }
  }
}

describe.each(Object.entries(planes))("a float on %s", (_, plane) => {
  it("is reserved while a delivery is under way, and spent with it §float-reserved", async () => {
    const { floats, ids, states, treasury, world } = await opened(1, plane)
    treasury.units = 3n * one
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.work()
    expect(await states()).toEqual(["SENDING"])
    expect(await floats()).toEqual({ "float-free": 2n * one, "float-reserved": one, "float-seen": -3n * one })
    world.chain.isDark = false
    world.advance(minute)
    await world.work()
    expect(await states()).toEqual(["DONE"])
    expect(await floats()).toEqual({ "float-free": 2n * one, "float-seen": -2n * one })
    expect(world.chain.asked.map(({ id }) => id)).toEqual(ids)
  })

  it("holds what others have reserved, until there is more §float-reserved", async () => {
    const { reasons, states, treasury, world } = await opened(2, plane)
    treasury.units = 2n * one - 1n
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.work()
    expect((await states()).toSorted()).toEqual(["HELD", "SENDING"])
    expect((await reasons()).find((reason) => reason !== null)).toEqual({
      code: "floatReserved"
    })
    expect(world.chain.asked).toHaveLength(1)
    // The first has left: what is there now is one unit short.
    world.chain.isDark = false
    treasury.units = one - 1n
    world.advance(minute)
    await world.work()
    expect((await states()).toSorted()).toEqual(["DONE", "HELD"])
    treasury.units = one
    world.advance(10 * minute)
    await world.work()
    expect(await states()).toEqual(["DONE", "DONE"])
  })
})

describe("a float", () => {
  it("is free again when a delivery is refused, or was held by the port", async () => {
    const { floats, states, treasury, world } = await opened(2)
    treasury.units = 2n * one
    world.chain.script.push("refused", "held")
    await world.work()
    expect((await states()).toSorted()).toEqual(["HELD", "REFUSED"])
    expect(await floats()).toEqual({ "float-free": 2n * one, "float-seen": -2n * one })
  })

  it("is read once a minute while there is enough, and again when there is not", async () => {
    const { treasury, world } = await opened(3)
    treasury.units = 10n * one
    await world.work()
    expect(treasury.reads).toBe(1)
    expect(world.chain.asked).toHaveLength(3)
  })

  it("is not taken for higher where a delivery is booked while it is read", async () => {
    const { floats, states, treasury, world } = await opened(2)
    treasury.units = 3n * one
    world.chain.script.push("lost")
    world.chain.isDark = true
    const [sent] = await world.claim(2)
    if (sent !== undefined) await world.runJob(sent)
    world.chain.isDark = false
    world.advance(2 * minute)
    const jobs = await world.claim(2)
    // The level that is answered is of before it left.
    treasury.meanwhile = async () => {
      treasury.meanwhile = async () => undefined
      for (const job of jobs.filter(({ subject }) => subject === sent?.subject)) await world.runJob(job)
    }
    for (const job of jobs.filter(({ subject }) => subject !== sent?.subject)) await world.runJob(job)
    expect(await states()).toEqual(["DONE", "DONE"])
    expect(await floats()).toEqual({ "float-free": one, "float-seen": -one })
  })

  it("counts as it was last read while the chain cannot be asked", async () => {
    const { states, treasury, world } = await opened(2)
    treasury.units = one
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.work()
    treasury.isAway = true
    world.advance(10 * minute)
    await world.work()
    expect((await states()).toSorted()).toEqual(["HELD", "SENDING"])
    expect(world.chain.asked).toHaveLength(1)
  })

  it("never goes below what is reserved, whatever is taken out beside", async () => {
    const { floats, treasury, world } = await opened(2)
    treasury.units = 2n * one
    world.chain.script.push("lost")
    world.chain.isDark = true
    const [job] = await world.claim(1)
    if (job !== undefined) await world.runJob(job)
    treasury.units = 0n
    world.advance(2 * minute)
    await world.work()
    expect(await floats()).toEqual({ "float-reserved": one, "float-seen": -one })
    expect(world.chain.asked).toHaveLength(1)
  })
})

describe.each(Object.entries(planes))("what the PIX provider holds of us, on %s", (_, plane) => {
  it("is reserved by payments and returns, and holds what there is too little for §float-reserved", async () => {
    const provider = { balance: 1_500n }
    const reader: RailBooksReader = {
      lists: [],
      movements: () => Effect.succeed({ facts: [], next: null }),
      balance: Effect.sync(() => unitsUnsafe("BRL", provider.balance))
    }
    const by = await World.open(plane, (services) => Context.add(services, RailBooks, reader))
    world = by
    const caller = await by.caller()
    const { trackId } = await by.deposit(caller)
    // A charge of 1,000 cents that was paid three times: two payments go back.
    for (const n of [1, 2, 3]) await by.settle(trackId, endToEndIdAt(n), "DEPOSIT-SUCCESS", `payment ${n}`)
    by.rail.script.push("lost")
    by.rail.isDark = true
    await by.work()
    const returns = async () =>
      (await Promise.all(
        [2, 3].map((n) => by.run(get(Movements, `surplus/${endToEndIdAt(n)}`)))
      )).map((found) => Option.getOrThrow(found).value.state)
    const reserved = () =>
      by.run(Store.use((store) => store.balances("float-reserved"))).then((rows) => rows.map(({ amount }) => amount))
    expect((await returns()).toSorted()).toEqual(["HELD", "SENDING"])
    expect(await reserved()).toEqual([1_000n])
    expect(by.rail.asked).toHaveLength(1)
    by.rail.isDark = false
    provider.balance = 1_000n
    by.advance(10 * minute)
    await by.work()
    by.advance(10 * minute)
    await by.work()
    expect(await returns()).toEqual(["DONE", "DONE"])
    expect(await reserved()).toEqual([0n])
  })
})
