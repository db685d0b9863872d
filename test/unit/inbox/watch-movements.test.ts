// What waits for too long is a review (C70): an outcome that stays unknown, everything that is held for one cause, and a report that was
// accepted and cannot be applied.
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { type Reason, reason } from "../../../core/base/reason/reason.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { again } from "../../../core/engine/store/job-queue.ts"
import { list } from "../../../core/engine/store/records.ts"
import { watchMovements } from "../../../core/inbox/watch-movements.ts"
import { closeReview } from "../../../core/operations/review/close-review.ts"
import { bookMovement } from "../../../core/payments/movement/perform-movement.ts"
import { subjects } from "../../../core/payments/resources.ts"
import { ReviewAfter } from "../../../core/ports/review-after.ts"
import { endToEndIdAt } from "../../support/ids.ts"
import { World, startOfTests } from "../../support/world.ts"
import { operator, order, payer, pixOut, recordOf } from "../payments/payout/payouts.ts"

const minute = 60_000
const hour = 60 * minute

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const reviewsIn = async (opened: World) =>
  (await opened.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) => value)

const statesIn = async (opened: World) =>
  (await reviewsIn(opened)).map(({ reason, state, times }) => `${reason.code} ${state} ${times}`)

/** Deposits that were paid, whose deliveries have a fate at each try. */
const paid = async (count: number) => {
  const opened = await World.open()
  world = opened
  const caller = await opened.caller()
  const pay = async (n: number) => {
    const { trackId, walletCharge } = await opened.deposit(caller, { externalId: `order-${n}` })
    await opened.settle(trackId, endToEndIdAt(n))
    return { depositId: walletCharge, movementId: `deliver/${walletCharge}` }
  }
  const deposits = []
  for (let n = 1; n <= count; n++) deposits.push(await pay(n))
  return { world: opened, deposits, pay, watch: () => opened.run(watchMovements()) }
}

/** Every try of the next hours is held; each hour has one at least. */
const heldFor = async (opened: World, hours: number) => {
  opened.chain.script.push(...Array.from({ length: 2_000 }, () => "held" as const))
  await opened.work()
  for (let past = 0; past < hours; past++) {
    opened.advance(hour)
    await opened.work()
  }
  opened.chain.script.length = 0
}

describe("a movement whose outcome is unknown §review-unknown", () => {
  const doubted = async () => {
    const parts = await paid(2)
    parts.world.chain.script.push("lost", "lost")
    parts.world.chain.isDark = true
    await parts.world.work()
    return parts
  }

  it("is a review after four hours, each its own, and no sooner", async () => {
    const { deposits, watch, world } = await doubted()
    world.advance(4 * hour - 1)
    expect(await watch()).toEqual(again(5 * minute))
    expect(await reviewsIn(world)).toEqual([])
    world.advance(1)
    await watch()
    await watch()
    const found = (await reviewsIn(world)).toSorted((a, b) => a.subject < b.subject ? -1 : 1)
    expect(found).toMatchObject(
      deposits.toSorted((a, b) => a.depositId < b.depositId ? -1 : 1).map(({ depositId, movementId }) => ({
        subject: depositId,
        state: "OPEN",
        times: 1,
        reason: { code: "outcomeUnknown", movementId, since: startOfTests }
      }))
    )
  })

  it("is after the hours that are set", async () => {
    const { world } = await doubted()
    const hours = { unknownMs: hour, heldMs: hour, keptMs: hour }
    const watch = () => world.run(Effect.provideService(watchMovements(), ReviewAfter, hours))
    world.advance(hour - 1)
    await watch()
    expect(await reviewsIn(world)).toEqual([])
    world.advance(1)
    await watch()
    expect(await reviewsIn(world)).toHaveLength(2)
  })

  it("is answered by its outcome, in one commit with it, also where an operator had closed the review", async () => {
    const { deposits: [first], watch, world } = await doubted()
    world.advance(4 * hour)
    await watch()
    const reviewId = `${first?.depositId}/outcomeUnknown/${first?.movementId}`
    await world.run(closeReview(operator, { reviewId, note: "the bank was asked" }))
    await watch()
    expect((await statesIn(world)).toSorted()).toEqual(["outcomeUnknown CLOSED 1", "outcomeUnknown OPEN 1"])
    world.chain.isDark = false
    await world.work()
    expect(await statesIn(world)).toEqual(["outcomeUnknown SOLVED 1", "outcomeUnknown SOLVED 1"])
    const kinds = world.commits.map(({ writes }) => writes.map(({ kind }) => kind))
    expect(kinds.filter((each) => each.includes("review") && each.includes("movement"))).toHaveLength(2)
  })
})

describe("movements that are held §review-held", () => {
  it("are one review after four hours of being tried, with their count and the oldest", async () => {
    const { deposits, pay, watch, world } = await paid(2)
    await heldFor(world, 3)
    await watch()
    expect(await reviewsIn(world)).toEqual([])
    await heldFor(world, 1)
    await watch()
    const about = { code: "movementsHeld", cause: "float", oldest: deposits[0]?.movementId, since: startOfTests }
    expect(await reviewsIn(world)).toMatchObject([{
      subject: "held/float",
      state: "OPEN",
      reason: { ...about, count: 2 }
    }])
    // One more is listed there as well, however young.
    await pay(3)
    await heldFor(world, 0)
    await watch()
    expect(await reviewsIn(world)).toMatchObject([{ state: "OPEN", times: 1, reason: { ...about, count: 3 } }])
  })

  it("are a review for each cause, and none for what an operator cannot end for all of them", async () => {
    const reasons: ReadonlyArray<Reason> = [
      { code: "belowLowMark", asset: "USDT", free: "1" },
      reason("floatReserved"),
      reason("fuel"),
      { code: "treasuryLimit", asset: "USDT", amount: "2", most: "1", per: "day" },
      reason("paused"),
      reason("custody", "the signer is away"),
      reason("otherAccount", "bank:2"),
      reason("manual")
    ]
    const { deposits, watch, world } = await paid(reasons.length)
    for (const [index, { movementId }] of deposits.entries()) {
      await world.run(bookMovement(subjects, movementId, { on: "held", reason: reasons[index] ?? reason("float") }))
    }
    world.advance(4 * hour)
    await watch()
    const found = (await reviewsIn(world)).map(({ reason, subject }) => [subject, "count" in reason && reason.count])
    expect(Object.fromEntries(found)).toEqual({
      "held/float": 2,
      "held/fuel": 1,
      "held/limit": 1,
      "held/paused": 1,
      "held/custody": 1
    })
  })

  it("solve it once none is held, and open it again, though an operator had closed it", async () => {
    const { pay, watch, world } = await paid(2)
    await heldFor(world, 4)
    await watch()
    await world.run(closeReview(operator, { reviewId: "held/float/movementsHeld", note: "it is being filled" }))
    await watch()
    expect(await statesIn(world)).toEqual(["movementsHeld CLOSED 1"])
    world.advance(hour)
    await world.work()
    await watch()
    expect(await statesIn(world)).toEqual(["movementsHeld SOLVED 1"])
    await pay(3)
    await heldFor(world, 4)
    await watch()
    expect(await statesIn(world)).toEqual(["movementsHeld OPEN 2"])
  })
})

it("a report that cannot be applied is a review after a day, and is solved once it is §review-kept", async () => {
  const by = await payer()
  world = by.world
  by.world.chain.script.push("lost")
  by.world.chain.isDark = true
  const id = await order(by)
  await by.world.work()
  await pixOut(by, "SUCCESS", id)
  by.world.advance(24 * hour - 1)
  await by.world.work()
  expect(await statesIn(by.world)).toEqual([])
  by.world.advance(hour)
  await by.world.work()
  expect(await reviewsIn(by.world)).toMatchObject([{
    subject: id,
    state: "OPEN",
    reason: { code: "factKept", fact: "PaymentSettled", since: startOfTests }
  }])
  by.world.chain.isDark = false
  for (let past = 0; past < 24; past++) {
    by.world.advance(hour)
    await by.world.work()
  }
  expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
  expect(await statesIn(by.world)).toEqual(["factKept SOLVED 1"])
})
