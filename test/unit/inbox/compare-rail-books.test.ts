// The PIX provider's books against ours: what was never reported is found, what cannot be placed is before a person, and a balance
// that goes another way than ours is noticed once it stays so.
import { Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { compareRailBooks } from "../../../core/inbox/compare-rail-books.ts"
import { sweepCharges } from "../../../core/inbox/sweep-charges.ts"
import { RailComparisons } from "../../../core/inbox/rail-comparison.ts"
import { FactTraces } from "../../../core/engine/event/fact-trace.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { ProviderFact } from "../../../core/ports/provider-fact.ts"
import { type BooksStretch, RailBooks, RailBooksUnavailable } from "../../../core/ports/rail-books.ts"
import { get, list } from "../../../core/engine/store/records.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { endToEndIdAt, returnIdAt } from "../../support/ids.ts"
import { World } from "../../support/world.ts"

const hour = 3_600_000
const cents = (value: number) => unitsUnsafe("BRL", BigInt(value))

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const withoutCharge = (n: number): ProviderFact => ({
  _tag: "PixWithoutCharge",
  eventId: null,
  endToEndId: endToEndIdAt(n),
  value: cents(5_000_000),
  paidAt: null,
  payer: null
})

const opened = async () => {
  const provider = {
    pages: [[]] as Array<Array<ProviderFact>>,
    balance: 0,
    isAway: false,
    stretches: [] as Array<BooksStretch>
  }
  const by = await World.open(undefined, (services) =>
    Context.add(services, RailBooks, {
      lists: ["received", "sent", "returned"],
      movements: (stretch, page) => {
        const at = Number(page ?? "0")
        if (at === 0) provider.stretches.push(stretch)
        const next = at + 1 < provider.pages.length ? String(at + 1) : null
        return provider.isAway
          ? Effect.fail(new RailBooksUnavailable({ reason: "closed for the night" }))
          : Effect.succeed({ facts: provider.pages[at] ?? [], next })
      },
      balance: Effect.sync(() => cents(provider.balance))
    }))
  world = by
  const caller = await by.caller()
  const deposit = await by.deposit(caller)
  return {
    provider,
    world: by,
    deposit,
    record: () => by.record(caller, deposit.externalId),
    sweep: () => by.run(sweepCharges()),
    compare: async () => {
      const verdict = await by.run(compareRailBooks())
      by.advance(hour)
      return verdict
    },
    reviews: async () =>
      (await by.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) =>
        value.id.slice(value.subject.length + 1)
      ),
    traces: async () =>
      (await by.run(list(FactTraces, "all", "all", { limit: 20 }))).map(({ value }) =>
        `${value.sender} ${value.type} ${value.outcome}`
      )
  }
}

const paid = (trackId: string | null, n: number, value = 1_000): ProviderFact => ({
  _tag: "ChargePaid",
  eventId: null,
  trackId: trackId ?? "",
  endToEndId: endToEndIdAt(n),
  value: cents(value),
  paidAt: null,
  payer: null
})

const returned = (n: number, value: number): ProviderFact => ({
  _tag: "PixReturned",
  eventId: null,
  endToEndId: endToEndIdAt(n),
  returnId: returnIdAt(1),
  ourReturnId: null,
  value: cents(value),
  nature: null
})

describe("the comparison with the provider's books §rail-books", () => {
  it("finds a payment and a return that were never reported, on whatever page", async () => {
    const { compare, deposit, provider, record, reviews, traces, world } = await opened()
    provider.pages = [[paid(deposit.trackId, 1)], [returned(1, 1_000)]]
    provider.balance = 0
    await compare()
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
    expect(await reviews()).toEqual([])
    expect((await traces()).toSorted()).toEqual(["rail-books ChargePaid applied", "rail-books PixReturned applied"])
  })

  it("says nothing of what was reported", async () => {
    const { compare, deposit, provider, reviews, traces, world } = await opened()
    await world.settle(deposit.trackId, endToEndIdAt(1))
    await world.work()
    const before = await traces()
    provider.pages = [[paid(deposit.trackId, 1)]]
    provider.balance = 1_000
    await compare()
    expect(await traces()).toEqual(before)
    expect(await reviews()).toEqual([])
  })

  it("puts what is not ours, and another amount, before a person", async () => {
    const { compare, deposit, provider, reviews, world } = await opened()
    await world.settle(deposit.trackId, endToEndIdAt(1))
    provider.pages = [[
      paid(deposit.trackId, 1, 999),
      { _tag: "PaymentSettled", eventId: null, paymentId: "pay_nobody", endToEndId: endToEndIdAt(7) },
      withoutCharge(8),
      // Of this one the provider's list leaves the charge out.
      withoutCharge(1)
    ]]
    await compare()
    expect((await reviews()).toSorted()).toEqual([
      `bookedAmountDiffers/${endToEndIdAt(1)}`,
      "pixWithoutCharge",
      "unknownPayment/PaymentSettled"
    ])
  })

  it("leaves no gap between its stretches, and none when the books were away", async () => {
    const { compare, provider, world } = await opened()
    await compare()
    provider.isAway = true
    expect(await compare()).toMatchObject({
      problem: { code: "noAnswer", detail: "closed for the night" }
    })
    provider.isAway = false
    await compare()
    const [first, , third] = provider.stretches
    expect(provider.stretches[1]).toMatchObject({ from: first?.until })
    expect(third?.from).toBe(first?.until)
    const { value } = Option.getOrThrow(await world.run(get(RailComparisons, "rail")))
    expect(value.comparedTo).toBe(third?.until)
  })

  it("notices a balance that goes another way than ours, once it stays so", async () => {
    const { compare, deposit, provider, reviews, world } = await opened()
    // What was paid in by hand before.
    provider.balance = 50_000
    await compare()
    await world.settle(deposit.trackId, endToEndIdAt(1))
    await world.work()
    provider.balance = 51_000
    await compare()
    provider.balance = 50_900
    await compare()
    expect(await reviews()).toEqual([])
    await compare()
    const [reason, ...more] = await reviews()
    expect(reason).toMatch(/^balanceDrifts\/\d+$/)
    expect(more).toEqual([])
    await compare()
    await compare()
    expect(await reviews()).toHaveLength(1)
  })
})

it("takes no payment that is on its way at the first look for what was there", async () => {
  const { compare, deposit, provider, reviews, world } = await opened()
  // The provider has booked it, and we have not heard of it.
  provider.balance = 51_000
  await compare()
  await world.settle(deposit.trackId, endToEndIdAt(1))
  await world.work()
  for (let n = 0; n < 4; n++) await compare()
  expect(await reviews()).toEqual([])
})

describe("the sweep of receipts", () => {
  it("finds a payment within minutes by one list for all charges, and says nothing of what is known", async () => {
    const { deposit, provider, record, reviews, sweep, traces, world } = await opened()
    const start = world.clock.now
    provider.pages = [[paid("trk_of_somebody", 3)], [paid(deposit.trackId, 1)]]
    await sweep()
    expect(provider.stretches).toEqual([{ from: start - 900_000, until: start - 60_000 }])
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    // What was paid to somebody else leaves nothing, however often it is listed.
    expect(await traces()).toEqual(["rail-books ChargePaid applied"])
    const before = await traces()
    provider.pages = [[paid("trk_of_somebody", 3), paid(deposit.trackId, 1)]]
    await sweep()
    expect(await traces()).toEqual(before)
    expect(await reviews()).toEqual([])
  })

  it("looks charges up one by one while the books cannot be read", async () => {
    const { deposit, provider, record, sweep, world } = await opened()
    provider.isAway = true
    world.rail.payCharge(deposit.trackId ?? "", 1_000n, world.clock.now)
    world.advance(660_000)
    await sweep()
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })
})
