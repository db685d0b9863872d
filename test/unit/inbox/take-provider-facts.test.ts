// One message with many facts: each is applied once and by itself, and the message is acknowledged when all are.
import { describe, expect, it } from "vitest"
import { takeProviderFacts } from "../../../core/inbox/take-provider-facts.ts"
import type { FactOf, ProviderFact } from "../../../core/ports/provider-fact.ts"
import { endToEndIdAt } from "../../support/ids.ts"
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
  const take = (facts: ReadonlyArray<ProviderFact>) => takeProviderFacts(undefined, facts)
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
    await world.run(take([]))
    await world.close()
  })
})
