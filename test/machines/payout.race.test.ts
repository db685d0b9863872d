// Work on one payout that meets at the ports in every order, and words of the provider in every order and twice. Whatever
// the order, the wallet is debited once, the PIX is paid once, and nothing comes back that was not owed.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createPayout } from "../../core/payments/payout/create-payout.ts"
import { refundPayout } from "../../core/payments/payout/refund-payout.ts"
import { depth } from "../support/depth.ts"
import { returnIdAt } from "../support/ids.ts"
import { planes } from "../support/planes.ts"
import { Turnstile } from "../support/turnstile.ts"
import { World, account } from "../support/world.ts"
import {
  type Payer,
  allFlags,
  books,
  eventNames,
  keysOf,
  operator,
  order,
  payer,
  payoutRequest,
  pixOut,
  recordOf,
  reviewsOf
} from "../unit/payments/payout/payouts.ts"

const lease = 60_000

interface Race extends Payer {
  readonly id: string
}

/** Checks that whatever `prepare` sets off at once ends well in every order. */
const checkRace = async (
  prepare: (by: Race) => Promise<ReadonlyArray<() => Promise<unknown>>>,
  check: (by: Race) => Promise<void>,
  flags: ReadonlyArray<(typeof allFlags)[number]> = allFlags
): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const turnstile = new Turnstile()
      const world = await World.open(planes.memory, turnstile.decorate)
      const caller = await world.caller(account("first", { flags: [...flags] }))
      const { protectedSymmetricKey: key } = await keysOf(world, caller)
      const by = { world, caller, key, id: await order({ world, caller, key }) }
      const runners = await prepare(by)
      turnstile.scheduler = scheduler
      await scheduler.waitFor(Promise.all(runners.map((run) => run())))
      turnstile.scheduler = undefined
      for (let round = 0; round < 6; round++) {
        world.advance(lease)
        await world.work()
      }
      await books(by)
      expect([...world.jobs.keys()]).toEqual([])
      expect(world.chain.repeats).toEqual([])
      expect(world.rail.payments.repeats).toEqual([])
      await check(by)
      await world.close()
    }),
    { numRuns: depth.interleavings }
  )
}

const works = ({ world }: Payer) => async () => {
  for (const job of await world.claim(5)) await world.runJob(job)
}

const paidOnce = async (by: Race) => {
  expect(await recordOf(by, by.id)).toMatchObject({ status: "COMPLETED", endToEndId: `Eof${by.id}` })
  expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL"])
  expect(by.world.rail.payments.effects.size).toBe(1)
  expect(by.world.chain.effects.size).toBe(1)
  expect(reviewsOf(by)).toEqual([])
}

describe("at once §payout-race", () => {
  it("two workers debit and pay once", () =>
    checkRace((by) => Promise.resolve([works(by), works(by), works(by)]), paidOnce))

  it("the worker and the provider's event settle once", () =>
    checkRace(async (by) => {
      await works(by)()
      return [works(by), () => pixOut(by, "SUCCESS", by.id), () => pixOut(by, "SUCCESS", by.id)]
    }, paidOnce))

  it("the worker and the provider's refusal give back once", () =>
    checkRace(async (by) => {
      await works(by)()
      by.world.rail.payments.script.push("refused")
      return [works(by), () => pixOut(by, "FAILED", by.id), () => pixOut(by, "FAILED", by.id)]
    }, async (by) => {
      expect(await recordOf(by, by.id)).toMatchObject({ status: "FAILED" })
      expect(eventNames(by)).toEqual(["PAYOUT_FAILED"])
      expect([...by.world.chain.effects.keys()].toSorted()).toEqual([`debit/${by.id}`, `restore/${by.id}`])
      expect(reviewsOf(by)).toEqual([])
    }))

  it("the same return told thrice is given back once", () =>
    checkRace(async (by) => {
      await by.world.work()
      const back = { returnId: returnIdAt(1), returnedValue: 400 }
      return [1, 2, 3].map((n) => () => pixOut(by, "REVERSED", by.id, back, `event ${n}`)).concat(works(by))
    }, async (by) => {
      expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"])
      expect(by.world.chain.effects.size).toBe(2)
      expect(reviewsOf(by)).toEqual([])
    }))

  it("returns that are more than the value together count up to it", () =>
    checkRace(async (by) => {
      await by.world.work()
      return [1, 2, 3].map((n) => () => pixOut(by, "REVERSED", by.id, { returnId: returnIdAt(n), returnedValue: 400 }))
    }, async (by) => {
      expect(eventNames(by).filter((name) => name === "PAYOUT_REFUNDED").length).toBe(2)
      expect(await books(by)).toMatchObject({ "pix-settlement BRL": 200n })
      expect(reviewsOf(by)).toEqual(
        ["impossible/reversed/DONE"].map((reason) => expect.stringContaining(reason) as unknown)
      )
    }))

  it("two operators refund once", () =>
    checkRace(async (by) => {
      await by.world.work()
      const orders = [1, 2].map(() => () => by.world.run(refundPayout(operator, by.id)))
      return [...orders, works(by)]
    }, async (by) => {
      expect(await recordOf(by, by.id)).toMatchObject({ status: "REFUNDED" })
      expect(by.world.chain.effects.size).toBe(2)
      expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"])
    }))

  it("the operator and the bank give back once", () =>
    checkRace(async (by) => {
      await by.world.work()
      return [
        () => by.world.run(refundPayout(operator, by.id)).catch(() => "nothing to give back"),
        () => pixOut(by, "REVERSED", by.id),
        works(by)
      ]
    }, async (by) => {
      expect(await recordOf(by, by.id)).toMatchObject({ status: "REFUNDED" })
      expect(by.world.chain.effects.size).toBe(2)
      expect(await books(by)).toMatchObject({ "treasury USDT": -350_000n, "fee-income BRL": 175n })
      expect(await books(by)).not.toHaveProperty("losses BRL")
      expect(await books(by)).not.toHaveProperty("reversal-owed BRL")
    }))

  it("one externalId makes one payout", () =>
    checkRace((by) => {
      const request = payoutRequest(by, { externalId: "order-1", network: "base" })
      // The wallet is opened for one at a time: the others are told to come again.
      const create = () => by.world.run(createPayout({ caller: by.caller, request })).catch((error: unknown) => error)
      return Promise.resolve([create, create, create])
    }, async (by) => {
      expect(
        by.world.commits.flatMap(({ writes }) => writes).filter(({ expected, kind }) =>
          kind === "payout" && expected === 0
        ).length
      )
        .toBe(2)
      expect(by.world.chain.effects.size).toBe(2)
    }))
})

/** Every order of these. */
const orders = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length <= 1
    ? [items]
    : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

describe("the provider's words in any order, each twice §payout-orders", () => {
  const words = {
    settled: (by: Race) => pixOut(by, "SUCCESS", by.id, {}, "settled"),
    settledAgain: (by: Race) => pixOut(by, "SUCCESS", by.id, {}, "settled"),
    returned: (by: Race) => pixOut(by, "REVERSED", by.id, { returnId: returnIdAt(1), returnedValue: 300 }, "one"),
    returnedAgain: (by: Race) => pixOut(by, "REVERSED", by.id, { returnId: returnIdAt(1), returnedValue: 300 }),
    rest: (by: Race) => pixOut(by, "REVERSED", by.id, { returnId: returnIdAt(2), returnedValue: 700 }, "two")
  }

  it.each([["on", allFlags], ["off", ["WALLET_PAYOUT_API"]]] as const)(
    "end in the same record, books and events with AUTO_REFUND %s",
    async (_, flags) => {
      const ends = new Set<string>()
      for (const told of orders(Object.values(words))) {
        const by = await payer({ flags: [...flags] })
        by.world.rail.payments.script.push("lost")
        const race = { ...by, id: await order(by) }
        await by.world.work()
        for (const tell of told) await tell(race)
        for (let round = 0; round < 3; round++) {
          by.world.advance(lease)
          await by.world.work()
        }
        const record = { ...(await recordOf(by, race.id)), updatedAt: "" }
        const balances = Object.entries(await books(by)).map(([name, amount]) => `${name} ${amount}`).toSorted()
        ends.add(JSON.stringify([record, balances, eventNames(by).toSorted(), reviewsOf(by).length]))
        await by.world.close()
      }
      expect(ends.size).toBe(1)
      expect([...ends][0]).toContain("\"status\":\"REFUNDED\"")
    }
  )
})

describe("a worker that dies §payout-crash", () => {
  const flows = { paid: "done", refused: "refused" } as const
  const calls = Array.from({ length: 14 }, (_, count) => count)

  it.each(Object.entries(flows).flatMap(([flow, fate]) => calls.map((count) => [flow, count, fate] as const)))(
    "of a payout that is %s, at any call to its plane (%i), changes nothing in the end",
    async (flow, count, fate) => {
      for (const fatal of ["move/debit/", "move/pix/", "move/restore/"]) {
        const by = await payer()
        by.world.rail.payments.script.push(fate)
        const id = await order(by)
        let deaths = 0
        for (let round = 0; round < 30 && by.world.jobs.size > 0; round++) {
          for (const job of await by.world.claim(1)) {
            const mayDie = job.id.startsWith(fatal) && deaths === 0
            if (await by.world.runJobInProcess(job, mayDie ? count : undefined) === "killed") {
              deaths++
              by.world.advance(lease)
            }
          }
          by.world.advance(1_000)
        }
        expect([...by.world.jobs.keys()]).toEqual([])
        expect(await recordOf(by, id)).toMatchObject({ status: flow === "paid" ? "COMPLETED" : "FAILED" })
        expect(eventNames(by)).toEqual([flow === "paid" ? "PAYOUT_SUCCESSFUL" : "PAYOUT_FAILED"])
        expect(by.world.chain.effects.size).toBe(flow === "paid" ? 1 : 2)
        expect(by.world.chain.repeats).toEqual([])
        expect(by.world.rail.payments.repeats).toEqual([])
        expect(await books(by)).not.toHaveProperty("payout-owed BRL")
        await by.world.close()
      }
    }
  )
})
