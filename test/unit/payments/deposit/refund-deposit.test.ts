// Confirmed returns as a use case: each counts once, never more than was paid, in any state of a paid charge (spec
// "Deposit status" rows 5 and 6; C31).
import { Context, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { refundDeposit } from "../../../../core/payments/deposit/refund-deposit.ts"
import { settleDeposit } from "../../../../core/payments/deposit/settle-deposit.ts"
import { FactTraces } from "../../../../core/engine/event/fact-trace.ts"
import { StoreTaken } from "../../../../core/engine/store/generation.ts"
import { find, list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { Deposits } from "../../../../core/payments/deposit/deposit.ts"
import { movementId } from "../../../../core/payments/movement/movement.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { cents } from "../../../machines/deposit.given.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { World, startOfTests } from "../../../support/world.ts"

const returned = (value: number, n = 1, endToEndId = endToEndIdAt(1)) => ({
  _tag: "PixReturned" as const,
  eventId: null,
  endToEndId,
  returnId: returnIdAt(n),
  ourReturnId: null,
  value: cents(value),
  nature: null
})

const open = async (changed?: Parameters<typeof World.open>[1]) => {
  const world = await World.open(undefined, changed)
  const caller = await world.caller()
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  return { world, caller, record: () => world.record(caller, deposit.externalId), deposit }
}

const minute = 60_000
const day = 1_440 * minute

/** Works for a while, minute by minute. */
const workFor = async (world: World, ms: number) => {
  for (let passed = 0; passed < ms; passed += minute) {
    await world.work()
    world.advance(minute)
  }
}

const overpaid = (trackId: string, n: number) => ({
  _tag: "ChargePaid" as const,
  eventId: null,
  trackId,
  endToEndId: endToEndIdAt(n),
  value: cents(1_250),
  paidAt: null,
  payer: null
})

const owed = (world: World) =>
  world.run(Store.use((store) => store.balances("surplus-owed"))).then((rows) => rows.map(({ amount }) => amount))

const outcomes = (world: World) =>
  world.run(list(FactTraces, "all", "all", { limit: 50 }))
    .then((rows) => rows.map(({ value }) => `${value.type} ${value.outcome}`))

const reviews = (world: World) =>
  world.run(list(Reviews, "all", "all", { limit: 50 })).then((rows) =>
    rows.map(({ value }) => value.id.slice(value.subject.length + 1))
  )

describe("a confirmed return", () => {
  it("of a payment whose delivery may have left before a restore is before an operator", async () => {
    const restored = { since: startOfTests - day, firstAt: startOfTests, startedAt: startOfTests }
    const { deposit, record, world } = await open((services) =>
      Context.add(services, StoreTaken, { current: { at: startOfTests, restored } })
    )
    const { address: to, delivers: asset, id, network, units } = Option.getOrThrow(
      await world.run(find(Deposits, "trackId", deposit.trackId))
    ).value
    world.chain.shownOn = network
    world.chain.outflows = [{ mark: null, to, asset, units, receipt: { transactionHash: "0xlost" }, isDone: true }]
    await world.work()
    await world.run(refundDeposit(returned(1_000)))
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect((await world.run(list(Reviews, "all", "all", { limit: 2 }))).map(({ value }) => value.reason)).toEqual([
      {
        code: "operatorDecides",
        on: "returnConfirmed",
        state: "PROCESSING",
        key: movementId(id, "deliver"),
        reason: { code: "alikeWasSent", detail: "0xlost" }
      }
    ])
  })

  it("counts up to the value, whatever comes between", async () => {
    const { record, world } = await open()
    world.chain.isDark = true
    world.chain.script.push("lostRefusal")
    await world.work()
    expect(await world.run(refundDeposit(returned(300, 1)))).toBe("Booked")
    expect(await record()).toMatchObject({ status: "PROCESSING", refundedValue: 300, retryable: false })
    world.chain.isDark = false
    await workFor(world, 10 * minute)
    expect(await record()).toMatchObject({ status: "FAILED", refundedValue: 300 })
    expect(await world.run(refundDeposit(returned(700, 2)))).toBe("Booked")
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000, retryable: true })
  })

  it("is found by the PIX in whatever case", async () => {
    const { record, world } = await open()
    await world.run(refundDeposit(returned(1_000, 1, endToEndIdAt(1).toLowerCase())))
    expect(await record()).toMatchObject({ status: "REFUNDED" })
  })

  it("that comes again changes nothing and alarms no one, also when it was the last one §deposit-return-once", async () => {
    const { record, world } = await open()
    await world.work()
    await world.run(refundDeposit(returned(400, 1)))
    await world.run(refundDeposit(returned(600, 2)))
    const before = await record()
    expect(await world.run(refundDeposit(returned(400, 1)))).toBe("Known")
    expect(await world.run(refundDeposit(returned(600, 2)))).toBe("Known")
    expect(await world.run(refundDeposit({ ...returned(600, 2), returnId: returnIdAt(2).toLowerCase() }))).toBe("Known")
    expect(await record()).toEqual(before)
    expect(await reviews(world)).toEqual([])
  })

  it("that comes twenty times at once counts once and alarms no one", async () => {
    const { record, world } = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.run(refundDeposit(returned(1_000, 1)))))
    expect(answers.filter((answer) => answer === "Booked")).toHaveLength(1)
    expect(answers.filter((answer) => answer === "Known")).toHaveLength(19)
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
    expect(await reviews(world)).toEqual([])
  })

  it("beyond the value changes nothing but the operator's list §deposit-return-beyond", async () => {
    const { record, world } = await open()
    await world.work()
    await world.run(refundDeposit(returned(600, 1)))
    const before = await record()
    expect(await world.run(refundDeposit(returned(401, 2)))).toBe("Alarmed")
    expect(await world.run(refundDeposit(returned(401, 2)))).toBe("Known")
    expect(await record()).toEqual(before)
    expect(await reviews(world)).toEqual([`impossible/returnConfirmed/COMPLETED/${returnIdAt(2)}`])
  })

  // M4
  it("that is reported before its payment is applied with it, and nothing is delivered §deposit-return-early", async () => {
    const { caller, world } = await open()
    const deposit = await world.deposit(caller)
    await world.confirmReturn(endToEndIdAt(5), returnIdAt(1), 1_000, "return")
    await world.settle(deposit.trackId, endToEndIdAt(5), "DEPOSIT-SUCCESS", "payment")
    await workFor(world, 10 * minute)
    expect(await world.record(caller, deposit.externalId)).toMatchObject({
      status: "REFUNDED",
      refundedValue: 1_000,
      receivedAmount: null
    })
    expect(world.chain.effects.has(`deliver/${deposit.walletCharge}`)).toBe(false)
    expect(await world.run(Store.use((store) => store.balances("losses")))).toEqual([])
    expect(await outcomes(world)).toContain("PixReturned applied")
    expect(await reviews(world)).toEqual([])
  })

  // M23
  it("of a part before the delivery was sent stops it, and a person decides about the rest §deposit-returned-unsent", async () => {
    const { deposit, record, world } = await open()
    expect(await world.run(refundDeposit(returned(999, 1)))).toBe("Booked")
    await workFor(world, 10 * minute)
    expect(await record()).toMatchObject({ status: "PROCESSING", refundedValue: 999, receivedAmount: null })
    expect(world.chain.asked).toEqual([])
    expect(await reviews(world)).toEqual([`returnedInPart/${returnIdAt(1)}`])
    expect(await world.run(refundDeposit(returned(1, 2)))).toBe("Booked")
    expect(await world.record(await world.caller(), deposit.externalId)).toMatchObject({ status: "REFUNDED" })
  })

  it("that is kept while its payment is being booked is applied first §deposit-return-early", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined
    const world = await World.open(undefined, (services) => {
      const store = Context.get(services, Store)
      const commit: Store["Service"]["commit"] = (changes) => {
        const first = changes.writes.some(({ kind }) => kind === "pixReceipt") ? meanwhile : undefined
        meanwhile = first === undefined ? meanwhile : undefined
        return Effect.andThen(Effect.promise(async () => await first?.()), store.commit(changes))
      }
      return Context.add(services, Store, { ...store, commit })
    })
    const caller = await world.caller()
    const deposit = await world.deposit(caller)
    meanwhile = () => world.confirmReturn(endToEndIdAt(5), returnIdAt(1), 400, "return")
    await world.settle(deposit.trackId, endToEndIdAt(5), "DEPOSIT-SUCCESS", "payment")
    await workFor(world, 10 * minute)
    expect(meanwhile).toBeUndefined()
    expect(world.chain.asked).toEqual([])
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "PROCESSING", refundedValue: 400 })
    expect(await reviews(world)).toEqual([`returnedInPart/${returnIdAt(1)}`])
  })

  it("of a part that is reported before its payment leaves the rest to a person §deposit-return-early", async () => {
    const { caller, world } = await open()
    const deposit = await world.deposit(caller)
    await world.confirmReturn(endToEndIdAt(5), returnIdAt(1), 400, "return")
    await world.settle(deposit.trackId, endToEndIdAt(5), "DEPOSIT-SUCCESS", "payment")
    await workFor(world, 10 * minute)
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "PROCESSING", refundedValue: 400 })
    expect(await reviews(world)).toEqual([`returnedInPart/${returnIdAt(1)}`])
  })

  it("without its payment is reviewed after a day, and applied when that comes later still §deposit-return-unknown §limit-early-return-ms", async () => {
    const { caller, world } = await open()
    const deposit = await world.deposit(caller)
    await world.confirmReturn(endToEndIdAt(5), returnIdAt(1), 1_000, "return")
    world.advance(day - 1)
    await world.work()
    expect(await reviews(world)).toEqual([])
    world.advance(minute)
    await world.work()
    expect(await reviews(world)).toEqual(["returnOfUnknownPix/sandbox/return/0"])
    expect(await outcomes(world)).toContain("PixReturned review")
    await world.settle(deposit.trackId, endToEndIdAt(5), "DEPOSIT-SUCCESS", "payment")
    await world.work()
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "REFUNDED", receivedAmount: null })
  })

  it("of one deposit cannot be that of another: a person looks at it", async () => {
    const { world } = await open()
    await world.work()
    await world.run(refundDeposit(returned(100, 1)))
    const caller = await world.caller()
    const other = await world.deposit(caller)
    await world.settle(other.trackId ?? "", endToEndIdAt(7))
    expect(await world.run(refundDeposit(returned(100, 1, endToEndIdAt(7))))).toBe("Alarmed")
    expect(await reviews(world)).toEqual([`returnedElsewhere/${returnIdAt(1)}`])
  })

  it("is acted on once under the id of its event §provider-event-id", async () => {
    const { record, world } = await open()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 100, "event-1")
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 100, "event-1")
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 100, "event-2")
    expect(await record()).toMatchObject({ refundedValue: 200 })
  })

  it("is looked at by a person where its event reports two at once §provider-event-id", async () => {
    const { record, world } = await open()
    await world.work()
    await Promise.all([1, 2].map((n) => world.confirmReturn(endToEndIdAt(1), returnIdAt(n), 100, "event-1")))
    expect(await record()).toMatchObject({ refundedValue: 100 })
    expect(await reviews(world)).toEqual([expect.stringMatching(/^eventReused\/PixReturned\//)])
  })

  it.each([
    ["by our id", true],
    ["by the id that the rail gave it", false]
  ])("of our own is the outcome of that return, %s §deposit-return-ours", async (_, isNamed) => {
    const { caller, world } = await open()
    const other = await world.deposit(caller)
    await world.run(settleDeposit({ fact: overpaid(other.trackId ?? "", 7) }))
    await world.work()
    const own = `surplus/${endToEndIdAt(7)}`
    const fact = {
      ...returned(250, 1, endToEndIdAt(7)),
      returnId: `Dof${own}`,
      ourReturnId: isNamed ? own : null
    }
    expect(await world.run(refundDeposit(fact))).toBe("Known")
    expect(await world.record(caller, other.externalId)).toMatchObject({ status: "COMPLETED", refundedValue: null })
  })

  it("of our own ends a return whose answer was lost, and waits for its outcome where the rail names no id of ours §deposit-return-ours", async () => {
    const { caller, world } = await open()
    const other = await world.deposit(caller)
    await world.run(settleDeposit({ fact: overpaid(other.trackId ?? "", 7) }))
    world.rail.isDark = true
    world.rail.script.push("lost")
    await world.work()
    const own = `surplus/${endToEndIdAt(7)}`
    const fact = { ...returned(250, 1, endToEndIdAt(7)), returnId: `Dof${own}` }
    expect(await world.refusal(refundDeposit(fact))).toMatchObject({ _tag: "ReturnIsEarly" })
    expect(await owed(world)).toEqual([-250n])
    expect(await world.run(refundDeposit({ ...fact, ourReturnId: own }))).toBe("Booked")
    expect(await owed(world)).toEqual([0n])
    expect(await world.run(refundDeposit(fact))).toBe("Known")
    expect(await world.record(caller, other.externalId)).toMatchObject({ refundedValue: null })
  })

  it("of our own with another value is for a person, and changes nothing §deposit-return-ours", async () => {
    const { caller, world } = await open()
    const other = await world.deposit(caller)
    await world.run(settleDeposit({ fact: overpaid(other.trackId ?? "", 7) }))
    await world.work()
    const own = `surplus/${endToEndIdAt(7)}`
    const before = await owed(world)
    const fact = { ...returned(300, 1, endToEndIdAt(7)), returnId: `Dof${own}`, ourReturnId: own }
    expect(await world.run(refundDeposit(fact))).toBe("Alarmed")
    expect(await owed(world)).toEqual(before)
    const reviews = world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "review")
    expect(
      reviews.map(({ body, id }) => id.slice((JSON.parse(body) as { readonly subject: string }).subject.length + 1))
    )
      .toEqual([`returnValueDiffers/${own}`])
    expect(await world.record(caller, other.externalId)).toMatchObject({ status: "COMPLETED", refundedValue: null })
  })

  it.each([["is done", true, 250], ["is under way", false, 100]])(
    "of another part counts for the deposit, also while our own %s §deposit-return-ours",
    async (_, isDone, value) => {
      const { caller, world } = await open()
      const other = await world.deposit(caller)
      await world.run(settleDeposit({ fact: overpaid(other.trackId ?? "", 7) }))
      world.rail.isDark = !isDone
      if (!isDone) world.rail.script.push("lost")
      await world.work()
      expect(await owed(world)).toEqual([isDone ? 0n : -250n])
      expect(await world.run(refundDeposit(returned(value, 3, endToEndIdAt(7))))).toBe("Booked")
      expect(await world.record(caller, other.externalId)).toMatchObject({ refundedValue: value })
      expect(await reviews(world)).toEqual([])
    }
  )

  it("of a surplus is no refund of the deposit §deposit-surplus", async () => {
    const { deposit, record, world } = await open()
    await world.settle(deposit.trackId, endToEndIdAt(2))
    expect(await world.run(refundDeposit(returned(1_000, 1, endToEndIdAt(2))))).toBe("Known")
    expect(await record()).toMatchObject({ refundedValue: null, status: "PROCESSING" })
  })
})
