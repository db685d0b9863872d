// Confirmed returns as a use case: each counts once, never more than was paid, in any state of a paid charge (spec
// "Deposit status" rows 5 and 6; C31).
import { describe, expect, it } from "vitest"
import { refundDeposit } from "../../../core/deposit/refund-deposit.ts"
import { list } from "../../../core/ports/records.ts"
import { Reviews } from "../../../core/review/review.ts"
import { cents } from "../../machines/deposit.given.ts"
import { endToEndIdAt, returnIdAt } from "../../support/ids.ts"
import { World } from "../../support/world.ts"

const returned = (value: number, n = 1, endToEndId = endToEndIdAt(1)) => ({
  _tag: "PixReturned" as const,
  eventId: null,
  endToEndId,
  returnId: returnIdAt(n),
  ourReturnId: null,
  value: cents(value),
  nature: null
})

const open = async () => {
  const world = await World.open()
  const caller = await world.caller()
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  return { world, record: () => world.record(caller, deposit.externalId), deposit }
}

const reviews = (world: World) =>
  world.run(list(Reviews, "all", "all", { limit: 50 })).then((rows) => rows.map(({ value }) => value.reason))

describe("a confirmed return", () => {
  it("counts up to the value, whatever comes between", async () => {
    const { record, world } = await open()
    expect(await world.run(refundDeposit(returned(300, 1)))).toBe("Booked")
    expect(await record()).toMatchObject({ status: "PROCESSING", refundedValue: 300, retryable: false })
    world.chain.script.push("refused")
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED", refundedValue: 300 })
    expect(await world.run(refundDeposit(returned(700, 2)))).toBe("Booked")
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000, retryable: true })
  })

  it("is found by the PIX in whatever case", async () => {
    const { record, world } = await open()
    await world.run(refundDeposit(returned(1_000, 1, endToEndIdAt(1).toLowerCase())))
    expect(await record()).toMatchObject({ status: "REFUNDED" })
  })

  it("that comes again changes nothing and alarms nobody, also when it was the last one §deposit-return-once", async () => {
    const { record, world } = await open()
    await world.run(refundDeposit(returned(400, 1)))
    await world.run(refundDeposit(returned(600, 2)))
    const before = await record()
    expect(await world.run(refundDeposit(returned(400, 1)))).toBe("Known")
    expect(await world.run(refundDeposit(returned(600, 2)))).toBe("Known")
    expect(await world.run(refundDeposit({ ...returned(600, 2), returnId: returnIdAt(2).toLowerCase() }))).toBe("Known")
    expect(await record()).toEqual(before)
    expect(await reviews(world)).toEqual([])
  })

  it("that comes twenty times at once counts once and alarms nobody", async () => {
    const { record, world } = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.run(refundDeposit(returned(1_000, 1)))))
    expect(answers.filter((answer) => answer === "Booked")).toHaveLength(1)
    expect(answers.filter((answer) => answer === "Known")).toHaveLength(19)
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
    expect(await reviews(world)).toEqual([])
  })

  it("beyond the value changes nothing but the operator's list §deposit-return-beyond", async () => {
    const { record, world } = await open()
    await world.run(refundDeposit(returned(600, 1)))
    const before = await record()
    expect(await world.run(refundDeposit(returned(401, 2)))).toBe("Alarmed")
    expect(await world.run(refundDeposit(returned(401, 2)))).toBe("Known")
    expect(await record()).toEqual(before)
    expect(await reviews(world)).toEqual([`impossible returnConfirmed in PROCESSING/${returnIdAt(2)}`])
  })

  it("of a PIX that was never received is not found, and a person looks at it §deposit-return-unknown", async () => {
    const { world } = await open()
    expect(await world.refusal(refundDeposit(returned(1, 1, endToEndIdAt(9)))))
      .toMatchObject({ _tag: "NotFound", resource: "Deposit" })
    expect(await reviews(world)).toEqual([`return of an unknown PIX/${returnIdAt(1)}`])
  })

  it("of one deposit cannot be that of another: a person looks at it", async () => {
    const { world } = await open()
    await world.run(refundDeposit(returned(100, 1)))
    const caller = await world.caller()
    const other = await world.deposit(caller)
    await world.settle(other.trackId ?? "", endToEndIdAt(7))
    expect(await world.run(refundDeposit(returned(100, 1, endToEndIdAt(7))))).toBe("Alarmed")
    expect(await reviews(world)).toEqual([`returned by a return of another deposit/${returnIdAt(1)}`])
  })

  it("is acted on once under the id of its event §provider-event-id", async () => {
    const { record, world } = await open()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 100, "event-1")
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 100, "event-1")
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 100, "event-2")
    expect(await record()).toMatchObject({ refundedValue: 200 })
  })

  it("of a surplus is no refund of the deposit §deposit-surplus", async () => {
    const { deposit, record, world } = await open()
    await world.settle(deposit.trackId, endToEndIdAt(2))
    expect(await world.run(refundDeposit(returned(1_000, 1, endToEndIdAt(2))))).toBe("Known")
    expect(await record()).toMatchObject({ refundedValue: null, status: "PROCESSING" })
  })
})
