// Work that meets at the ports in every order: a scheduler holds each call to the store, the queue, the chain and the
// rail, and lets them through one by one. Whatever the order, the asset leaves once and the books say so.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../core/customers/access/caller.ts"
import { createDeposit } from "../../core/payments/deposit/create-deposit.ts"
import { settleDeposit } from "../../core/payments/deposit/settle-deposit.ts"
import { Events } from "../../core/engine/event/event.ts"
import { list } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { Reviews } from "../../core/engine/review/review.ts"
import { type SubaccountAnswer, createSubaccount } from "../../core/customers/subaccount/create-subaccount.ts"
import { depth } from "../support/depth.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { planes } from "../support/planes.ts"
import { Turnstile } from "../support/turnstile.ts"
import { World, depositRequest } from "../support/world.ts"

const day = 86_400_000
const lease = 60_000

const { memory } = planes

interface Race {
  readonly world: World
  readonly caller: Caller
  readonly turnstile: Turnstile
}

/** Checks that whatever `prepare` sets off at once ends well in every order. */
const checkRace = async (
  prepare: (race: Race) => Promise<ReadonlyArray<() => Promise<unknown>>>,
  check: (race: Race) => Promise<void>
): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const turnstile = new Turnstile()
      const world = await World.open(memory, turnstile.decorate)
      const parts = { world, caller: await world.caller(), turnstile }
      const runners = await prepare(parts)
      turnstile.scheduler = scheduler
      await scheduler.waitFor(Promise.all(runners.map((run) => run())))
      turnstile.scheduler = undefined
      // Whoever was killed is taken over, and everything comes to rest.
      for (let round = 0; round < 3; round++) {
        world.advance(lease)
        await world.work()
      }
      await checkBooks(world)
      await check(parts)
      await world.close()
    }),
    { numRuns: depth.interleavings }
  )
}

const balancesOf = (world: World) =>
  world.run(Store.use((store) => store.balances(""))).then((rows) =>
    Object.fromEntries(rows.map(({ account, amount, asset }) => [`${account.split("/")[0]} ${asset}`, amount]))
  )

/** Both assets sum to zero, and no more was exchanged or earned than one delivery accounts for. */
const checkBooks = async (world: World): Promise<void> => {
  const balances = await balancesOf(world)
  for (const asset of ["BRL", "USDT"]) {
    const amounts = Object.entries(balances).filter(([name]) => name.endsWith(asset)).map(([, amount]) => amount)
    expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
  }
  expect(world.chain.effects.size).toBeLessThanOrEqual(1)
  const isDelivered = world.chain.effects.size === 1
  expect(balances["fee-income BRL"] ?? 0n).toBe(isDelivered ? -25n : 0n)
  expect(balances["treasury USDT"] ?? 0n).toBe(isDelivered ? -1_950_000n : 0n)
  expect(balances["surplus-owed BRL"] ?? 0n).toBe(0n)
}

const eventsOf = ({ caller, world }: Race) =>
  world.run(list(Events, "byOwner", caller.account.id, { limit: 50 })).then((rows) =>
    rows.map(({ value }) => value.name)
  )

const reviewsOf = (world: World) => world.run(list(Reviews, "all", "all", { limit: 50 }))

const works = (world: World) => async () => {
  for (const job of await world.claim(5)) await world.runJob(job)
}

const paidDeposit = async ({ caller, world }: Race) => {
  const deposit = await world.deposit(caller, { externalId: "order-1" })
  await world.settle(deposit.trackId, endToEndIdAt(1))
  return deposit
}

const recordOf = ({ caller, world }: Race) => world.record(caller, "order-1")

describe("settles", () => {
  it("of one PIX fund a charge once", () =>
    checkRace(async ({ caller, world }) => {
      const { trackId } = await world.deposit(caller, { externalId: "order-1" })
      return [1, 2, 3].map(() => () => world.settle(trackId, endToEndIdAt(1)))
    }, async (parts) => {
      expect(await recordOf(parts)).toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(1) })
      expect(await eventsOf(parts)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
      expect(parts.world.rail.effects.size).toBe(0)
    }))

  it("of two PIX fund a charge with one and send the other back", () =>
    checkRace(async ({ caller, world }) => {
      const { trackId } = await world.deposit(caller, { externalId: "order-1" })
      return [1, 2].map((n) => () => world.settle(trackId, endToEndIdAt(n)))
    }, async (parts) => {
      const { endToEndId, status } = await recordOf(parts)
      if (endToEndId === null) throw new Error("nothing funds it")
      expect(status).toBe("COMPLETED")
      const sentBack = [...parts.world.rail.effects.values()].map(({ request }) => request.endToEndId)
      expect([...sentBack, endToEndId].toSorted()).toEqual([endToEndIdAt(1), endToEndIdAt(2)])
    }))

  it("of one PIX on two charges fund one, and a person looks at the other", () =>
    checkRace(async ({ caller, world }) => {
      const deposits = [
        await world.deposit(caller, { externalId: "order-1" }),
        await world.deposit(caller, { externalId: "order-2" })
      ]
      return deposits.map(({ trackId }) => () => {
        const unsaid = { value: null, paidAt: null, payer: null }
        const fact = { _tag: "ChargePaid" as const, eventId: null, trackId, endToEndId: endToEndIdAt(1), ...unsaid }
        return world.run(settleDeposit({ fact }))
      })
    }, async ({ caller, world }) => {
      const statuses = [await world.record(caller, "order-1"), await world.record(caller, "order-2")]
      expect(statuses.map(({ status }) => status).toSorted()).toEqual(["COMPLETED", "PENDING"])
      expect(await reviewsOf(world)).toHaveLength(1)
    }))

  it("meet the expire of their charge", () =>
    checkRace(async ({ caller, world }) => {
      const { trackId } = await world.deposit(caller, { externalId: "order-1" })
      world.advance(day)
      world.rates.price = "5.00"
      return [works(world), () => world.settle(trackId, endToEndIdAt(1)), () => world.settle(trackId, endToEndIdAt(1))]
    }, async (parts) => {
      expect(await recordOf(parts)).toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(1) })
      expect(parts.world.jobs.size).toBe(0)
    }))
})

describe("workers", () => {
  it("that claim together run each job once §deposit-delivered-once", () =>
    checkRace(async (parts) => {
      await paidDeposit(parts)
      return [works(parts.world), works(parts.world), works(parts.world)]
    }, async (parts) => {
      expect(await recordOf(parts)).toMatchObject({ status: "COMPLETED" })
      expect(parts.world.chain.asked).toHaveLength(1)
      expect(await eventsOf(parts)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
    }))

  it("of which one is too slow for its lease deliver once §deposit-delivered-once", () =>
    checkRace(async (parts) => {
      await paidDeposit(parts)
      const jobs = await parts.world.claim(1)
      parts.world.advance(lease)
      return [...jobs.map((job) => () => parts.world.runJob(job)), works(parts.world)]
    }, async (parts) => {
      expect(await recordOf(parts)).toMatchObject({ status: "COMPLETED" })
      expect(parts.world.chain.effects.size).toBe(1)
      expect(await eventsOf(parts)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
      expect(await reviewsOf(parts.world)).toEqual([])
    }))

  for (const calls of [0, 1, 2, 3, 4]) {
    it(`of which one is killed after ${calls} calls to its plane deliver once §deposit-delivered-once`, () =>
      checkRace(
        async (parts) => {
          await paidDeposit(parts)
          const [job] = await parts.world.claim(1)
          if (job === undefined) throw new Error("nothing to deliver")
          parts.world.advance(lease)
          return [() => parts.world.runJobInProcess(job, calls), works(parts.world)]
        },
        async (parts) => {
          expect(await recordOf(parts)).toMatchObject({ status: "COMPLETED" })
          expect(parts.world.chain.effects.size).toBe(1)
          expect(await eventsOf(parts)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
          expect(await reviewsOf(parts.world)).toEqual([])
        }
      ))
  }
})

describe("returns", () => {
  it("of everything meet the delivery", () =>
    checkRace(async (parts) => {
      await paidDeposit(parts)
      return [works(parts.world), () => parts.world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)]
    }, async (parts) => {
      const { world } = parts
      const isDelivered = world.chain.effects.size === 1
      expect(await recordOf(parts)).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
      const balances = await balancesOf(world)
      expect(balances).toMatchObject({ "deposit-owed BRL": 0n, "pix-settlement BRL": 0n })
      expect(balances["losses BRL"] ?? 0n).toBe(isDelivered ? 1_000n : 0n)
      const events = await eventsOf(parts)
      const lossSeen = (await reviewsOf(world)).length
      // A delivery is announced, or it came after the return and a person looks at it; never both, never neither.
      expect(events.filter((name) => name === "DEPOSIT_ASSET_SUCCESS").length + lossSeen).toBe(isDelivered ? 1 : 0)
      expect(events.filter((name) => name === "DEPOSIT_ASSET_REFUNDED")).toHaveLength(1)
    }))

  it("each reported twice count once, in parts and to the end", () =>
    checkRace(async (parts) => {
      await paidDeposit(parts)
      const { world } = parts
      const reported = [[1, 400], [2, 600], [1, 400], [2, 600]] as const
      return [
        works(world),
        ...reported.map(([n, value]) => () => world.confirmReturn(endToEndIdAt(1), returnIdAt(n), value))
      ]
    }, async (parts) => {
      expect(await recordOf(parts)).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
      const events = await eventsOf(parts)
      expect(events.filter((name) => name === "DEPOSIT_ASSET_REFUNDED")).toHaveLength(2)
      expect(
        (await reviewsOf(parts.world)).filter(({ value }) => JSON.stringify(value.reason).includes("returnConfirmed"))
      ).toEqual([])
    }))
})

describe("twins", () => {
  it("of one externalId get one deposit §deposit-external-id-twins", () =>
    checkRace(async ({ caller, world }) => {
      const request = depositRequest({ externalId: "order-1" })
      return [1, 2, 3].map(() => () => world.run(createDeposit({ caller, request })))
    }, async (parts) => {
      expect(await recordOf(parts)).toMatchObject({ status: "PENDING" })
      expect([...parts.world.jobs.values()].map(({ task }) => task)).toEqual(["expire-deposit"])
    }))

  it("of one Idempotency-Key get one answer", () =>
    checkRace(async ({ caller, world }) => {
      const answers = new Set<string>()
      const attempt = {
        route: "r",
        key: "k",
        fingerprint: "f",
        encode: (answer: SubaccountAnswer) => JSON.stringify(answer)
      }
      return [1, 2, 3].map(() => async () => {
        const once = await world.run(createSubaccount({ caller, request: { name: "Ana" }, attempt }))
        answers.add(once._tag === "Stored" ? once.body : JSON.stringify(once.answer))
        expect(answers.size).toBe(1)
      })
    }, async ({ world }) => {
      const made = world.commits.flatMap(({ writes }) => writes.filter(({ kind }) => kind === "subaccount"))
      // The account's own, and the one.
      expect(made).toHaveLength(2)
    }))
})
