// Our journal against the provider's list of movements: what we booked and its list lacks is before a person after a day, with both sides, and
// nothing is that is late on one of them.
import { Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { englishReview, plainNaming } from "../../../core/base/reason/english-reviews.ts"
import { isoInstant } from "../../../core/base/time/instant.ts"
import { compareRailBooks } from "../../../core/inbox/compare-rail-books.ts"
import { type RailComparison, RailComparisons } from "../../../core/inbox/rail-comparison.ts"
import { compared } from "../../../core/inbox/rail-journal.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { ProviderFact } from "../../../core/ports/provider-fact.ts"
import { type BooksStretch, type ListedKind, RailBooks, RailBooksUnavailable } from "../../../core/ports/rail-books.ts"
import { get, list as listed } from "../../../core/engine/store/records.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { endToEndIdAt, returnIdAt } from "../../support/ids.ts"
import { type Payer, order, payer } from "../payments/payout/payouts.ts"

const hour = 3_600_000
const cents = (value: number) => unitsUnsafe("BRL", BigInt(value))

let by: Payer | undefined
afterEach(async () => {
  await by?.world.close()
  by = undefined
})

const opened = async (lists: ReadonlyArray<ListedKind> = ["received", "sent", "returned"]) => {
  const provider = { facts: [] as Array<ProviderFact>, balance: 100_000n, isAway: false }
  const list: { by: (stretch: BooksStretch) => ReadonlyArray<ProviderFact> } = { by: () => provider.facts.splice(0) }
  const own = await payer(undefined, undefined, (services) =>
    Context.add(services, RailBooks, {
      lists,
      movements: (stretch) =>
        Effect.suspend(() =>
          provider.isAway
            ? Effect.fail(new RailBooksUnavailable({ reason: "closed for the night" }))
            : Effect.succeed({ facts: list.by(stretch), next: null })
        ),
      balance: Effect.sync(() => unitsUnsafe("BRL", provider.balance))
    }))
  by = own
  const { world } = own
  return {
    world,
    provider,
    list,
    unpaid: async () => String((await world.deposit(own.caller)).trackId),
    pay: async () => {
      const id = await order(own)
      await world.work()
      provider.balance -= 1_000n
      return id
    },
    receive: async (n: number) => {
      const { trackId } = await world.deposit(own.caller)
      await world.settle(trackId, endToEndIdAt(n))
      await world.work()
      provider.balance += 1_000n
      return String(trackId)
    },
    compare: async (hours = 1) => {
      for (let n = 0; n < hours; n++) {
        await world.run(compareRailBooks())
        world.advance(hour)
      }
    },
    reviews: async () =>
      (await world.run(listed(Reviews, "all", "all", { limit: 20 }))).map(({ value }) =>
        englishReview(value.reason, plainNaming(isoInstant)).join(": ")
      ),
    kept: async () => Option.getOrThrow(await world.run(get(RailComparisons, "rail"))).value
  }
}

const paid = (trackId: string, n: number, value = 1_000): ProviderFact => ({
  _tag: "ChargePaid",
  eventId: null,
  trackId,
  endToEndId: endToEndIdAt(n),
  value: cents(value),
  paidAt: null,
  payer: null
})

const sent = (paymentId: string): ProviderFact => ({
  _tag: "PaymentSettled",
  eventId: null,
  paymentId,
  endToEndId: `Eof${paymentId}`
})

const returned = (n: number, value: number): ProviderFact => ({
  _tag: "PixReturned",
  eventId: null,
  endToEndId: endToEndIdAt(n),
  returnId: returnIdAt(n),
  ourReturnId: null,
  value: cents(value),
  nature: null
})

describe("our journal against the provider's list §rail-books", () => {
  it("puts what only the journal has before a person after a day, with both sides", async () => {
    const { compare, pay, receive, reviews } = await opened()
    await compare()
    const id = await pay()
    await receive(1)
    await compare(24)
    expect(await reviews()).toEqual([])
    await compare(3)
    const reason = "the PIX provider's list lacks a movement of ours"
    const lacks = "at .+; its list has none such up to .+$"
    expect((await reviews()).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^${reason}: received/${endToEndIdAt(1)}: we booked 10.00 BRL ${lacks}`)),
      expect.stringMatching(new RegExp(`^${reason}: sent/${id}: we booked -10.00 BRL ${lacks}`))
    ])
  })

  it("says nothing of what both have, whichever is first", async () => {
    const { compare, kept, pay, provider, receive, reviews } = await opened()
    await compare()
    const id = await pay()
    const charge = await receive(1)
    await compare()
    expect((await kept()).unlisted).toHaveLength(2)
    // Its list is an hour late, and has a return that was not reported.
    provider.facts = [sent(id), paid(charge, 1), returned(1, 400)]
    provider.balance -= 400n
    await compare(30)
    expect(await reviews()).toEqual([])
    expect(await kept()).toMatchObject({ unlisted: [], unbooked: [] })
  })

  it("knows a surplus that went back by the id of its return, as the list has it", async () => {
    const { compare, kept, provider, receive, reviews, world } = await opened()
    await compare()
    const charge = await receive(1)
    await world.settle(charge, endToEndIdAt(2))
    await world.work()
    const [returnId = ""] = [...world.rail.effects.values()].map(({ receipt }) => receipt.returnEndToEndId)
    provider.facts = [paid(charge, 1), paid(charge, 2), { ...returned(2, 1_000), returnId } as ProviderFact]
    await compare(30)
    expect(await reviews()).toEqual([])
    expect(await kept()).toMatchObject({ unlisted: [], unbooked: [] })
  })

  it("misses the return of a surplus that the list does not have", async () => {
    const { compare, provider, receive, reviews, world } = await opened()
    await compare()
    const charge = await receive(1)
    await world.settle(charge, endToEndIdAt(2))
    await world.work()
    const [returnId] = [...world.rail.effects.values()].map(({ receipt }) => receipt.returnEndToEndId)
    provider.facts = [paid(charge, 1), paid(charge, 2)]
    await compare(30)
    expect(await reviews()).toEqual([
      expect.stringContaining(`returned/${String(returnId).toUpperCase()}: we booked -10.00 BRL`)
    ])
  })

  it("expects of a list what it has, and nothing from before it was first read", async () => {
    const { compare, pay, receive, reviews, world } = await opened(["received"])
    await receive(1)
    world.advance(25 * hour)
    await compare()
    await pay()
    await compare(30)
    expect(await reviews()).toEqual([])
  })
})

describe("a list that could not be read for days", () => {
  it("is caught up a day at a time, with what only it reported, and nothing of it is missing", async () => {
    const { compare, list: facts, provider, reviews, unpaid, world } = await opened()
    await compare()
    provider.isAway = true
    const all: Array<{ readonly at: number; readonly fact: ProviderFact }> = []
    for (let n = 1; n <= 5; n++) {
      const charge = await unpaid()
      all.push({ at: world.clock.now, fact: paid(charge, n) })
      provider.balance += 1_000n
      await compare(24)
    }
    provider.isAway = false
    facts.by = ({ from, until }) => all.filter(({ at }) => at >= from && at < until).map(({ fact }) => fact)
    await compare(60)
    await world.work()
    expect(await reviews()).toEqual([])
  })
})

describe("what waits for the other side", () => {
  const movement = (name: string, at: number): RailComparison["unlisted"][number] => ({
    name,
    owner: "acc_1",
    subject: "dep_1",
    cents: 100n,
    at
  })
  const nothing = { unlisted: [], unbooked: [] }
  const until = 100 * hour

  it("is matched by a list that had it before it was booked", () => {
    const read = { name: "sent/a", at: until + hour }
    const first = compared(nothing, { booked: [], listed: ["sent/a", "sent/b"], ours: [read], until })
    expect(first).toEqual({ unlisted: [], unbooked: [read], missing: [], uncounted: 0 })
    const second = compared(first, { booked: [movement("sent/a", until)], listed: [], ours: [], until: until + hour })
    expect(second).toEqual({ unlisted: [], unbooked: [], missing: [], uncounted: 0 })
  })

  it("is one movement where a PIX of more than its charge has two entries", () => {
    const booked = [movement("received/a", until), { ...movement("received/a", until), cents: 50n }]
    const { unlisted } = compared(nothing, { booked, listed: [], ours: [], until })
    expect(unlisted).toEqual([{ ...movement("received/a", until), cents: 150n }])
  })

  it("waits for a day, to the millisecond", () => {
    const after = (ms: number) => {
      const sides = { booked: [movement("sent/a", until - ms)], ours: [{ name: "sent/b", at: until - ms }] }
      const { missing, unbooked, unlisted } = compared(nothing, { ...sides, listed: [], until })
      return [unlisted, unbooked, missing].map((each) => each.map(({ name }) => name))
    }
    expect(after(24 * hour)).toEqual([["sent/a"], ["sent/b"], []])
    expect(after(24 * hour + 1)).toEqual([[], [], ["sent/a"]])
  })

  it("should be in a list once its clock cannot be behind any more", () => {
    const after = (ms: number) =>
      compared(nothing, {
        booked: Array.from({ length: 120 }, (_, n) => movement(`sent/${n}`, until - ms)),
        listed: [],
        ours: [],
        until
      }).uncounted
    expect([after(hour), after(hour + 1)]).toEqual([0, 20])
  })

  it("is a number above the first hundred that a list should have", () => {
    const due = Array.from({ length: 120 }, (_, n) => movement(`sent/${n}`, until - 2 * hour))
    const recent = Array.from({ length: 1_200 }, (_, n) => movement(`sent/recent${n}`, until - 60_000))
    const { missing, uncounted, unlisted } = compared(nothing, {
      booked: [...due, ...recent],
      listed: [],
      ours: [],
      until
    })
    expect([unlisted.length, uncounted, missing]).toEqual([1_300, 20, []])
  })
})
