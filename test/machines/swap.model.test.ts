// Swaps against a world that may do anything at every leg: answers in any order of fates, look-ups that go dark, workers that
// die among their calls, time that passes. Whatever happens, the DePix leave once at most, nothing is lost or made, and the
// status says the truth.
import fc from "fast-check"
import { expect, it } from "vitest"
import { balancesOf, trialBalance } from "../support/books.ts"
import { depth } from "../support/depth.ts"
import type { Fate } from "../support/ports.ts"
import { actorOf, openSwap, runOut } from "../unit/payments/swap/swap.scene.ts"

const fate = fc.constantFrom<Fate>("done", "refused", "lost", "lostRefusal", "cut", "diesBefore", "diesAfter")

const move = fc.oneof(
  fc.record({
    what: fc.constant("work" as const),
    calls: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined })
  }),
  fc.record({ what: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 400 }) }),
  fc.record({ what: fc.constant("dark" as const), leg: fc.integer({ min: 0, max: 3 }), isDark: fc.boolean() }),
  fc.record({ what: fc.constant("away" as const), isUp: fc.boolean() }),
  fc.record({ what: fc.constant("ask" as const) })
)

const plans = fc.record({
  network: fc.constantFrom("spark" as const, "lightning" as const),
  fates: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fate), { maxLength: 6 }),
  moves: fc.array(move, { maxLength: 10 })
})

type Plan = typeof plans extends fc.Arbitrary<infer A> ? A : never

const play = async ({ fates, moves, network }: Plan) => {
  const scene = await openSwap({ network })
  const { record, world } = scene
  for (const [leg, each] of fates) actorOf(world, leg).script.push(each)
  const seen: Array<string> = []
  for (const step of moves) {
    switch (step.what) {
      case "work": {
        const jobs = await world.claim(1)
        for (const job of jobs) await world.runJobInProcess(job, step.calls)
        break
      }
      case "wait":
        world.advance(step.seconds * 1_000)
        break
      case "dark":
        actorOf(world, step.leg).isDark = step.isDark
        break
      case "away":
        world.pool.isUp = step.isUp
        break
      case "ask":
        await scene.ask({ network })
        break
    }
    const { legs } = await record()
    seen.push(legs.map(({ status }) => status === "CONFIRMED" ? "1" : "0").join(""))
  }
  // Whoever works from here on stays alive.
  for (const leg of [0, 1, 2, 3]) {
    const { script } = actorOf(world, leg)
    script.splice(0, script.length, ...script.filter((each) => each !== "diesBefore" && each !== "diesAfter"))
  }
  await runOut(world, 2)
  return { ...scene, seen }
}

it("§swap-value-conserved §swap-leg-once conserves value, and moves the DePix once at most", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { record, seen, world } = await play(plan)
      const { legs, status } = await record()
      const happened = [0, 1, 2, 3].map((leg) => actorOf(world, leg).effects.size)
      // Asked for once, and again only what had never arrived; leg 0 and leg 3 never again.
      expect(world.spark.tokens.asked.length).toBeLessThanOrEqual(1)
      expect(world.spark.payments.asked.length).toBeLessThanOrEqual(1)
      for (const leg of [0, 1, 2, 3]) {
        expect(happened[leg]).toBeLessThanOrEqual(1)
        expect(actorOf(world, leg).repeats).toEqual([])
      }
      // Nothing later happened without what comes before it.
      expect(happened.join("")).toMatch(/^1*0*$/)
      // A confirmed leg stays confirmed, and is one that happened.
      const last = legs.map((leg) => leg.status === "CONFIRMED" ? "1" : "0").join("")
      for (const [index, each] of [...seen, last].entries()) {
        const before = seen[index - 1] ?? ""
        expect(legs.every((_, leg) => each[leg] === "1" || before[leg] !== "1")).toBe(true)
      }
      legs.forEach((leg, number) => {
        if (leg.status === "CONFIRMED") expect(happened[number]).toBe(1)
        if (leg.status === "FAILED") expect(happened[number]).toBe(0)
      })
      // The status says the truth: FAILED moved nothing, COMPLETED moved everything.
      expect(["COMPLETED", "FAILED", "STRANDED"]).toContain(status)
      if (status === "FAILED") expect(happened).toEqual([0, 0, 0, 0])
      if (status === "COMPLETED") expect(happened.slice(0, legs.length)).toEqual(legs.map(() => 1))
      // What the books hold is what the confirmed legs left, and it is owed to the owner.
      expect(await trialBalance(world)).toEqual({})
      const confirmed = legs.slice(0, 3).filter((leg) => leg.status === "CONFIRMED").length
      const held = ["", "treasury 5000000000 DEPIX", "treasury 10000 BTC", ""][confirmed] ?? ""
      expect((await balancesOf(world, "treasury")).join()).toBe(held)
      expect([...world.jobs.keys()].filter((id) => id.includes("-swap/"))).toEqual([])
    }),
    { numRuns: depth.sequences }
  )
}, 120_000 + depth.sequences * 2_000)
