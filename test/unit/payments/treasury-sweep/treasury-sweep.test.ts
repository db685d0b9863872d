// Sweeps of a treasury: only by order of an operator, only to the address of the configuration, once for each order, and never below the low
// mark. What comes of it is on the books exactly when it has left.
import { afterEach, describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { readExplanation } from "../../../../core/reports/explain/read-explanation.ts"
import { approve } from "../../../../core/inbox/decide-approval.ts"
import { cancelMovement } from "../../../../core/payments/movement/cancel-movement.ts"
import { releaseMovement } from "../../../../core/payments/movement/release-movement.ts"
import type { FloatMark } from "../../../../core/ports/float-marks.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { planes } from "../../../support/planes.ts"
import type { World } from "../../../support/world.ts"
import { ana, bia, cold, openTreasury, usual } from "./treasury-sweep.scene.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const opened = async (...parts: Parameters<typeof openTreasury>) => {
  const treasury = await openTreasury(...parts)
  world = treasury.world
  return treasury
}

const minute = 60_000

describe.each(Object.entries(planes))("a sweep on %s", (_, plane) => {
  it("sends what is above the high mark to the address of the configuration, and is booked when it has left §sweep-order §sweep-booked", async () => {
    const { acts, balance, movement, sent, sweep, sweeps, work, world } = await opened({ plane })
    const { success } = await sweep()
    expect(success).toMatchObject({ amount: "300", address: cold, status: "ORDERED", reference: "first" })
    expect(await balance("treasury")).toBe(0n)
    await work()
    expect(sent()).toEqual([success.movementId])
    expect((await movement(success.sweepId)).order).toMatchObject({ address: cold, units: 300_000_000n })
    expect(world.chain.asked).toHaveLength(1)
    expect(await sweeps()).toMatchObject([{ status: "DONE", transactionHash: `0xhash-of-${success.movementId}` }])
    expect(await balance("treasury")).toBe(-300_000_000n)
    expect(await balance("owner-drawings")).toBe(300_000_000n)
    expect(await balance("float-reserved/base")).toBe(0n)
    expect(await acts()).toEqual([`treasury.sweep ${success.sweepId}`])
  })

  it("is one of two that are ordered at the same time, whatever they are called §sweep-once", async () => {
    const { sent, sweep, sweeps, work } = await opened({ plane })
    const both = await Promise.all([sweep(), sweep()])
    expect(new Set(both.map(({ success }) => success.sweepId)).size).toBe(1)
    const others = await Promise.all([sweep({ reference: "second" }), sweep({ reference: "third" })])
    expect(others.map(({ failure }) => failure.state)).toEqual(
      Array.from({ length: 2 }, () => `being swept already, by ${both[0]?.success.sweepId}`)
    )
    await work()
    expect(sent()).toHaveLength(1)
    expect(await sweeps()).toHaveLength(1)
  })

  it("is one of two references at the same time, where none is open yet §sweep-once", async () => {
    const { sweep, sweeps } = await opened({ plane })
    const both = await Promise.all([sweep({ reference: "a" }), sweep({ reference: "b" })])
    expect(both.map((each) => each.success === undefined ? each.failure._tag : "ordered").toSorted()).toEqual([
      "StateConflict",
      "ordered"
    ])
    expect(await sweeps()).toHaveLength(1)
  })
})

describe("an order of a sweep", () => {
  it("under the same reference is the same sweep, also long after, and never another one §sweep-once", async () => {
    const { held, sent, sweep, work } = await opened()
    const first = await sweep({ amount: "100" })
    await work()
    held.units = 700_000_000n
    expect((await sweep({ amount: "100" })).success).toMatchObject({ sweepId: first.success.sweepId, status: "DONE" })
    expect((await sweep()).success).toMatchObject({ sweepId: first.success.sweepId, amount: "100" })
    expect((await sweep({ amount: "100.5" })).failure).toMatchObject({ _tag: "IdempotencyConflict" })
    expect((await sweep({ network: "polygon", amount: "100" })).failure).toMatchObject({ _tag: "IdempotencyConflict" })
    await work()
    expect(sent()).toHaveLength(1)
    expect((await sweep({ reference: "next", amount: "50" })).success).toMatchObject({ status: "ORDERED" })
  })

  it.each([undefined, "300"])(
    "of %s that is stored and sent while the same one asks the chain is that sweep",
    async (amount) => {
      const { held, sent, sweep, work } = await opened()
      const asked = amount === undefined ? {} : { amount }
      held.meanwhile = async () => {
        held.meanwhile = async () => undefined
        await sweep(asked)
        await work()
        held.units = 500_000_000n
      }
      expect((await sweep(asked)).success).toMatchObject({ status: "DONE", amount: "300" })
      expect(sent()).toHaveLength(1)
    }
  )

  it("may leave the low mark and no less §sweep-marks", async () => {
    const { sweep } = await opened()
    expect((await sweep({ amount: "600.000001" })).failure.state).toBe(
      "at 800: at most 600 can leave it beside its low mark"
    )
    expect((await sweep({ amount: "600" })).success).toMatchObject({ amount: "600" })
  })

  it("is refused where the treasury is not above its high mark beside what is under way", async () => {
    const { held, sweep, work } = await opened({ limit: { perMovement: 1n } })
    held.units = 500_000_000n
    expect((await sweep()).failure.state).toBe("not above its high mark beside what is under way")
    expect((await sweep({ amount: "1" })).failure.state).toBe("not above its high mark beside what is under way")
    held.units = 500_000_001n
    expect((await sweep()).success).toMatchObject({ amount: "0.000001" })
    await work()
  })

  it("counts what deliveries have reserved as gone", async () => {
    const { held, sweep, work, world } = await opened()
    held.units = 501_900_000n
    const deposit = await world.deposit(await world.caller(), { asset: "USDC", network: "base" })
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.settle(deposit.trackId, endToEndIdAt(1), "DEPOSIT-SUCCESS", "payment 1")
    await work()
    // 1.95 USDC are on their way, so 499.95 can be counted on.
    expect((await sweep()).failure.state).toBe("not above its high mark beside what is under way")
    held.units = 501_950_001n
    expect((await sweep()).success).toMatchObject({ amount: "0.000001" })
  })

  it.each<readonly [string, FloatMark]>([
    ["has no address", { network: "base", what: "USDC", high: 1n }],
    ["has no high mark", { network: "base", what: "USDC", low: 1n, sweepTo: cold }],
    ["is another one", { ...usual, network: "polygon" }]
  ])("is refused where the mark %s", async (_, mark) => {
    const { sweep } = await opened({ mark })
    expect((await sweep()).failure).toMatchObject({ _tag: "NotFound" })
    expect((await sweep({ amount: "1" })).failure).toMatchObject({ _tag: "NotFound" })
  })

  it.each(["0", "-1", "1.0000001", "1e3", "all", ""])("of %j is no amount", async (amount) => {
    const { sweep } = await opened()
    expect((await sweep({ amount })).failure).toMatchObject({ _tag: "ValidationFailed" })
  })

  it("is put off while the chain is away", async () => {
    const { held, sweep, sweeps } = await opened()
    held.isAway = true
    expect((await sweep()).failure).toMatchObject({ _tag: "UpstreamUnavailable" })
    expect(await sweeps()).toEqual([])
  })

  it("waits for a second operator wherever an amount is set, for what it takes out has no price in reais", async () => {
    const { acts, run, sent, sweep, sweeps, work } = await opened()
    const { failure } = await sweep({}, ana, 100_000_000n)
    expect(failure).toMatchObject({ _tag: "SecondOperatorRequired" })
    expect((await sweep({}, ana, 100_000_000n)).failure).toEqual(failure)
    expect(await sweeps()).toEqual([])
    expect((await run(approve(ana, failure.approvalId ?? ""))).failure).toMatchObject({ _tag: "NotSecondOperator" })
    expect((await run(approve(bia, failure.approvalId ?? ""))).success).toMatchObject({ state: "APPROVED" })
    const [ordered] = await sweeps()
    expect(ordered).toMatchObject({ amount: "300", status: "ORDERED" })
    await work()
    expect(sent()).toHaveLength(1)
    expect((await acts())[0]).toBe(`treasury.sweep ${ordered?.sweepId}`)
    expect((await run(approve(bia, failure.approvalId ?? ""))).failure).toMatchObject({ _tag: "StateConflict" })
  })
})

describe("a sweep that is not sent at once", () => {
  it("waits above the limits of its treasury, and counts in them §sweep-limits", async () => {
    const { held, movement, run, sent, sweep, work } = await opened({ limit: { perDay: 300_000_000n } })
    const first = await sweep({ amount: "200" })
    await work()
    expect(sent()).toHaveLength(1)
    held.units = 800_000_000n
    const { success } = await sweep({ reference: "second", amount: "150" })
    await work()
    expect(await movement(success.sweepId)).toMatchObject({
      state: "HELD",
      reason: { code: "treasuryLimit", asset: "USDC", amount: "150", most: "300", per: "day" }
    })
    expect(sent()).toEqual([first.success.movementId])
    await run(releaseMovement(subjects)(ana, success))
    expect(sent()).toEqual([first.success.movementId, success.movementId])
  })

  it("is refused when an operator cancels it: nothing is booked, and the next can be ordered", async () => {
    const { balance, movement, reviews, run, sent, sweep, sweeps, wait, work } = await opened({
      limit: { perMovement: 1n }
    })
    const { success } = await sweep()
    await work()
    await run(cancelMovement(subjects)(ana, { ...success, reason: "too much" }))
    wait(minute)
    await work()
    expect(await movement(success.sweepId)).toMatchObject({ state: "REFUSED" })
    expect(await sweeps()).toMatchObject([{
      status: "REFUSED",
      reason: "an operator decided not to send it: too much",
      transactionHash: null
    }])
    expect(sent()).toEqual([])
    expect(await balance("owner-drawings")).toBe(0n)
    expect(await reviews()).toEqual([
      `${success.sweepId}: the sweep did not happen: an operator decided not to send it: too much`
    ])
    expect((await sweep({ reference: "second" })).success).toMatchObject({ status: "ORDERED" })
  })

  it("waits while the treasury would fall below its low mark, also when it is released §sweep-marks", async () => {
    const { held, run, sent, sweep, wait, work } = await opened({ limit: { perMovement: 1n } })
    const { success } = await sweep()
    await work()
    held.units = 499_999_999n
    await run(releaseMovement(subjects)(ana, success))
    expect(sent()).toEqual([])
    held.isAway = true
    await run(releaseMovement(subjects)(ana, success))
    expect(sent()).toEqual([])
    held.isAway = false
    held.units = 500_000_000n
    await run(releaseMovement(subjects)(ana, success))
    expect(sent()).toEqual([success.movementId])
    wait(minute)
    await work()
    expect(sent()).toHaveLength(1)
  })

  it("waits once the configuration names another address", async () => {
    const { held, run, sent, sweep, work } = await opened({ limit: { perMovement: 1n } })
    const { success } = await sweep()
    await work()
    held.marks[0] = { ...usual, sweepTo: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }
    await run(releaseMovement(subjects)(ana, success))
    expect(sent()).toEqual([])
    held.marks[0] = usual
    await run(releaseMovement(subjects)(ana, success))
    expect(sent()).toEqual([success.movementId])
  })

  it("is refused by the chain: what it reserved is free again, and a person sees it §sweep-booked", async () => {
    const { balance, reviews, sweep, sweeps, work, world } = await opened()
    world.chain.script.push("refused")
    const { success } = await sweep()
    await work()
    expect(await sweeps()).toMatchObject([{ status: "REFUSED" }])
    expect(await balance("treasury")).toBe(0n)
    expect(await balance("float-reserved/base")).toBe(0n)
    expect(await balance("float-free/base")).toBe(800_000_000n)
    expect((await reviews())[0]).toContain(`${success.sweepId}: the sweep did not happen`)
  })

  it("is looked up and not sent again where the answer was lost", async () => {
    const { balance, sent, sweep, sweeps, wait, work, world } = await opened()
    world.chain.script.push("lost")
    world.chain.isDark = true
    const { success } = await sweep()
    await work()
    expect(await sweeps()).toMatchObject([{ status: "ORDERED" }])
    world.chain.isDark = false
    wait(5 * minute)
    await work()
    expect(await sweeps()).toMatchObject([{ status: "DONE" }])
    expect(sent()).toEqual([success.movementId])
    expect(world.chain.asked).toHaveLength(1)
    expect(await balance("owner-drawings")).toBe(300_000_000n)
  })
})

describe("a process that dies with a sweep", () => {
  const fates = [undefined, "diesBefore", "diesAfter"] as const
  // More calls than the steps of a movement make.
  const calls = Array.from({ length: 14 }, (_, count) => count)
  const deaths = [...calls.map((count) => [count, undefined] as const), ...fates.map((fate) => [99, fate] as const)]

  it.each(deaths)(
    "after %i calls of the store (%s) leaves it sent once and booked once §sweep-once",
    async (count, fate) => {
      const { balance, sent, sweep, sweeps, wait, work, world } = await opened()
      const { success } = await sweep()
      const [job] = await world.claim(1)
      if (job === undefined) throw new Error("a sweep has no job")
      if (fate !== undefined) world.chain.script.push(fate)
      await world.runJobInProcess(job, count)
      for (let n = 0; n < 4; n++) {
        wait(5 * minute)
        await work()
      }
      expect(await sweeps()).toMatchObject([{ status: "DONE" }])
      expect(sent()).toEqual([success.movementId])
      expect(world.chain.repeats).toEqual([])
      expect(await balance("owner-drawings")).toBe(300_000_000n)
      expect(await balance("treasury")).toBe(-300_000_000n)
      expect(await balance("float-reserved/base")).toBe(0n)
    }
  )
})

describe("a treasury above its high mark", () => {
  it("is put in the review queue once until it falls, and nothing is swept by itself §sweep-order", async () => {
    const { held, look, reviews, sent, sweeps, wait, work } = await opened()
    const rows = async () => (await reviews()).length
    for (let n = 0; n < 3; n++) {
      await look()
      wait(minute)
      await work()
    }
    expect(await reviews()).toEqual([
      `float/USDC@base: the float is above its high mark of 500 USDC: 800 USDC can be spent on base; 300 above it can be swept to ${cold}`
    ])
    held.units = 500_000_000n
    await look()
    wait(minute)
    held.units = 500_000_001n
    await look()
    expect(await rows()).toBe(2)
    expect(await sweeps()).toEqual([])
    expect(sent()).toEqual([])
  })

  it("is only reported where no address is named", async () => {
    const { look, reviews } = await opened({ mark: { network: "base", what: "USDC", high: 500_000_000n } })
    await look()
    expect(await reviews()).toEqual([])
  })
})

it("a sweep can be explained", async () => {
  const { run, sweep, work } = await opened()
  const { success } = await sweep()
  const before = (await run(readExplanation(success.sweepId))).success
  expect(before.next.map(({ on }) => on)).toEqual(["moved", "refused", "doubted"])
  await work()
  const { kind, next, timeline } = (await run(readExplanation(success.sweepId))).success
  expect(kind).toBe("treasurySweep")
  expect(next).toEqual([])
  expect(timeline.map(({ what }) => what).toSorted()).toEqual([
    "booked treasurySwept",
    "moved moved: ORDERED → DONE",
    "treasury.sweep"
  ])
})
