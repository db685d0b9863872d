// Sweeps against a world that may do anything: orders twice and at once, workers that die among their calls, answers that are lost, floats
// that fall, addresses that change, operators who release and cancel. Whatever happens, one of a treasury is open at most, each is sent
// once at most, to an address that was configured, above the low mark, and the books hold what has left.
import fc from "fast-check"
import { expect, it } from "vitest"
import { subjects } from "../../core/payments/resources.ts"
import { cancelMovement } from "../../core/payments/movement/cancel-movement.ts"
import { releaseMovement } from "../../core/payments/movement/release-movement.ts"
import { balancesOf, trialBalance } from "../support/books.ts"
import { depth } from "../support/depth.ts"
import type { Fate } from "../support/ports.ts"
import { ana, cold, openTreasury, usual } from "../unit/payments/treasury-sweep/treasury-sweep.scene.ts"

const other = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const million = 1_000_000n

const fate = fc.constantFrom<Fate>("done", "refused", "lost", "lostRefusal", "cut", "held", "diesBefore", "diesAfter")
const reference = fc.constantFrom("a", "b", "c", "d")
const amount = fc.constantFrom(undefined, "1", "150", "300", "600")

const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant("order" as const), reference, amount }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("twice" as const), first: reference, second: reference }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("work" as const),
      calls: fc.option(fc.integer({ min: 0, max: 16 }), { nil: undefined })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 400 }) })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("float" as const),
      units: fc.constantFrom(150, 320, 501, 650, 800, 1_500)
    })
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("dark" as const), isDark: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("away" as const), isAway: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("address" as const), sweepTo: fc.constantFrom(cold, other) }) },
  { weight: 1, arbitrary: fc.constant({ what: "release" as const }) },
  { weight: 1, arbitrary: fc.constant({ what: "cancel" as const }) }
)

const plans = fc.record({ fates: fc.array(fate, { maxLength: 6 }), moves: fc.array(move, { maxLength: 16 }) })

type Plan = typeof plans extends fc.Arbitrary<infer A> ? A : never

const play = async ({ fates, moves }: Plan) => {
  const treasury = await openTreasury()
  const { held, run, sweep, sweeps, wait, world } = treasury
  const { chain } = world
  chain.script.push(...fates)
  const taken = () => [...chain.effects.values()].reduce((sum, { request: { units } }) => sum + units, 0n)
  held.takenOff = taken
  const open = async () => (await sweeps()).filter(({ status }) => status === "ORDERED")
  const act = async (step: (typeof moves)[number]): Promise<void> => {
    switch (step.what) {
      case "order":
        await sweep({ reference: step.reference, ...step.amount === undefined ? {} : { amount: step.amount } })
        return
      case "twice":
        await Promise.all([sweep({ reference: step.first }), sweep({ reference: step.second })])
        return
      case "work":
        for (const job of await world.claim(1)) await world.runJobInProcess(job, step.calls)
        return
      case "wait":
        wait(step.seconds * 1_000)
        return
      case "float":
        held.units = BigInt(step.units) * million + taken()
        return
      case "dark":
        chain.isDark = step.isDark
        return
      case "away":
        held.isAway = step.isAway
        return
      case "address":
        held.marks[0] = { ...usual, sweepTo: step.sweepTo }
        return
      case "release":
        for (const { movementId } of await open()) await run(releaseMovement(subjects)(ana, { movementId }))
        return
      case "cancel":
        for (const { movementId } of await open()) {
          await run(cancelMovement(subjects)(ana, { movementId, reason: "not wanted" }))
        }
    }
  }
  const known = new Set<string>()
  for (const step of moves) {
    // An operator's own request is not killed.
    if (step.what === "release" && chain.script[0]?.startsWith("dies") === true) chain.script.shift()
    const free = held.units - taken()
    await act(step)
    expect((await open()).length).toBeLessThanOrEqual(1)
    for (const { id, request } of chain.asked) {
      if (known.has(id)) continue
      known.add(id)
      expect(free - request.units).toBeGreaterThanOrEqual(usual.low ?? 0n)
      expect(request.address).toBe(held.marks[0]?.sweepTo)
    }
  }
  // Whoever works from here on stays alive, and has what a sweep waits for.
  chain.script.splice(0)
  chain.isDark = held.isAway = false
  held.units = 10_000n * million + taken()
  for (const { address } of await open()) held.marks[0] = { ...usual, sweepTo: address }
  for (let n = 0; n < 4; n++) {
    wait(20 * 60_000)
    await world.work()
  }
  return treasury
}

// They are short, so there are many.
const sequences = depth.sequences * 10

// One sweep of each ending, so that both are seen whatever the seed.
const order = { what: "order", reference: "a", amount: undefined } as const
const refused: Plan = { fates: ["refused"], moves: [order, { what: "work", calls: undefined }] }
const sent: Plan = { ...refused, fates: ["done"] }

it("§sweep-once §sweep-marks §sweep-booked sends each sweep once at most, and books what has left", async () => {
  const seen = { done: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { balance, sweeps, world } = await play(plan)
      try {
        const all = await sweeps()
        const ended = (wanted: string) =>
          all.filter(({ status }) => status === wanted).map(({ movementId }) => movementId)
        expect([...ended("DONE"), ...ended("REFUSED")]).toHaveLength(all.length)
        expect(new Set(all.map(({ reference }) => reference)).size).toBe(all.length)
        seen.done += ended("DONE").length
        seen.refused += ended("REFUSED").length
        const { effects, repeats } = world.chain
        expect([...effects.keys()].toSorted()).toEqual(ended("DONE").toSorted())
        expect(repeats).toEqual([])
        const left = [...effects.values()].reduce((sum, { request: { units } }) => sum + units, 0n)
        expect(await trialBalance(world)).toEqual({})
        expect(await balance("owner-drawings")).toBe(left)
        expect(await balance("float-reserved/base")).toBe(0n)
        expect(await balancesOf(world, "treasury")).toEqual(left === 0n ? [] : [`treasury -${left} USDC`])
      } finally {
        await world.close()
      }
    }),
    { numRuns: sequences, examples: [[refused], [sent]] }
  )
  expect(seen.done).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
}, 60_000 + sequences * 500)
