// Payments whose report was lost: a charge is looked up before it expires, and from time to time while it waits (C47). Finding M18.
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { FactTraces } from "../../../core/engine/event/fact-trace.ts"
import { sweepCharges } from "../../../core/inbox/sweep-charges.ts"
import { list } from "../../../core/engine/store/records.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { PixReceipts } from "../../../core/payments/deposit/deposit.ts"
import { endToEndIdAt } from "../../support/ids.ts"
import { World } from "../../support/world.ts"

const minute = 60_000
const day = 24 * 60 * minute

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const open = async () => {
  const opened = await World.open()
  world = opened
  const caller = await opened.caller()
  const deposit = await opened.deposit(caller)
  const trackId = deposit.trackId ?? ""
  const id = deposit.walletCharge
  return {
    world: opened,
    caller,
    id,
    trackId,
    pay: (cents = 1_000n) => void opened.rail.payCharge(trackId, cents, opened.clock.now),
    record: () => opened.record(caller, deposit.externalId),
    reviews: async () =>
      (await opened.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) =>
        value.id.slice(value.subject.length + 1)
      ),
    receipts: async () =>
      (await opened.run(list(PixReceipts, "byDeposit", id, { limit: 20 }))).map(({ value }) => value),
    traces: async () => (await opened.run(list(FactTraces, "all", "all", { limit: 20 }))).map(({ value }) => value)
  }
}

describe("a charge whose time has passed §deposit-charge-look-up", () => {
  it("is delivered at the quoted price where a payment in time was not reported", async () => {
    const { pay, record, traces, world } = await open()
    world.advance(minute)
    pay()
    world.rates.price = "9.00"
    world.advance(day)
    await world.work()
    expect(await record()).toMatchObject({
      status: "COMPLETED",
      receivedAmount: 1_950_000n,
      endToEndId: endToEndIdAt(1)
    })
    expect(await traces()).toMatchObject([{ sender: "charge-look-up", type: "ChargePaid", outcome: "applied" }])
  })

  it("has not passed before the store says so, whatever time a worker believes it to be", async () => {
    let storeNow = 0
    const opened = await World.open(undefined, (services) => {
      const store = Context.get(services, Store)
      return Context.add(services, Store, { ...store, now: Effect.sync(() => storeNow) })
    })
    world = opened
    const caller = await opened.caller()
    const deposit = await opened.deposit(caller)
    storeNow = opened.clock.now + minute
    opened.advance(2 * day)
    const [job] = await opened.claim(1)
    expect(job).toMatchObject({ task: "expire-deposit" })
    if (job !== undefined) await opened.runJobInProcess(job)
    expect(await opened.record(caller, deposit.externalId)).toMatchObject({ status: "PENDING" })
    expect(opened.rail.chargesLookedUp).toEqual([])
  })

  it("expires where the rail has no payment, which is asked once", async () => {
    const { record, trackId, world } = await open()
    world.advance(day)
    await world.work()
    expect(await record()).toMatchObject({ status: "EXPIRED" })
    expect(world.rail.chargesLookedUp).toEqual([trackId])
  })

  it("returns a second payment that was not reported", async () => {
    const { pay, record, trackId, world } = await open()
    await world.settle(trackId, endToEndIdAt(1))
    pay()
    pay()
    world.advance(day)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(1) })
    expect(world.rail.asked).toMatchObject([{ request: { endToEndId: endToEndIdAt(2), value: 1_000n } }])
  })

  it("expires, and a payment below it goes back", async () => {
    const { pay, record, world } = await open()
    pay(999n)
    world.advance(day)
    await world.work()
    expect(await record()).toMatchObject({ status: "EXPIRED", refundedValue: null })
    expect(world.rail.asked).toMatchObject([{ request: { endToEndId: endToEndIdAt(1), value: 999n } }])
  })

  it("counts a payment once that is reported later as well", async () => {
    const { pay, receipts, trackId, world } = await open()
    pay()
    world.advance(day)
    await world.work()
    await world.settle(trackId, endToEndIdAt(1), "DEPOSIT-SUCCESS", "event-1")
    await world.work()
    expect(await receipts()).toHaveLength(1)
    expect(world.chain.asked).toHaveLength(1)
    expect(world.rail.asked).toEqual([])
  })

  it("stays PENDING while the rail cannot say, is with the operator after a day, and is settled then §limit-charge-unknown-ms", async () => {
    const { pay, record, reviews, world } = await open()
    pay()
    world.rail.isDark = true
    world.advance(day)
    await world.work()
    expect(await record()).toMatchObject({ status: "PENDING" })
    world.advance(day - 1)
    await world.work()
    expect(await reviews()).toEqual([])
    for (let tries = 0; tries < 3; tries++) {
      world.advance(6 * minute)
      await world.work()
    }
    expect(await record()).toMatchObject({ status: "PENDING" })
    expect(await reviews()).toEqual(["chargeUnknown"])
    world.rail.isDark = false
    world.advance(6 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })
})

describe("the sweep of open charges §deposit-charge-sweep", () => {
  it("finds a payment that was not reported, on a charge that waits for ten minutes", async () => {
    const { pay, record, world } = await open()
    pay()
    await world.run(sweepCharges())
    expect(world.rail.chargesLookedUp).toEqual([])
    world.advance(10 * minute)
    await world.run(sweepCharges())
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("writes nothing about charges that are unpaid, or of which every payment is known", async () => {
    const { pay, world } = await open()
    pay(999n)
    world.advance(10 * minute)
    await world.run(sweepCharges())
    await world.work()
    const before = world.commits.length
    await world.run(sweepCharges())
    expect(world.commits).toHaveLength(before)
  })

  it("looks up fifty at once, oldest first, and goes on with the others", async () => {
    const { caller, trackId, world } = await open()
    const ids = [trackId]
    for (let n = 0; n < 59; n++) ids.push((await world.deposit(caller)).trackId ?? "")
    world.advance(10 * minute)
    await world.run(sweepCharges())
    expect(world.rail.chargesLookedUp).toEqual(ids.slice(0, 50))
    await world.run(sweepCharges())
    expect(world.rail.chargesLookedUp).toEqual(ids)
    await world.run(sweepCharges())
    expect(world.rail.chargesLookedUp).toEqual([...ids, ...ids.slice(0, 50)])
  })

  it("ends its run where the rail does not answer", async () => {
    const { caller, trackId, world } = await open()
    await world.deposit(caller)
    world.advance(10 * minute)
    world.rail.isDark = true
    await world.run(sweepCharges())
    expect(world.rail.chargesLookedUp).toEqual([trackId])
  })
})
