// Fifty of everything at once, on every store: fifty settles of one charge deliver once, fifty creates with one key make
// one deposit (spec "Sandbox rules" 10, "Settling twice delivers once, including concurrent requests"; C1, C2, C41).
import { describe, expect, it } from "vitest"
import type { Caller } from "../../core/customers/access/caller.ts"
import { createDeposit } from "../../core/payments/deposit/create-deposit.ts"
import { type DepositAnswer, Deposits, PixReceipts, PixReturns } from "../../core/payments/deposit/deposit.ts"
import { Events } from "../../core/engine/event/event.ts"
import type { Attempt, Once } from "../../core/customers/idempotency/idempotency.ts"
import { feed } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { type SubaccountAnswer, createSubaccount } from "../../core/customers/subaccount/create-subaccount.ts"
import { Subaccounts } from "../../core/customers/subaccount/subaccount.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { planes } from "../support/planes.ts"
import { describePostgres } from "../support/postgres.ts"
import { type PlaneLayer, World, account, depositRequest } from "../support/world.ts"

const crowd = 50
const times = <A>(run: (n: number) => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: crowd }, (_, n) => run(n)))

const webhook = { url: "https://hooks.example/all", secret: "ab".repeat(32) } as const

const inWorld = async (layer: PlaneLayer, run: (world: World, caller: Caller) => Promise<void>): Promise<void> => {
  const world = await World.open(layer)
  try {
    await run(world, await world.caller(account("owner", { webhooks: [webhook] })))
  } finally {
    await world.close()
  }
}

const receiptsOf = (world: World, depositId: string) =>
  world.run(feed(PixReceipts, "byDeposit", depositId, { limit: 100 })).then((rows) => rows.map(({ value }) => value))

const eventsOf = (world: World, caller: Caller) =>
  world.run(feed(Events, "byOwner", caller.account.id, { limit: 100 })).then((rows) =>
    rows.map(({ value }) => value.name)
  )

const brl = (world: World) =>
  world.run(Store.use((store) => store.balances(""))).then((rows) =>
    Object.fromEntries(
      rows.filter(({ asset }) => asset === "BRL").map((row) => [row.account.split("/")[0], row.amount])
    )
  )

// Every worker of a service claims for itself.
const workTogether = async (world: World): Promise<void> => {
  for (;;) {
    const jobs = (await Promise.all(Array.from({ length: 4 }, () => world.claim(20)))).flat()
    if (jobs.length === 0) return
    await Promise.all(jobs.map((job) => world.runJob(job)))
  }
}

/** What was answered and the texts of the answers; a stored text counts as what it holds. */
const answersOf = <A>(answers: ReadonlyArray<Once<A>>): ReadonlyArray<string> =>
  answers.map((once) => once._tag === "Stored" ? once.body : JSON.stringify(once.answer))

const keyed = <A>(): Attempt<A> => ({
  route: "createDeposit",
  key: "key-1",
  fingerprint: "the same",
  encode: (answer) => JSON.stringify(answer)
})

const crowds = (layer: PlaneLayer): void => {
  it("of settles with one PIX funds, delivers and announces once §deposit-settled-once", () =>
    inWorld(layer, async (world, caller) => {
      const deposit = await world.deposit(caller)
      await times(() => world.settle(deposit.trackId, endToEndIdAt(1)))
      await workTogether(world)
      await times(() => world.settle(deposit.trackId, endToEndIdAt(1).toLowerCase()))
      await workTogether(world)
      const record = await world.record(caller, deposit.externalId)
      expect(record).toMatchObject({ status: "COMPLETED", transactionHash: expect.any(String) as string })
      expect(world.chain.asked).toHaveLength(1)
      expect(await eventsOf(world, caller)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
      expect(world.notifier.posts).toHaveLength(1)
      expect(await receiptsOf(world, deposit.walletCharge)).toMatchObject([{ role: "funding" }])
      expect(await brl(world)).toEqual({
        "pix-settlement": 1_000n,
        "deposit-owed": 0n,
        conversion: -975n,
        "fee-income": -25n
      })
    }))

  it("of settles with fifty PIX funds with one and sends forty-nine back", () =>
    inWorld(layer, async (world, caller) => {
      const deposit = await world.deposit(caller)
      await times((n) => world.settle(deposit.trackId, endToEndIdAt(n)))
      const receipts = await receiptsOf(world, deposit.walletCharge)
      expect(receipts.filter(({ role }) => role === "funding")).toHaveLength(1)
      expect(receipts.filter(({ role }) => role === "surplus")).toHaveLength(crowd - 1)
      await workTogether(world)
      const funding = receipts.find(({ role }) => role === "funding")?.endToEndId
      expect(await world.record(caller, deposit.externalId)).toMatchObject({
        status: "COMPLETED",
        endToEndId: funding,
        refundedValue: null
      })
      expect(world.chain.asked).toHaveLength(1)
      expect(await eventsOf(world, caller)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
      const sentBack = [...world.rail.effects.values()].map(({ request }) => request.endToEndId)
      if (funding === undefined) throw new Error("nothing funds it")
      expect([...sentBack, funding].toSorted()).toEqual(
        Array.from({ length: crowd }, (_, n) => endToEndIdAt(n)).toSorted()
      )
      expect(world.rail.repeats).toEqual([])
      expect(await brl(world)).toMatchObject({ "pix-settlement": 1_000n, "surplus-owed": 0n, "deposit-owed": 0n })
    }))

  it("of settles while the charge expires books the money whoever was first", () =>
    inWorld(layer, async (world, caller) => {
      const deposit = await world.deposit(caller)
      world.advance(86_400_000)
      const [expire] = await world.claim(1)
      if (expire === undefined) throw new Error("nothing expires")
      await Promise.all([world.runJob(expire), times(() => world.settle(deposit.trackId, endToEndIdAt(1)))])
      expect(world.jobs.has(expire.id)).toBe(false)
      await workTogether(world)
      expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "COMPLETED" })
      expect(world.chain.asked).toHaveLength(1)
    }))

  it("of fifty returns, each twice, counts every one once and stops at the value", () =>
    inWorld(layer, async (world, caller) => {
      const deposit = await world.deposit(caller)
      await world.settle(deposit.trackId, endToEndIdAt(1))
      await workTogether(world)
      const both = [0, 1].flatMap(() => times((n) => world.confirmReturn(endToEndIdAt(1), returnIdAt(n), 20)))
      await Promise.all(both)
      expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "REFUNDED", refundedValue: 1_000 })
      const returns = await world.run(feed(PixReturns, "byDeposit", deposit.walletCharge, { limit: 100 }))
      expect(returns).toHaveLength(crowd)
      const names = await eventsOf(world, caller)
      expect(names.filter((name) => name === "DEPOSIT_ASSET_REFUNDED")).toHaveLength(crowd)
      expect(await brl(world)).toMatchObject({ losses: 1_000n, "pix-settlement": 0n, "deposit-owed": 0n })
    }))

  it("of creates with one externalId makes one deposit and gives one answer §deposit-external-id-twins", () =>
    inWorld(layer, async (world, caller) => {
      const request = depositRequest({ externalId: "order-1" })
      const answers = await times(() => world.run(createDeposit({ caller, request })))
      expect(new Set(answersOf(answers)).size).toBe(1)
      expect(answers.filter((once) => once._tag === "Answered" && !once.replayed)).toHaveLength(1)
      const made = world.commits.flatMap(({ writes }) => writes.filter(({ kind }) => kind === Deposits.kind))
      expect(made).toHaveLength(1)
      expect([...world.jobs.keys()]).toEqual([`expire/${made[0]?.id}`])
    }))

  it("of creates with one externalId and fifty requests makes one, and conflicts with the others", () =>
    inWorld(layer, async (world, caller) => {
      const answers = await times((n) =>
        world.run(createDeposit({ caller, request: depositRequest({ externalId: "order-1", value: 1_000 + n }) })).then(
          () => "made",
          (error: { readonly _tag: string }) => error._tag
        )
      )
      expect(answers.filter((answer) => answer === "made")).toHaveLength(1)
      expect(answers.filter((answer) => answer === "IdempotencyConflict")).toHaveLength(crowd - 1)
    }))

  it.each([undefined, "order-1"])(
    "of creates with one Idempotency-Key makes one deposit (externalId %s)",
    (externalId) =>
      inWorld(layer, async (world, caller) => {
        const request = depositRequest(externalId === undefined ? {} : { externalId })
        const answers = await times(() =>
          world.run(createDeposit({ caller, request, attempt: keyed<DepositAnswer>() }))
        )
        expect(new Set(answersOf(answers)).size).toBe(1)
        expect(world.commits.flatMap(({ writes }) => writes.filter(({ kind }) => kind === Deposits.kind))).toHaveLength(
          1
        )
        // Whoever asks later gets the very text.
        const later = await world.run(createDeposit({ caller, request, attempt: keyed<DepositAnswer>() }))
        expect(later).toEqual({ _tag: "Stored", body: answersOf(answers)[0] })
      })
  )

  it("of subaccounts with one Idempotency-Key makes one §subaccount-replay", () =>
    inWorld(layer, async (world, caller) => {
      const answers = await times(() =>
        world.run(createSubaccount({ caller, request: { name: "Ana" }, attempt: keyed<SubaccountAnswer>() }))
      )
      expect(new Set(answersOf(answers)).size).toBe(1)
      expect(await world.run(feed(Subaccounts, "byOwner", caller.account.id, { limit: 100 }))).toHaveLength(2)
    }))
}

describe("a crowd in memory", () => {
  crowds(planes.memory)
})
describe("a crowd on SQLite", () => {
  crowds(planes.SQLite)
})
await describePostgres("a crowd on PostgreSQL", () => crowds(planes.PostgreSQL))
