// What an operator orders about the rest of a deposit: one commit with its act, once however often and beside whatever it is
// ordered (C60).
import { Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { deliverRest } from "../../../../core/payments/deposit/deliver-rest.ts"
import { previewRest } from "../../../../core/payments/deposit/preview-rest.ts"
import { returnRest } from "../../../../core/payments/deposit/return-rest.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { World } from "../../../support/world.ts"

const operator = { environment: "sandbox", requestId: "request-1" } as const
const orders = { deliver: deliverRest, return: returnRest }
const both = ["deliver", "return"] as const

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** A deposit of 10.00 of which 4.00 came back before its delivery was sent. */
const stopped = async () => {
  const opened = await World.open()
  world = opened
  const caller = await opened.caller()
  const deposit = await opened.deposit(caller)
  await opened.settle(deposit.trackId, endToEndIdAt(1))
  await opened.confirmReturn(endToEndIdAt(1), returnIdAt(1), 400)
  const id = deposit.walletCharge
  return {
    world: opened,
    id,
    order: (purpose: "deliver" | "return", rest = 600n) => orders[purpose](operator, { depositId: id, rest }),
    record: () => opened.record(caller, deposit.externalId),
    acts: async () =>
      (await opened.run(list(OperatorActs, "all", "all", { limit: 9 }))).map(({ value }) => value.action)
  }
}

describe("the rest of a deposit §deposit-rest", () => {
  it("is delivered for what it is worth", async () => {
    const { id, order, record, world } = await stopped()
    expect(await world.run(order("deliver"))).toMatchObject({
      movementId: `deliver/${id}/2`,
      status: "PLANNED",
      rest: 600
    })
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED", receivedAmount: 1_150_000n, refundedValue: 400 })
    expect(world.chain.asked.map(({ request }) => request.units)).toEqual([1_150_000n])
  })

  it.each(both)("is ordered in one commit with its act: %s", async (purpose) => {
    const { id, order, world } = await stopped()
    const before = world.commits.length
    await world.run(order(purpose))
    const [commit, ...others] = world.commits.slice(before)
    expect(others).toEqual([])
    expect(commit?.writes.map(({ kind }) => kind)).toEqual(["deposit", "movement", "operatorAct", "review"])
    expect(commit?.jobs).toMatchObject([{ task: "perform-movement", subject: id }])
  })

  it.each(both)("is ordered once by two clicks, after each other and at once: %s", async (purpose) => {
    const { acts, order, record, world } = await stopped()
    const [one, two] = await Promise.all([world.run(order(purpose)), world.run(order(purpose))])
    expect(two).toEqual(one)
    expect(await world.run(order(purpose))).toEqual(one)
    expect(await acts()).toHaveLength(1)
    await world.work()
    expect(await world.refusal(order(purpose))).toMatchObject({ _tag: "StateConflict" })
    expect(world.chain.asked.length + world.rail.asked.length).toBe(1)
    expect(await record()).toMatchObject({ status: purpose === "deliver" ? "COMPLETED" : "REFUNDED" })
  })

  it("is not delivered and returned as well", async () => {
    const { order, world } = await stopped()
    await world.run(order("return"))
    expect(await world.refusal(order("deliver"))).toMatchObject({ _tag: "StateConflict" })
  })

  it.each(both)("is left alone where more came back than the operator saw: %s", async (purpose) => {
    const { acts, id, order, world } = await stopped()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 100)
    expect(await world.refusal(order(purpose))).toMatchObject({ _tag: "StateConflict" })
    expect(await acts()).toEqual([])
    expect(Option.isNone(await world.run(get(Movements, `${purpose}/${id}/2`)))).toBe(true)
  })

  it("stops again where more comes back before it is sent, and can be ordered anew", async () => {
    const { order, record, world } = await stopped()
    await world.run(order("deliver"))
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 100)
    await world.work()
    expect(await record()).toMatchObject({ status: "PROCESSING", refundedValue: 500 })
    expect(world.chain.asked).toEqual([])
    await world.run(order("deliver", 500n))
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED", receivedAmount: 950_000n })
  })

  it("is shown before it is ordered, and nothing changes", async () => {
    const { id, world } = await stopped()
    const before = world.commits.length
    expect(await world.run(previewRest("deliver", id))).toMatchObject({
      problem: null,
      preview: "600",
      moves: [{ asset: "USDT", network: "polygon", amount: "1.15" }],
      entries: [{ template: "depositDelivered" }, { template: "feeEarned" }]
    })
    expect(await world.run(previewRest("return", id))).toMatchObject({
      problem: null,
      moves: [{ asset: "BRL", amount: "6.00", to: endToEndIdAt(1) }],
      entries: [{ template: "depositReturned" }]
    })
    expect(world.commits).toHaveLength(before)
  })

  it("is nothing of a deposit that is on its way", async () => {
    const opened = await World.open()
    world = opened
    const deposit = await opened.deposit(await opened.caller())
    await opened.settle(deposit.trackId, endToEndIdAt(1))
    for (const purpose of both) {
      const order = orders[purpose](operator, { depositId: deposit.walletCharge, rest: 1_000n })
      expect(await opened.refusal(order)).toMatchObject({ _tag: "StateConflict" })
      expect(await opened.run(previewRest(purpose, deposit.walletCharge))).toMatchObject({ moves: [], entries: [] })
    }
  })
})
