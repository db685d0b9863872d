// A settled PIX as a use case: one id is one PIX however it is spelt and however often it comes; a caller settles his own
// charges alone (spec "Sandbox rules" 10, "Endpoints" provider webhook; C7, C8, C41).
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { settleDeposit } from "../../../../core/payments/deposit/settle-deposit.ts"
import { takeProviderFacts } from "../../../../core/inbox/take-provider-facts.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { World, account } from "../../../support/world.ts"
import { cents } from "../../../machines/deposit.given.ts"
import { isoInstant } from "../../../../core/base/time/instant.ts"

const day = 86_400_000

const open = async () => {
  const world = await World.open()
  const caller = await world.caller()
  return { world, caller, deposit: await world.deposit(caller) }
}

const paid = (trackId: string, n = 1) => ({
  _tag: "ChargePaid" as const,
  eventId: null,
  trackId,
  endToEndId: endToEndIdAt(n),
  value: null,
  paidAt: null,
  payer: null
})

const reviews = (world: World) =>
  world.run(list(Reviews, "all", "all", { limit: 50 })).then((rows) =>
    rows.map(({ value }) => value.id.slice(value.subject.length + 1))
  )

describe("a settled PIX", () => {
  it.each(["DEPOSIT-SUCCESS", "TICKET-COMPLETE"])(
    "funds the charge of its ticket: %s §deposit-settles",
    async (type) => {
      const { caller, deposit, world } = await open()
      await world.settle(deposit.trackId, endToEndIdAt(1), type)
      expect(await world.record(caller, deposit.externalId)).toMatchObject({
        status: "PROCESSING",
        endToEndId: endToEndIdAt(1)
      })
    }
  )

  it("is one PIX however often it comes and in whatever case §deposit-settled-once", async () => {
    const { caller, deposit, world } = await open()
    const fact = paid(deposit.trackId)
    expect(await world.run(settleDeposit({ fact }))).toBe("Booked")
    expect(await world.run(settleDeposit({ fact }))).toBe("Known")
    expect(await world.run(settleDeposit({ fact: { ...fact, endToEndId: fact.endToEndId.toLowerCase() } }))).toBe(
      "Known"
    )
    await world.work()
    expect(await world.run(settleDeposit({ fact }))).toBe("Known")
    expect(world.chain.asked).toHaveLength(1)
    expect(world.rail.asked).toEqual([])
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "COMPLETED" })
  })

  describe("that the provider took a fee for", () => {
    const feesOf = (world: World) =>
      world.run(Store.use((store) => store.balances("network-fees"))).then((rows) => rows.map(({ amount }) => amount))

    it("costs it once, however often it comes", async () => {
      const { deposit, world } = await open()
      const fact = { ...paid(deposit.trackId), cost: unitsUnsafe("BRL", 44n) }
      expect(await world.run(settleDeposit({ fact }))).toBe("Booked")
      expect(await world.run(settleDeposit({ fact }))).toBe("Known")
      expect(await world.run(settleDeposit({ fact: paid(deposit.trackId) }))).toBe("Known")
      expect(await feesOf(world)).toEqual([44n])
      // What no one asked for costs it too.
      expect(await world.run(settleDeposit({ fact: { ...fact, endToEndId: endToEndIdAt(2) } }))).toBe("Booked")
      expect(await feesOf(world)).toEqual([88n])
    })

    it("costs it where only a later report says so, and what that says changes nothing more", async () => {
      const { deposit, world } = await open()
      const fact = paid(deposit.trackId)
      expect(await world.run(settleDeposit({ fact }))).toBe("Booked")
      expect(await feesOf(world)).toEqual([])
      const later = { ...fact, cost: unitsUnsafe("BRL", 44n) }
      const both = await world.run(Effect.all([settleDeposit({ fact: later }), settleDeposit({ fact: later })], {
        concurrency: "unbounded"
      }))
      expect(both).toEqual(["Known", "Known"])
      expect(await world.run(settleDeposit({ fact: { ...later, cost: unitsUnsafe("BRL", 45n) } }))).toBe("Known")
      expect(await feesOf(world)).toEqual([44n])
      await world.work()
      expect(world.chain.asked).toHaveLength(1)
    })

    it("costs nothing where it says that it took none", async () => {
      const { deposit, world } = await open()
      const fact = { ...paid(deposit.trackId), cost: unitsUnsafe("BRL", 0n) }
      expect(await world.run(settleDeposit({ fact }))).toBe("Booked")
      expect(await feesOf(world)).toEqual([])
    })
  })

  it("whose end-to-end id no one told is no second one on a charge that is paid §deposit-settled-once", async () => {
    const { deposit, world } = await open()
    expect(await world.run(settleDeposit({ fact: paid(deposit.trackId) }))).toBe("Booked")
    expect(await world.run(settleDeposit({ fact: { ...paid(deposit.trackId, 2), isMadeUp: true } }))).toBe("Known")
    await world.work()
    expect(world.rail.asked).toEqual([])
  })

  it("after the charge expired is delivered at the price of now §deposit-late-payment", async () => {
    const { caller, deposit, world } = await open()
    world.advance(day)
    await world.work()
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "EXPIRED" })
    world.rates.price = "6.50"
    await world.settle(deposit.trackId, endToEndIdAt(1))
    expect(await world.record(caller, deposit.externalId))
      .toMatchObject({ status: "PROCESSING", processingStep: "LATE_PAYMENT", fxRateAtTx: 6.5 })
    await world.work()
    expect(await world.record(caller, deposit.externalId))
      .toMatchObject({ status: "COMPLETED", processingStep: null, receivedAmount: 1_500_000n })
  })

  it("after the charge expired waits for a price and is not lost §deposit-late-payment", async () => {
    const { caller, deposit, world } = await open()
    world.advance(day)
    await world.work()
    world.rates.isUp = false
    expect(await world.refusal(settleDeposit({ fact: paid(deposit.trackId) })))
      .toMatchObject({ _tag: "UpstreamUnavailable" })
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "EXPIRED" })
    world.rates.isUp = true
    expect(await world.run(settleDeposit({ fact: paid(deposit.trackId) }))).toBe("Booked")
  })

  // M14
  it("is late by the rail's time and not by the clock that learns of it §deposit-late-time", async () => {
    const { caller, deposit, world } = await open()
    world.rates.price = "6.50"
    const paidAt = world.clock.now + day
    const inTime = { ...paid(deposit.trackId), paidAt: paidAt - 1 }
    world.advance(2 * day)
    await world.work()
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "EXPIRED" })
    expect(await world.run(settleDeposit({ fact: inTime }))).toBe("Booked")
    expect(await world.record(caller, deposit.externalId))
      .toMatchObject({ status: "PROCESSING", processingStep: null, fxRateAtTx: 5, paidAt: isoInstant(paidAt - 1) })
  })

  // M14
  it.each([["the rail's time", true], ["the time we learn of it", false]])(
    "is late although no job has expired the charge, by %s §deposit-late-time §deposit-late-payment",
    async (_, isSaid) => {
      const { caller, deposit, world } = await open()
      world.rates.price = "6.50"
      world.advance(2 * day)
      await world.run(
        settleDeposit({ fact: { ...paid(deposit.trackId), paidAt: isSaid ? world.clock.now - day : null } })
      )
      expect(await world.record(caller, deposit.externalId))
        .toMatchObject({ status: "PROCESSING", processingStep: "LATE_PAYMENT", fxRateAtTx: 6.5 })
    }
  )

  // M19
  it("below the charge goes back whole, and the charge stays payable §deposit-amount", async () => {
    const { caller, deposit, world } = await open()
    expect(await world.run(settleDeposit({ fact: { ...paid(deposit.trackId, 1), value: cents(999) } }))).toBe("Booked")
    await world.work()
    expect(await world.record(caller, deposit.externalId))
      .toMatchObject({ status: "PENDING", endToEndId: null, refundedValue: null })
    expect([...world.rail.effects.values()].map(({ request }) => request)).toEqual([
      { returnId: `surplus/${endToEndIdAt(1)}`, endToEndId: endToEndIdAt(1), value: 999n }
    ])
    expect(world.chain.effects.size).toBe(0)
    expect(await world.run(settleDeposit({ fact: paid(deposit.trackId, 2) }))).toBe("Booked")
    await world.work()
    expect(await world.record(caller, deposit.externalId))
      .toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(2) })
  })

  // M19
  it("above the charge funds it, and the difference goes back as a part of the same PIX §deposit-amount", async () => {
    const { caller, deposit, world } = await open()
    await world.run(settleDeposit({ fact: { ...paid(deposit.trackId, 1), value: cents(1_250) } }))
    await world.work()
    expect(await world.record(caller, deposit.externalId))
      .toMatchObject({ status: "COMPLETED", value: 1_000, refundedValue: null, receivedAmount: 1_950_000n })
    expect([...world.rail.effects.values()].map(({ request }) => request)).toEqual([
      { returnId: `surplus/${endToEndIdAt(1)}`, endToEndId: endToEndIdAt(1), value: 250n }
    ])
  })

  it("before the charge expired keeps the quoted price, whatever the price of now", async () => {
    const { caller, deposit, world } = await open()
    world.rates.price = "9.99"
    world.advance(day - 1)
    await world.work()
    await world.settle(deposit.trackId, endToEndIdAt(1))
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ fxRateAtTx: 5, processingStep: null })
  })

  it("under another id on a paid charge goes back to its payer, and the deposit is as it was §deposit-surplus", async () => {
    const { caller, deposit, world } = await open()
    await world.settle(deposit.trackId, endToEndIdAt(1))
    await world.work()
    await world.settle(deposit.trackId, endToEndIdAt(2))
    await world.work()
    expect([...world.rail.effects.values()].map(({ request }) => request)).toEqual([
      { returnId: `surplus/${endToEndIdAt(2)}`, endToEndId: endToEndIdAt(2), value: 1_000n }
    ])
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "COMPLETED", refundedValue: null })
    expect(world.chain.effects.size).toBe(1)
  })

  it("that was reported for two charges counts for the first, and a person looks at it", async () => {
    const { caller, deposit, world } = await open()
    const other = await world.deposit(caller)
    await world.settle(deposit.trackId, endToEndIdAt(1))
    expect(await world.run(settleDeposit({ fact: paid(other.trackId) }))).toBe("Alarmed")
    expect(await world.run(settleDeposit({ fact: paid(other.trackId) }))).toBe("Alarmed")
    expect(await world.record(caller, other.externalId)).toMatchObject({ status: "PENDING" })
    expect(await reviews(world)).toEqual([`paidByOtherPix/${endToEndIdAt(1)}`])
  })

  it("that is reported for two charges at once is looked at as well", async () => {
    const { caller, deposit, world } = await open()
    const other = await world.deposit(caller)
    const answers = await Promise.all(
      [deposit, other].map(({ trackId }) => world.run(settleDeposit({ fact: paid(trackId) })))
    )
    expect(answers.toSorted()).toEqual(["Alarmed", "Booked"])
    expect(await reviews(world)).toHaveLength(1)
  })
})

describe("a ticket", () => {
  it("that no one made is not found §deposit-ticket-unknown", async () => {
    const { world } = await open()
    expect(await world.refusal(settleDeposit({ fact: paid("tkt_nobody") })))
      .toMatchObject({ _tag: "NotFound", resource: "Ticket" })
  })

  it("of somebody else is not found either, and nothing happens to it §deposit-ticket-unknown", async () => {
    const { caller, deposit, world } = await open()
    const stranger = await world.caller(account("second"))
    const commits = world.commits.length
    expect(await world.refusal(settleDeposit({ fact: paid(deposit.trackId), caller: stranger })))
      .toMatchObject({ _tag: "NotFound", resource: "Ticket" })
    expect(world.commits).toHaveLength(commits)
    expect(await world.run(settleDeposit({ fact: paid(deposit.trackId), caller }))).toBe("Booked")
  })

  it("whose delivery the provider doubts is not paid by that, nor failed §deposit-delivery-failed-ticket", async () => {
    const { caller, deposit, world } = await open()
    await world.settle(deposit.trackId, endToEndIdAt(1), "DELIVERY-FAILED")
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "PENDING" })
    await world.settle(deposit.trackId, endToEndIdAt(1))
    await world.settle(deposit.trackId, endToEndIdAt(1), "DELIVERY-FAILED")
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "PROCESSING" })
  })

  it("for a ticket that no one knows is put before the operator once, when the provider says so", async () => {
    const { caller, world } = await open()
    const fact = paid("tkt_unknown")
    await expect(world.run(settleDeposit({ fact, caller }))).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await reviews(world)).toEqual([])
    await expect(world.run(settleDeposit({ fact }))).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(world.run(settleDeposit({ fact }))).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await reviews(world)).toEqual([`unknownTicket/${endToEndIdAt(1)}`])
  })
})

describe("an event of the provider", () => {
  it("is acted on once under its id, whatever it says the second time §provider-event-id", async () => {
    const { caller, deposit, world } = await open()
    await world.settle(deposit.trackId, endToEndIdAt(1), "DEPOSIT-SUCCESS", "event-1")
    await world.settle(deposit.trackId, endToEndIdAt(1), "TICKET-COMPLETE", "event-1")
    expect(await reviews(world)).toEqual([])
    await world.settle(deposit.trackId, endToEndIdAt(2), "DEPOSIT-SUCCESS", "event-1")
    expect(await reviews(world)).toEqual([expect.stringMatching(/^eventReused\/ChargePaid\//)])
    await world.work()
    expect(world.rail.asked).toEqual([])
    expect(await world.record(caller, deposit.externalId)).toMatchObject({ endToEndId: endToEndIdAt(1) })
  })

  // F12
  it("that comes twice at once needs no review, also where it names the PIX only once §provider-event-id", async () => {
    for (const isMadeUp of [false, true]) {
      const { deposit, world } = await open()
      const fact = { ...paid(deposit.trackId, 1), eventId: "evt-1" }
      const again = isMadeUp ? { ...paid(deposit.trackId, 2), eventId: "evt-1", isMadeUp } : fact
      const answers = await Promise.all([fact, again].map((each) => world.run(settleDeposit({ fact: each }))))
      expect(answers).toEqual(["Booked", "Known"])
      expect(await reviews(world)).toEqual([])
    }
  })

  it("that comes for two tickets at once is looked at by a person", async () => {
    const { caller, deposit, world } = await open()
    const other = await world.deposit(caller)
    const facts = [paid(deposit.trackId, 1), { ...paid(other.trackId, 2), isMadeUp: true }]
    await Promise.all(
      facts.map((fact) => world.run(takeProviderFacts({ inbox: "bank" }, [{ ...fact, eventId: "evt-1" }])))
    )
    expect(await reviews(world)).toEqual([expect.stringMatching(/^eventReused\/ChargePaid\//)])
    expect(await world.record(caller, other.externalId)).toMatchObject({ status: "PENDING" })
  })

  it("has an id of its own: the same one of a key owner is another", async () => {
    const { caller, deposit, world } = await open()
    const other = await world.deposit(caller)
    await world.settle(deposit.trackId, endToEndIdAt(1), "DEPOSIT-SUCCESS", "event-1")
    const fact = { ...paid(other.trackId ?? "", 2), eventId: "event-1" }
    expect(await world.run(settleDeposit({ fact, caller }))).toBe("Booked")
  })

  it("about a ticket that no one made is money that a person has to place", async () => {
    const { caller, world } = await open()
    await expect(world.settle("tkt_nobody", endToEndIdAt(1))).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(world.settle("tkt_nobody", endToEndIdAt(1))).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await reviews(world)).toEqual([`unknownTicket/${endToEndIdAt(1)}`])
    // A key owner who names one is told no more than that there is none.
    await world.refusal(settleDeposit({ fact: paid("tkt_other"), caller }))
    expect(await reviews(world)).toHaveLength(1)
  })
})
