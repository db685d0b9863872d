// The payment of a failed deposit goes back: by an order of ours, or by the rail within a day; whatever is in doubt is in the
// operator's review queue (C46). Findings M12 and M17.
import { Context, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { takeProviderFacts } from "../../../../core/inbox/take-provider-facts.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { bookMovement } from "../../../../core/payments/movement/perform-movement.ts"
import { subjects } from "../../../../core/payments/resources.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import type { Fate } from "../../../support/ports.ts"
import { type Services, World } from "../../../support/world.ts"

const minute = 60_000
const day = 24 * 60 * minute

/** A rail that returns nothing by itself. */
const ordering = (services: Context.Context<Services>): Context.Context<Services> =>
  Context.merge(services, pixRailAdapter.services({ ...pixRailAdapter.of(services), returnsFailed: false }))

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const open = async (decorate?: typeof ordering) => {
  const opened = await World.open(undefined, decorate)
  world = opened
  const caller = await opened.caller()
  const deposit = await opened.deposit(caller)
  const id = deposit.walletCharge
  return {
    world: opened,
    deposit,
    id,
    record: () => opened.record(caller, deposit.externalId),
    events: async () =>
      (await opened.run(list(Events, "byOwner", caller.account.id, { limit: 20 }))).map(({ value }) => value.name)
        .toReversed(),
    reviews: async () =>
      (await opened.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) =>
        value.id.slice(value.subject.length + 1)
      ),
    owed: async () =>
      (await opened.run(Store.use((store) => store.balances("deposit-owed")))).map(({ amount }) => amount)
  }
}

/** A deposit that is paid and cannot be delivered. */
const failed = async (decorate?: typeof ordering) => {
  const parts = await open(decorate)
  parts.world.chain.script.push("refused")
  await parts.world.settle(parts.deposit.trackId, endToEndIdAt(1))
  return parts
}

describe("on a rail that returns nothing by itself, the payment of a failed deposit §deposit-failed-return", () => {
  it("is returned by our order, and the refund follows the rail's confirmation", async () => {
    const { events, id, owed, record, reviews, world } = await failed(ordering)
    await world.work()
    expect(await record()).toMatchObject({
      status: "REFUNDED",
      errorCode: "DEPOSIT_DELIVERY_FAILED",
      refundStatus: "CONFIRMED",
      refundedValue: 1_000,
      refundEndToEndId: `Dofreturn/${id}`
    })
    expect(await events()).toEqual(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"])
    const request = { returnId: `return/${id}`, endToEndId: endToEndIdAt(1), value: 1_000n }
    expect(world.rail.asked).toEqual([{ id: request.returnId, request }])
    expect(await owed()).toEqual([0n])
    expect(await reviews()).toEqual([])
  })

  it("is ordered in the commit of the failure, after its event", async () => {
    const { id, record, world } = await failed(ordering)
    world.rail.script.push("lost")
    world.rail.isDark = true
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED", refundedValue: null })
    const commit = world.commits.find(({ writes }) => writes.some((write) => write.id === `return/${id}`))
    expect(commit?.writes.map(({ kind }) => kind)).toEqual(["movement", "deposit", "event", "movement"])
    world.rail.isDark = false
    world.advance(6 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(world.rail.asked).toHaveLength(1)
  })

  it.each<Fate>(["refused", "lostRefusal"])(
    "is with the operator where the rail refuses the return: %s",
    async (fate) => {
      const { id, owed, record, reviews, world } = await failed(ordering)
      world.rail.script.push(fate)
      await world.work()
      world.advance(minute)
      await world.work()
      expect(await record()).toMatchObject({ status: "FAILED" })
      expect(await reviews()).toEqual([`paymentNotReturned/return/${id}`])
      expect(await owed()).toEqual([-1_000n])
    }
  )

  it.each([true, false])(
    "is counted once where the rail reports our return as well, with our id: %s",
    async (isNamed) => {
      const { events, id, record, world } = await failed(ordering)
      const report = () =>
        world.run(takeProviderFacts({ inbox: "bank" }, [{
          _tag: "PixReturned",
          eventId: null,
          endToEndId: endToEndIdAt(1),
          returnId: `Dofreturn/${id}`,
          ourReturnId: isNamed ? `return/${id}` : null,
          value: unitsUnsafe("BRL", 1_000n),
          nature: "original"
        }]))
      world.rail.script.push("lost")
      world.rail.isDark = true
      await world.work()
      // Without our id in the report, only the outcome of our return says whose it is.
      await report()
      expect(await record()).toMatchObject({ status: isNamed ? "REFUNDED" : "FAILED" })
      world.rail.isDark = false
      world.advance(6 * minute)
      await world.work()
      world.advance(6 * minute)
      await world.work()
      await report()
      expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
      expect((await events()).filter((name) => name === "DEPOSIT_ASSET_REFUNDED")).toHaveLength(1)
    }
  )

  it("is not returned again where somebody else returned it before ours was sent", async () => {
    const { id, record, world } = await failed(ordering)
    for (const job of await world.claim(1)) await world.runJob(job)
    expect(await record()).toMatchObject({ status: "FAILED" })
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 400)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 600)
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
    expect(world.rail.asked).toEqual([])
    const movements = await world.run(list(Movements, "bySubject", id, { limit: 9 }))
    const returns = movements.filter(({ value }) => value.purpose === "return")
    expect(returns.map(({ value }) => [value.id, value.state])).toEqual([
      [`return/${id}/2`, "CANCELLED"],
      [`return/${id}`, "CANCELLED"]
    ])
  })
})

describe("a delivery that happened after it was refused §deposit-failed-return", () => {
  it("takes back the return that was ordered and not sent", async () => {
    const { id, record, world } = await failed(ordering)
    for (const job of await world.claim(1)) await world.runJob(job)
    expect(await record()).toMatchObject({ status: "FAILED" })
    const receipt = { kind: "delivery", transactionHash: "0xlate" } as const
    expect(await world.run(bookMovement(subjects, `deliver/${id}`, { on: "done", receipt }))).toBe("Booked")
    expect(await record()).toMatchObject({ status: "COMPLETED", transactionHash: "0xlate", refundedValue: null })
    const returns = Option.getOrUndefined(await world.run(get(Movements, `return/${id}`)))
    expect(returns?.value.state).toBe("CANCELLED")
    await world.work()
    expect(world.rail.asked).toEqual([])
  })
})

describe("on a rail that returns failed deposits by itself, the payment of one §deposit-failed-return", () => {
  it("is with the operator when no return was reported within a day, and not before §limit-rail-return-ms", async () => {
    const { id, record, reviews, world } = await failed()
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED" })
    expect(world.jobs.has(`return-due/${id}`)).toBe(true)
    world.advance(day - minute)
    await world.work()
    expect(await reviews()).toEqual([])
    world.advance(minute)
    await world.work()
    expect(await reviews()).toEqual(["returnNotReported"])
    expect(world.rail.asked).toEqual([])
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    expect(await record()).toMatchObject({ status: "REFUNDED" })
  })

  it("is no one's business once the return was reported in time", async () => {
    const { record, reviews, world } = await failed()
    await world.work()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    world.advance(2 * day)
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(await reviews()).toEqual([])
  })
})

describe("a late payment that is worth less than the smallest unit §deposit-worth-nothing", () => {
  it("fails and goes back, and nothing is delivered", async () => {
    const { deposit, events, record, world } = await open(ordering)
    world.advance(day + minute)
    world.rates.price = "100000000"
    await world.settle(deposit.trackId, endToEndIdAt(1))
    expect(await record()).toMatchObject({ status: "FAILED", errorCode: "DEPOSIT_DELIVERY_FAILED" })
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000, transactionHash: null })
    expect(await events()).toEqual(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"])
    expect(world.chain.asked).toEqual([])
  })
})
