// One message with many facts: each is applied once and by itself, and the message is acknowledged when all are.
import { describe, expect, it } from "vitest"
import { FactTraces } from "../../../core/engine/event/fact-trace.ts"
import { closeReview } from "../../../core/operations/review/close-review.ts"
import { takeProviderFacts } from "../../../core/inbox/take-provider-facts.ts"
import { type FactOf, type ProviderFact, unreadable } from "../../../core/ports/provider-fact.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { list } from "../../../core/engine/store/records.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { endToEndIdAt } from "../../support/ids.ts"
import { operator } from "../payments/payout/payouts.ts"
import { World } from "../../support/world.ts"

const paid = (trackId: string, n: number, eventId: string | null = null): FactOf<"ChargePaid"> => ({
  _tag: "ChargePaid",
  eventId,
  trackId,
  endToEndId: endToEndIdAt(n),
  value: null,
  paidAt: null,
  payer: null
})

const open = async (orders: number) => {
  const world = await World.open()
  const caller = await world.caller()
  const deposits: Array<Awaited<ReturnType<World["deposit"]>>> = []
  for (let n = 1; n <= orders; n++) deposits.push(await world.deposit(caller, { externalId: `order-${n}` }))
  const tracks = deposits.map(({ trackId }) => String(trackId))
  const statuses = async () => {
    const records = await Promise.all(deposits.map(({ externalId }) => world.record(caller, externalId)))
    return records.map(({ status }) => status)
  }
  const take = (facts: ReadonlyArray<ProviderFact>) => takeProviderFacts({ inbox: "bank" }, facts)
  return { world, tracks, statuses, take }
}

describe("a message with many facts", () => {
  it("applies each, and nothing twice when the message is sent again §provider-many-facts", async () => {
    const { statuses, take, tracks, world } = await open(3)
    const facts = tracks.map((trackId, index) => paid(trackId, index + 1))
    await world.run(take(facts))
    await world.run(take(facts))
    await world.work()
    expect(await statuses()).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"])
    expect([world.chain.asked.length, world.rail.asked.length]).toEqual([3, 0])
    await world.close()
  })

  it("applies the others when one fails, and is only acknowledged once all are §provider-many-facts", async () => {
    const { statuses, take, tracks, world } = await open(2)
    const [one = "", two = ""] = tracks
    expect(await world.refusal(take([paid(one, 1), paid("tkt_unknown", 2), paid(two, 3)])))
      .toMatchObject({ _tag: "NotFound", resource: "Ticket" })
    expect(await statuses()).toEqual(["PROCESSING", "PROCESSING"])
    await world.run(take([paid(one, 1), paid(two, 3)]))
    await world.work()
    expect(world.chain.asked).toHaveLength(2)
    await world.close()
  })

  it("fails with what may succeed later rather than with what is not ours §provider-many-facts", async () => {
    const { statuses, take, tracks, world } = await open(2)
    const [late = "", inTime = ""] = tracks
    world.advance(86_400_000)
    await world.work()
    expect(await statuses()).toEqual(["EXPIRED", "EXPIRED"])
    world.rates.isUp = false
    expect(await world.refusal(take([paid("tkt_unknown", 1), paid(late, 2)])))
      .toMatchObject({ _tag: "UpstreamUnavailable" })
    world.rates.isUp = true
    await world.run(take([paid(late, 2), paid(inTime, 3)]))
    expect(await statuses()).toEqual(["PROCESSING", "PROCESSING"])
    await world.close()
  })

  it("may have none", async () => {
    const { take, world } = await open(0)
    const commits = world.commits.length
    await world.run(take([]))
    expect(world.commits).toHaveLength(commits)
    await world.close()
  })
})

describe("the trace of a fact", () => {
  const traces = async (world: World) =>
    (await world.run(list(FactTraces, "all", "all", { limit: 50 }))).map(({ value }) => value)
  const reviews = async (world: World) =>
    (await world.run(list(Reviews, "all", "all", { limit: 50 }))).map(({ value }) => value)
  const outcomes = async (world: World) =>
    (await traces(world)).map(({ outcome, times, type }) => `${type} ${outcome} ${times}`).toReversed()

  it("is in the commit that books it, and one row however often the event arrives §provider-trace §provider-event-id", async () => {
    const { take, tracks, world } = await open(1)
    const fact = paid(tracks[0] ?? "", 1, "event-1")
    await world.run(take([fact]))
    const booking = world.commits.at(-1)
    expect(booking?.writes.map(({ kind }) => kind).filter((kind) => kind !== "deposit").toSorted())
      .toEqual(["movement", "pixReceipt", "providerFact"])
    await world.run(take([fact]))
    await Promise.all([1, 2, 3].map(() => world.run(take([{ ...fact, endToEndId: fact.endToEndId.toLowerCase() }]))))
    expect(await traces(world)).toMatchObject([{
      id: "bank/event-1/0",
      sender: "bank",
      eventId: "event-1",
      subject: tracks[0],
      outcome: "applied",
      times: 5
    }])
    expect(await reviews(world)).toEqual([])
    await world.close()
  })

  it("tells facts of one event apart, however the provider batches them §provider-trace", async () => {
    const { take, tracks, world } = await open(2)
    const [one, two] = tracks.map((trackId, index) => paid(trackId, index + 1, "event-1"))
    if (one === undefined || two === undefined) throw new Error("no deposits")
    const other = paid(tracks[0] ?? "", 1, "event-2")
    await world.run(take([one, two]))
    await world.run(take([other, one, two]))
    expect((await traces(world)).map(({ id, outcome, times }) => `${id} ${outcome} ${times}`).toReversed())
      .toEqual(["bank/event-1/0 applied 2", "bank/event-1/1 applied 2", "bank/event-2/0 ignored 1"])
    await world.close()
  })

  const maria = { name: "Maria", taxId: "11144477735" }
  const same: ReadonlyArray<readonly [string, Partial<FactOf<"ChargePaid">>]> = [
    ["without the payer", { payer: null }],
    ["without the payer's name", { payer: { ...maria, name: null } }],
    ["with another time", { paidAt: 1 }]
  ]
  const different: ReadonlyArray<readonly [string, Partial<FactOf<"ChargePaid">>]> = [
    ["with another amount", { value: unitsUnsafe("BRL", 999n) }],
    ["with another PIX", { endToEndId: endToEndIdAt(9) }],
    ["with another payer", { payer: { ...maria, taxId: "52998224725" } }]
  ]
  const sentAgain = async (parts: Partial<FactOf<"ChargePaid">>) => {
    const { take, tracks, world } = await open(1)
    const fact = { ...paid(tracks[0] ?? "", 1, "event-1"), payer: maria }
    await world.run(take([fact]))
    await world.run(take([{ ...fact, ...parts }]))
    await world.work()
    expect([world.chain.asked.length, world.rail.asked.length]).toEqual([1, 0])
    return world
  }

  it.each(same)("counts the same event %s as the same §provider-event-id", async (_what, parts) => {
    const world = await sentAgain(parts)
    expect(await outcomes(world)).toEqual(["ChargePaid applied 2"])
    expect(await reviews(world)).toEqual([])
    await world.close()
  })

  it.each(different)("raises the same event %s, and changes nothing §provider-event-id", async (_what, parts) => {
    const world = await sentAgain(parts)
    expect(await outcomes(world)).toEqual(["ChargePaid review 2"])
    expect(await reviews(world)).toMatchObject([{
      subject: expect.stringMatching(/^dep_/) as unknown,
      reason: { code: "eventReused", type: "ChargePaid" }
    }])
    expect(JSON.stringify([await traces(world), await reviews(world)])).not.toMatch(/11144477735|52998224725|Maria/)
    await world.close()
  })

  it("is left by what nothing follows from, and not by what fails §provider-trace", async () => {
    const { take, tracks, world } = await open(1)
    await world.run(take([{ _tag: "Unsupported", eventId: "event-1", subscription: "NEW" }]))
    await world.run(take([{ _tag: "DeliveryDoubted", eventId: "event-2", trackId: tracks[0] ?? "" }]))
    await world.refusal(take([paid("tkt_unknown", 1, "event-3")]))
    expect(await outcomes(world)).toEqual(["Unsupported unsupported 1", "DeliveryDoubted unsupported 1"])
    await world.close()
  })

  it("is left by a row that cannot be read, which is before a person once, as it came §provider-trace", async () => {
    const { take, world } = await open(1)
    await world.run(take([unreadable("GET /pix", { valor: "ten" })]))
    await world.run(take([unreadable("GET /pix", { valor: "ten" }), unreadable("GET /pix", { valor: "two" })]))
    expect(await outcomes(world)).toEqual(["Unreadable review 1", "Unreadable review 1", "Unreadable review 1"])
    const details = (await reviews(world)).map(({ reason }) =>
      reason.code === "factUnreadable" ? reason.detail : reason
    )
    expect(new Set(details)).toEqual(new Set(["{\"valor\":\"ten\"}", "{\"valor\":\"two\"}"]))
    await world.close()
  })

  it("of a PIX on no charge is a review with its amount and payer, once however often it is reported §pix-without-charge", async () => {
    const { take, world } = await open(1)
    const fact = {
      _tag: "PixWithoutCharge",
      endToEndId: endToEndIdAt(1).toLowerCase(),
      value: unitsUnsafe("BRL", 5_000_000n),
      paidAt: null,
      payer: { name: "Maria Souza", taxId: "52998224725" }
    } as const
    await world.run(take([{ ...fact, eventId: "event-1" }]))
    const pix = { endToEndId: endToEndIdAt(1), value: "50000.00", payer: "Maria Souza", taxId: "***.982.247-**" }
    const about = { subject: endToEndIdAt(1), reason: { code: "pixWithoutCharge", pix } }
    expect(await reviews(world)).toMatchObject([{ ...about, state: "OPEN" }])
    expect(await outcomes(world)).toEqual(["PixWithoutCharge review 1"])
    await world.run(closeReview(operator, { reviewId: `${endToEndIdAt(1)}/pixWithoutCharge`, note: "sent back" }))
    await world.run(take([{ ...fact, eventId: "event-2" }]))
    expect(await reviews(world)).toMatchObject([{ ...about, state: "CLOSED", times: 1 }])
    // On a ticket that is unknown, each is one.
    await world.refusal(take([{ ...paid("tkt_unknown", 2, "event-3"), payer: fact.payer }]))
    await world.refusal(take([paid("tkt_unknown", 3, "event-4")]))
    expect((await reviews(world)).map(({ id }) => id).toSorted()).toEqual([
      `${endToEndIdAt(1)}/pixWithoutCharge`,
      `tkt_unknown/unknownTicket/${endToEndIdAt(2)}`,
      `tkt_unknown/unknownTicket/${endToEndIdAt(3)}`
    ])
    await world.close()
  })

  it("is left each time by a fact without an event id, which the records alone recognise §provider-trace", async () => {
    const { take, tracks, world } = await open(1)
    await world.run(take([paid(tracks[0] ?? "", 1)]))
    await world.run(take([paid(tracks[0] ?? "", 1)]))
    expect(await outcomes(world)).toEqual(["ChargePaid applied 1", "ChargePaid ignored 1"])
    await world.close()
  })

  it("of a refused return is a review of its deposit §provider-return-refused", async () => {
    const { take, tracks, world } = await open(1)
    await world.run(take([paid(tracks[0] ?? "", 1)]))
    const refused = { _tag: "ReturnRefused", returnId: "ret_1", reason: "the account is closed" } as const
    await world.run(take([
      { ...refused, eventId: "event-1", endToEndId: endToEndIdAt(1).toLowerCase() },
      { ...refused, eventId: "event-2", endToEndId: null, returnId: "ret_2" }
    ]))
    expect((await outcomes(world)).slice(1)).toEqual(["ReturnRefused review 1", "ReturnRefused review 1"])
    expect(
      (await reviews(world)).map(({ id, subject }) => [subject.slice(0, 4), id.slice(subject.length + 1)]).toReversed()
    ).toEqual([
      ["dep_", "returnRefused/RET_1"],
      ["ret_", "returnRefused/RET_2"]
    ])
    await world.close()
  })
})
