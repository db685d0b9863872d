// Events of disputes as they come in: whose they are, what receivers are told, and that money waits for the return (spec
// "Dispute events"; C31).
import { Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { Disputes } from "../../../../core/payments/dispute/dispute.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { depth } from "../../../support/depth.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { World, account, startOfTests } from "../../../support/world.ts"

const statuses = ["CREATED", "ACCEPTED", "REJECTED", "CANCELED"] as const
const iso = (at: number): string => new Date(at).toISOString()

const delivered = async (world: World, caller: Caller, endToEndId = endToEndIdAt(1)) => {
  const { externalId, trackId } = await world.deposit(caller, { externalId: `order-${endToEndId}` })
  await world.settle(trackId, endToEndId)
  await world.work()
  return await world.record(caller, externalId)
}

const dispute = (world: World, type: string, parts: Readonly<Record<string, unknown>> = {}, id?: string) =>
  world.provider("DISPUTE", { type, endToEndId: endToEndIdAt(1), value: 1_000, ...parts }, id)

const toldTo = async (world: World, owner: string) => {
  const rows = await world.run(list(Events, "byOwner", owner, { limit: 50 }))
  return rows.map(({ value }) => JSON.parse(value.body) as { event: string; data: Record<string, unknown> })
    .filter(({ event }) => event.startsWith("DISPUTE_")).toReversed()
}

const disputeOf = async (world: World, endToEndId: string) =>
  Option.getOrThrow(await world.run(get(Disputes, endToEndId.toUpperCase()))).value

const reasons = async (world: World) =>
  (await world.run(list(Reviews, "all", "all", { limit: 50 }))).map(({ value }) =>
    value.id.slice(value.subject.length + 1)
  )

const lossesOf = async (world: World) =>
  (await world.run(Store.use((store) => store.balances("losses")))).reduce((sum, { amount }) => sum + amount, 0n)

const expectBalanced = async (world: World) => {
  const sums = new Map<string, bigint>()
  for (const { amount, asset } of await world.run(Store.use((store) => store.balances("")))) {
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
}

const open = async () => {
  const world = await World.open()
  return { world, caller: await world.caller(account("first")) }
}

describe("a dispute of a delivered deposit", () => {
  it.each(statuses)(
    "tells %s with its own status and the charge as it stands §dispute-events §dispute-payload §event-dispute-created §event-dispute-accepted §event-dispute-rejected §event-dispute-canceled",
    async (status) => {
      const { caller, world } = await open()
      const deposit = await delivered(world, caller)
      world.advance(1_000)
      await dispute(world, status, {
        disputeId: "med-7",
        reason: "fraud",
        payerName: "Ana Souza",
        transactionDate: "2026-02-28T12:00:00-03:00",
        providerStatus: "WAITING"
      })
      expect(await toldTo(world, caller.account.id)).toEqual([{
        event: `DISPUTE_${status}`,
        data: {
          status,
          providerStatus: "WAITING",
          disputeId: "med-7",
          endToEndId: endToEndIdAt(1),
          value: 1_000,
          valueInBrl: "10.00",
          reason: "fraud",
          payerName: "Ana Souza",
          transactionDate: "2026-02-28T15:00:00.000Z",
          occurredAt: iso(startOfTests + 1_000),
          walletCharge: {
            id: deposit.walletCharge,
            externalId: deposit.externalId,
            trackId: deposit.trackId,
            correlationID: null,
            asset: "USDT",
            network: "polygon",
            status: "COMPLETED",
            valueInBrl: "10.00",
            fee: "0.25",
            transactionHash: deposit.transactionHash,
            createdAt: iso(startOfTests)
          }
        }
      }])
    }
  )

  it("shows null for what the provider does not tell §dispute-payload", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    await dispute(world, "CREATED")
    expect((await toldTo(world, caller.account.id))[0]?.data).toMatchObject({
      providerStatus: null,
      disputeId: null,
      reason: null,
      payerName: null,
      transactionDate: null
    })
  })

  it("may be of a part of the PIX §dispute-partial", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    await dispute(world, "CREATED", { value: 400 })
    expect((await toldTo(world, caller.account.id))[0]?.data).toMatchObject({
      value: 400,
      valueInBrl: "4.00",
      walletCharge: { valueInBrl: "10.00" }
    })
    expect(await reasons(world)).toEqual([])
  })

  it("of more than was paid is put before the operator §dispute-partial", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    await dispute(world, "CREATED", { value: 1_001 })
    expect(await reasons(world)).toEqual(["disputeAbovePayment/CREATED"])
  })

  it("is one for a PIX, whatever the case of its id §dispute-one-per-pix", async () => {
    const { caller, world } = await open()
    const mixed = "E99999999202601010000AbCdEfGhIjK"
    await delivered(world, caller, mixed)
    await dispute(world, "CREATED", { endToEndId: mixed })
    await dispute(world, "CREATED", { endToEndId: mixed.toLowerCase() })
    await dispute(world, "CREATED", { endToEndId: mixed.toUpperCase() })
    expect((await toldTo(world, caller.account.id)).map(({ event }) => event)).toEqual(["DISPUTE_CREATED"])
    expect((await disputeOf(world, mixed)).legs).toHaveLength(1)
  })

  it("tells each status once, also when several come at the same time §dispute-emitted-once", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    await Promise.all([...statuses, ...statuses].map((status) => dispute(world, status)))
    const events = (await toldTo(world, caller.account.id)).map(({ event }) => event)
    expect(events.toSorted()).toEqual(statuses.map((status) => `DISPUTE_${status}`).toSorted())
    expect((await disputeOf(world, endToEndIdAt(1))).state).toBe("ACCEPTED")
  })

  it("takes an event id once, and puts one that tells two statuses before the operator §dispute-emitted-once", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    await dispute(world, "CREATED", {}, "evt-1")
    await dispute(world, "CREATED", {}, "evt-1")
    expect(await reasons(world)).toEqual([])
    await dispute(world, "ACCEPTED", {}, "evt-1")
    await dispute(world, "ACCEPTED", {}, "evt-1")
    expect(await reasons(world)).toEqual([
      expect.stringMatching(/^eventReused\/DisputeMoved\//)
    ])
    expect((await disputeOf(world, endToEndIdAt(1))).state).toBe("CREATED")
  })
})

describe("money of a dispute", () => {
  it("stays where it is when the dispute is accepted; the confirmed return is what is lost §dispute-moves-no-money", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    const before = await world.run(Store.use((store) => store.balances("")))
    await dispute(world, "CREATED")
    await dispute(world, "ACCEPTED")
    expect(await world.run(Store.use((store) => store.balances("")))).toEqual(before)
    expect(await lossesOf(world)).toBe(0n)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 400)
    expect(await lossesOf(world)).toBe(400n)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 600)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 600)
    expect(await lossesOf(world)).toBe(1_000n)
    await expectBalanced(world)
  })

  it("goes back the same whether the return or the acceptance comes first §dispute-moves-no-money", async () => {
    const { caller, world } = await open()
    await delivered(world, caller)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    await dispute(world, "ACCEPTED")
    expect(await lossesOf(world)).toBe(1_000n)
    expect((await toldTo(world, caller.account.id))[0]?.data).toMatchObject({ walletCharge: { status: "REFUNDED" } })
    await expectBalanced(world)
  })
})

describe("legs and returns", () => {
  it("in any order, some of them twice, end in the same books and the same events §dispute-any-order §dispute-moves-no-money", async () => {
    const acts = {
      created: (world: World) => dispute(world, "CREATED", {}, "evt-created"),
      rejected: (world: World) => dispute(world, "REJECTED"),
      accepted: (world: World) => dispute(world, "ACCEPTED", {}, "evt-accepted"),
      first: (world: World) => world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 300),
      second: (world: World) => world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 700)
    } as const
    const names = Object.keys(acts) as ReadonlyArray<keyof typeof acts>
    const order = fc.array(fc.constantFrom(...names), { maxLength: 3 }).chain((again) => {
      const all = [...names, ...again]
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
    })
    await fc.assert(
      fc.asyncProperty(order, async (names) => {
        const { caller, world } = await open()
        await delivered(world, caller)
        for (const name of names) await acts[name](world)
        expect(await lossesOf(world)).toBe(1_000n)
        await expectBalanced(world)
        expect((await disputeOf(world, endToEndIdAt(1))).state).toBe("ACCEPTED")
        expect((await toldTo(world, caller.account.id)).map(({ event }) => event).toSorted()).toEqual([
          "DISPUTE_ACCEPTED",
          "DISPUTE_CREATED",
          "DISPUTE_REJECTED"
        ])
        expect(await reasons(world)).toEqual(["disputeDecidedTwice"])
        await world.close()
      }),
      { numRuns: Math.ceil(depth.cases / 4) }
    )
  })
})

describe("whose dispute it is", () => {
  it("of a surplus PIX: the charge's owner's, with no charge §dispute-owner §dispute-no-charge", async () => {
    const { caller, world } = await open()
    const { trackId } = await delivered(world, caller)
    await world.settle(trackId, endToEndIdAt(2))
    await dispute(world, "CREATED", { endToEndId: endToEndIdAt(2) })
    expect((await toldTo(world, caller.account.id))[0]?.data).toMatchObject({
      endToEndId: endToEndIdAt(2),
      walletCharge: null
    })
  })

  it("of a PIX that we do not know: the operator's, until the PIX is booked §dispute-owner", async () => {
    const { caller, world } = await open()
    await dispute(world, "CREATED")
    expect(await toldTo(world, caller.account.id)).toEqual([])
    expect(await reasons(world)).toEqual(["disputeOfUnknownPix"])
    await delivered(world, caller)
    await dispute(world, "ACCEPTED")
    expect((await toldTo(world, caller.account.id)).map(({ event }) => event)).toEqual(["DISPUTE_ACCEPTED"])
    expect(await disputeOf(world, endToEndIdAt(1))).toMatchObject({ owner: caller.account.id, state: "ACCEPTED" })
  })

  it("is no one else's §dispute-owner", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    await delivered(world, caller)
    await dispute(world, "CREATED")
    expect(await toldTo(world, other.account.id)).toEqual([])
  })
})
