// The life of a review: open, solved by the event that answers it in the commit of that event, closed by an operator, and open
// again when it happens again (C70).
import { Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { get, list } from "../../../../core/engine/store/records.ts"
import { raiseReview } from "../../../../core/engine/review/raise-review.ts"
import { isAnsweredBy, mayAnswer, reviewEnds } from "../../../../core/engine/review/review-ends.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { solveReviews } from "../../../../core/engine/review/solve-review.ts"
import { operatorOwner } from "../../../../core/base/ids/ids.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { takeProviderFacts } from "../../../../core/inbox/take-provider-facts.ts"
import { depositFacts } from "../../../../core/payments/deposit/hear-deposit.ts"
import { returnRest } from "../../../../core/payments/deposit/return-rest.ts"
import { closeReview } from "../../../../core/operations/review/close-review.ts"
import { countOpenReviews, oldestOpenReview } from "../../../../core/engine/review/count-reviews.ts"
import { listReviews } from "../../../../core/reports/browse/list-reviews.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { planes } from "../../../support/planes.ts"
import { type PlaneLayer, World, startOfTests } from "../../../support/world.ts"
import { machines } from "../../../coverage/machines.ts"

const minute = 60_000
const day = 24 * 60 * minute
const operator = { environment: "sandbox", requestId: "request-1" } as const

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const open = async (plane: PlaneLayer = planes.memory) => {
  const opened = await World.open(plane)
  world = opened
  return {
    world: opened,
    reviews: async () =>
      (await opened.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) =>
        `${value.reason.code} ${value.state} ${value.times}`
      ),
    review: async (id: string) => Option.getOrThrow(await opened.run(get(Reviews, id))).value
  }
}

/** A failed deposit whose rail has not reported the return that it makes by itself. */
const unreported = async (plane: PlaneLayer = planes.memory) => {
  const parts = await open(plane)
  const caller = await parts.world.caller()
  const deposit = await parts.world.deposit(caller)
  parts.world.chain.script.push("refused")
  await parts.world.settle(deposit.trackId, endToEndIdAt(1))
  await parts.world.work()
  parts.world.advance(day)
  await parts.world.work()
  return { ...parts, id: deposit.walletCharge, reviewId: `${deposit.walletCharge}/returnNotReported` }
}

const commitsOfReviews = ({ commits }: World) =>
  commits.filter(({ writes }) => writes.some(({ kind }) => kind === "review"))
    .map(({ writes }) => writes.map(({ kind }) => kind).toSorted())

describe("a review §review-solved", () => {
  it.each(Object.entries(planes))("is solved in the commit of the return that answers it, on %s", async (_, plane) => {
    const { reviewId, review, reviews, world } = await unreported(plane)
    expect(await reviews()).toEqual(["returnNotReported OPEN 1"])
    world.advance(minute)
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    expect(await reviews()).toEqual(["returnNotReported SOLVED 1"])
    expect(commitsOfReviews(world).at(-1)).toEqual(expect.arrayContaining(["deposit", "pixReturn", "review"]))
    expect(await review(reviewId)).toMatchObject({
      createdAt: startOfTests + day,
      openedAt: startOfTests + day,
      updatedAt: world.clock.now
    })
  })

  it("stays open where the return is of a part alone", async () => {
    const { reviews, world } = await unreported()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 400)
    expect(await reviews()).toEqual(["returnNotReported OPEN 1"])
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(2), 600)
    expect(await reviews()).toEqual(["returnNotReported SOLVED 1"])
  })

  it("is solved by the order of an operator, and what is refused then is a review of its own", async () => {
    const { id, reviews, world } = await unreported()
    world.rail.script.push("refused")
    await world.run(returnRest(operator, { depositId: id, rest: 1_000n }))
    expect(await reviews()).toEqual(["returnNotReported SOLVED 1"])
    await world.work()
    expect(await reviews()).toEqual(["paymentNotReturned OPEN 1", "returnNotReported SOLVED 1"])
  })

  it("of an unknown ticket is solved once its charge is known", async () => {
    const { reviews, world } = await open()
    const { trackId } = await world.deposit(await world.caller())
    const about = { owner: operatorOwner, subject: trackId ?? "", reason: { code: "unknownTicket" } } as const
    await world.run(raiseReview(about))
    await world.settle(trackId, endToEndIdAt(1))
    expect(await reviews()).toEqual(["unknownTicket SOLVED 1"])
  })

  it("of a charge that its rail did not know is solved by the PIX that arrives for it", async () => {
    const { reviews, world } = await open()
    const { trackId } = await world.deposit(await world.caller())
    world.rail.hasForgotten = true
    world.advance(day)
    await world.work()
    expect(await reviews()).toEqual(["chargeNotKnown OPEN 1"])
    await world.settle(trackId, endToEndIdAt(1))
    expect(await reviews()).toEqual(["chargeNotKnown SOLVED 1"])
  })

  it("of a return without its payment is solved by the payment", async () => {
    const { reviews, world } = await open()
    const { trackId } = await world.deposit(await world.caller())
    await world.run(takeProviderFacts({ inbox: "bank" }, [{
      _tag: "PixReturned",
      eventId: "event-1",
      endToEndId: endToEndIdAt(1),
      returnId: returnIdAt(1),
      ourReturnId: null,
      value: unitsUnsafe("BRL", 1_000n),
      nature: "original"
    }]))
    world.advance(day)
    await world.work()
    expect(await reviews()).toContain("returnOfUnknownPix OPEN 1")
    await world.settle(trackId, endToEndIdAt(1))
    await world.work()
    expect(await reviews()).toContain("returnOfUnknownPix SOLVED 1")
  })
})

describe("what happens again §review-reopened", () => {
  const about = { owner: operatorOwner, subject: "lost", reason: { code: "unknownTicket" } } as const
  const watched = {
    owner: operatorOwner,
    subject: "0xlost",
    reason: { code: "outflowUnexplained", network: "base", asset: "USDC", amount: "1", to: "0xto" }
  } as const

  it("changes nothing of a review that is open", async () => {
    const { review, world } = await open()
    await world.run(raiseReview(about))
    world.advance(minute)
    await world.run(raiseReview(about))
    expect(await review("lost/unknownTicket")).toMatchObject({ state: "OPEN", times: 1, updatedAt: startOfTests })
  })

  it.each(["SOLVED", "CLOSED"] as const)("opens a review again that is %s, and counts it", async (state) => {
    const { review, world } = await open()
    await world.run(raiseReview(about))
    await (state === "SOLVED"
      ? world.run(solveReviews("lost", "unknownTicket"))
      : world.run(closeReview(operator, { reviewId: "lost/unknownTicket", note: "returned by hand" })))
    expect(await review("lost/unknownTicket")).toMatchObject({ state })
    world.advance(minute)
    await world.run(raiseReview(about))
    expect(await review("lost/unknownTicket")).toMatchObject({
      state: "OPEN",
      times: 2,
      createdAt: startOfTests,
      openedAt: startOfTests + minute
    })
  })

  it("is not what a step sees once more that an operator has closed, but what it sees after it was answered", async () => {
    const { review, world } = await open()
    await world.run(raiseReview(watched))
    const id = "0xlost/outflowUnexplained"
    await world.run(closeReview(operator, { reviewId: id, note: "ours" }))
    await world.run(raiseReview(watched))
    expect(await review(id)).toMatchObject({ state: "CLOSED", times: 1 })
    await world.run(raiseReview({ ...watched, subject: "0xother" }))
    await world.run(solveReviews("0xother", "outflowUnexplained"))
    await world.run(raiseReview({ ...watched, subject: "0xother" }))
    expect(await review("0xother/outflowUnexplained")).toMatchObject({ state: "OPEN", times: 2 })
  })

  it("opens it in the commit of the event, which stands whole", async () => {
    const { id, reviewId, review, world } = await unreported()
    await world.run(closeReview(operator, { reviewId, note: "asked the bank" }))
    await world.run(depositFacts.book(id, { on: "returnOverdue" }))
    expect(await review(reviewId)).toMatchObject({ state: "OPEN", times: 2 })
    expect(commitsOfReviews(world).at(-1)).toEqual(["deposit", "review"])
  })
})

describe("closing §review-closed", () => {
  it("keeps the note, is in the audit log, and is done once", async () => {
    const { review, reviewId, world } = await unreported()
    const order = { reviewId, note: "the bank has confirmed the return by telephone" }
    await world.run(closeReview(operator, order))
    expect(await review(reviewId)).toMatchObject({ state: "CLOSED", note: order.note })
    expect((await world.run(list(OperatorActs, "all", "all", { limit: 9 }))).map(({ value }) => value)).toMatchObject([
      { action: "review.close", subject: reviewId, detail: JSON.stringify({ note: order.note }) }
    ])
    await expect(world.run(closeReview(operator, order))).rejects.toMatchObject({ state: "CLOSED" })
    await expect(world.run(closeReview(operator, { ...order, reviewId: "none" }))).rejects.toMatchObject({
      resource: "Review"
    })
  })
})

describe("the table of what ends reviews", () => {
  it("names rows that are there", () => {
    const rows = Object.values(reviewEnds).flatMap(({ solvedBy }) => typeof solvedBy === "string" ? [] : solvedBy)
    const missing = rows.filter(({ from = [], lifecycle, on, raisedOn = [], to }) => {
      const machine = machines.find(({ name }) => name === lifecycle)
      const triggers = Object.keys(machine?.triggers ?? {})
      return machine === undefined || !raisedOn.every((each) => triggers.includes(each)) ||
        !machine.rows.some((row) =>
          row.on === on && from.every((state) => row.from.includes(state)) && (to === undefined || row.to === to)
        )
    })
    expect(missing).toEqual([])
  })

  it.each(
    [
      ["deposit", "returnConfirmed", "FAILED", "REFUNDED", true],
      ["deposit", "returnConfirmed", "FAILED", "FAILED", false],
      ["deposit", "restReturnOrdered", "FAILED", "FAILED", true],
      ["deposit", "returnOverdue", "FAILED", "REFUNDED", false],
      ["payout", "returnConfirmed", "FAILED", "REFUNDED", false]
    ] as const
  )("has a return that was not reported answered by %s, %s from %s to %s: %s", (machine, on, from, to, is) => {
    const move = { machine, on, from, to, row: 0 }
    expect([isAnsweredBy({ code: "returnNotReported", state: "FAILED" }, move), mayAnswer(move)]).toEqual([is, is])
  })

  it.each(
    [
      ["OWED", "pixRefused", true],
      ["RETURNING", "pixRefused", false],
      ["OWED", "reversed", false]
    ] as const
  )("has a payout answered that settles from %s, of what %s raised: %s", (from, on, is) => {
    const move = { machine: "payout", on: "pixSettled", from, to: "COMPLETED", row: 0 }
    expect(isAnsweredBy({ code: "operatorDecides", on, state: "PAYING", key: "" }, move)).toBe(is)
  })

  it("leaves what is settled after it went back to a person", () => {
    const raised = { code: "operatorDecides", on: "pixSettled", state: "RESTORED", key: "" } as const
    const move = { machine: "payout", on: "refundOrdered", from: "REFUNDED", to: "REFUNDED", row: 0 }
    expect(isAnsweredBy(raised, move)).toBe(false)
    expect(isAnsweredBy({ ...raised, on: "reversed" }, move)).toBe(true)
  })
})

it.each(Object.entries(planes))("what is open is counted by its age, on %s §review-counted", async (_, plane) => {
  const { world } = await open(plane)
  const raise = (subject: string) =>
    world.run(raiseReview({ owner: operatorOwner, subject, reason: { code: "unknownTicket" } }))
  expect(await world.run(countOpenReviews())).toEqual({ open: 0, overDay: 0, overWeek: 0 })
  await raise("old")
  await raise("solved")
  world.advance(6 * day)
  await raise("middle")
  world.advance(day + minute)
  await raise("new")
  await world.run(solveReviews("solved", "unknownTicket"))
  expect(await world.run(countOpenReviews())).toEqual({ open: 3, overDay: 2, overWeek: 1 })
  await raise("solved")
  expect(await world.run(countOpenReviews())).toEqual({ open: 4, overDay: 2, overWeek: 1 })
  await world.run(closeReview(operator, { reviewId: "old/unknownTicket", note: "placed" }))
  await world.run(closeReview(operator, { reviewId: "solved/unknownTicket", note: "placed" }))
  expect(await world.run(countOpenReviews())).toEqual({ open: 2, overDay: 1, overWeek: 0 })
})

it.each(Object.entries(planes))("the oldest that is open is found, on %s §review-oldest", async (_, plane) => {
  const { world } = await open(plane)
  const raise = (subject: string) =>
    world.run(raiseReview({ owner: operatorOwner, subject, reason: { code: "unknownTicket" } }))
  const oldest = () => world.run(oldestOpenReview())
  expect(await oldest()).toBeNull()
  const opened: Array<number> = []
  for (const subject of ["a", "b", "c"]) {
    opened.push(world.clock.now)
    await raise(subject)
    world.advance(subject === "a" ? 1 : 40 * day)
  }
  expect(await oldest()).toBe(opened[0])
  await world.run(solveReviews("a", "unknownTicket"))
  expect(await oldest()).toBe(opened[1])
  await raise("a")
  await world.run(solveReviews("b", "unknownTicket"))
  expect(await oldest()).toBe(opened[2])
  await world.run(solveReviews("c", "unknownTicket"))
  expect(await oldest()).toBe(world.clock.now)
})

it("the list has what is open, or what ended, with amount and customer §review-list", async () => {
  const { id, reviewId, world } = await unreported()
  await world.run(raiseReview({ owner: operatorOwner, subject: "lost", reason: { code: "unknownTicket" } }))
  world.advance(minute)
  const first = await world.run(listReviews({}))
  expect(first.reviews).toMatchObject([
    { subject: "lost", state: "OPEN", times: 1, ageSeconds: 60, amount: null, customer: null },
    { subject: id, amount: { value: "10.00", asset: "BRL" }, customer: { subAccountId: expect.any(String) } }
  ])
  await world.run(closeReview(operator, { reviewId, note: "placed" }))
  expect((await world.run(listReviews({}))).reviews.map(({ subject }) => subject)).toEqual(["lost"])
  expect((await world.run(listReviews({ state: "CLOSED" }))).reviews).toMatchObject([{ reviewId, note: "placed" }])
  expect((await world.run(listReviews({ state: "SOLVED" }))).reviews).toEqual([])
})

it("the list goes on over pages, and skips what has ended", async () => {
  const { world } = await open()
  for (let place = 0; place < 130; place++) {
    const about = { owner: operatorOwner, subject: `ticket-${place}`, reason: { code: "unknownTicket" } } as const
    await world.run(raiseReview(about))
    if (place % 2 === 1) await world.run(solveReviews(about.subject, "unknownTicket"))
  }
  const subjects: Array<string> = []
  for (let cursor: string | undefined;;) {
    const page: Awaited<ReturnType<typeof read>> = await read(world, cursor)
    subjects.push(...page.reviews.map(({ subject }) => subject))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(subjects).toEqual(Array.from({ length: 65 }, (_, place) => `ticket-${128 - 2 * place}`))
})

const read = (by: World, cursor: string | undefined) => by.run(listReviews({ cursor }))
