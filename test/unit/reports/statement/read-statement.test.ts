// The account statement as a use case: its gate, its window, its pages and its rows (spec "Account statement", Limits
// "Statement"; C13, C25).
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { type KycAttempt, KycAttempts, latestAttempt } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { readStatement } from "../../../../core/reports/statement/read-statement.ts"
import type { StatementRequest } from "../../../../core/reports/statement/statement-request.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { World, account, depositRequest, startOfTests } from "../../../support/world.ts"

const iso = (at: number): string => new Date(at).toISOString()
const second = 1_000
const day = 86_400_000

const open = async (declared = account("first")) => {
  const world = await World.open()
  return { world, caller: await world.caller(declared) }
}

const statement = async (world: World, caller: Caller, request: StatementRequest = {}) => {
  const once = await world.run(readStatement({ caller, request }))
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return once.answer.data
}

const refused = (world: World, caller: Caller, request: StatementRequest) =>
  world.refusal(readStatement({ caller, request }))

const free = (caller: Caller): Caller => ({
  ...caller,
  account: { ...caller.account, fees: { deposit: { basisPoints: 0 } } }
})

const attempt = async (world: World, caller: Caller, parts: Partial<KycAttempt>) => {
  const subAccountId = caller.account.mainSubAccountId
  const before = await world.run(latestAttempt(subAccountId))
  if (before === undefined) throw new Error("there is no attempt to go by")
  const write = insert(KycAttempts, { ...before, id: `kyc_${JSON.stringify(parts)}`, ...parts })
  await world.run(Store.use((store) => store.commit(changeSet({ writes: [write] }))))
}

/** All rows, read in pages. */
const whole = async (world: World, caller: Caller, limit: number, request: StatementRequest = {}) => {
  const pages = []
  for (let cursor: string | undefined;;) {
    const page = await statement(world, caller, { ...request, limit, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(page)
    if (page.nextCursor === null) return pages
    cursor = page.nextCursor
  }
}

describe("rows", () => {
  it("of a delivered deposit: the deposit, then its fee §statement-rows §statement-fee-rows §statement-reconciliation", async () => {
    const { caller, world } = await open()
    const { trackId, walletCharge } = await world.deposit(caller)
    world.advance(second)
    await world.settle(trackId, endToEndIdAt(1))
    await world.work()
    const { transactionHash } = await world.record(caller, (await world.deposit(caller)).externalId)
    expect(transactionHash).toBe(null)
    const { operations } = await statement(world, caller)
    const reconciled = {
      status: "COMPLETED",
      asset: "USDT",
      network: "polygon",
      txHash: expect.any(String) as string,
      endToEndId: endToEndIdAt(1),
      createdAt: iso(startOfTests),
      updatedAt: iso(startOfTests + second)
    }
    expect(operations.slice(2)).toEqual([
      {
        ...reconciled,
        id: walletCharge,
        type: "DEPOSIT_ASSET",
        valueInBrl: "10.00",
        stableAmount: "1.95",
        fee: "0.25"
      },
      { ...reconciled, id: `${walletCharge}/fee`, type: "FEE", valueInBrl: "0.25", stableAmount: null, fee: "0.00" }
    ])
    expect(operations[0]).toMatchObject({ status: "PENDING", txHash: null, endToEndId: null })
  })

  it("of an operation without a fee are one §statement-fee-rows", async () => {
    const { caller, world } = await open()
    await world.run(createDeposit({ caller: free(caller), request: depositRequest() }))
    const { operations, total } = await statement(world, caller)
    expect(operations.map(({ type }) => type)).toEqual(["DEPOSIT_ASSET"])
    expect(total).toBe(1)
  })

  it("of bitcoin have no stable amount §statement-rows", async () => {
    const { caller, world } = await open()
    await world.deposit(caller, { asset: "LIGHTNING", network: "lightning", address: "ana@wallet.example" })
    expect((await statement(world, caller)).operations[0]).toMatchObject({ asset: "LIGHTNING", stableAmount: null })
  })

  it("are newest first, and are the subaccount's own §statement-order §statement-scope", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    await world.deposit(other)
    const made = []
    for (let index = 0; index < 3; index++) {
      made.push((await world.deposit(caller)).walletCharge)
      world.advance(1)
    }
    const { operations, total } = await statement(world, caller)
    expect(operations.filter(({ type }) => type !== "FEE").map(({ id }) => id)).toEqual(made.toReversed())
    expect(total).toBe(6)
  })
})

describe("a subaccount", () => {
  it("has a statement of its own, for its key owner alone §statement-post §statement-scope", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    const made = await world.run(createSubaccount({ caller, request: { name: "Ana" } }))
    const subAccountId = made._tag === "Answered" ? made.answer.data.subAccountId : ""
    expect(await refused(world, caller, { subAccountId })).toMatchObject({ _tag: "FullKycRequired" })
    const foreign = await refused(world, other, { subAccountId })
    expect(foreign).toEqual(await refused(world, other, { subAccountId: "sub_missing" }))
    expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
  })
})

describe("the gate", () => {
  it.each(
    [
      [{ status: "APPROVED", level: "FULL" }, true],
      [{ status: "APPROVED", level: "LIGHT" }, false],
      [{ status: "PENDING", level: "FULL" }, false],
      [{ status: "REJECTED", level: "FULL" }, false],
      [{ status: "EXPIRED", level: "FULL" }, false]
    ] as const
  )("needs the latest attempt APPROVED and FULL: %j §statement-full-kyc", async (parts, passes) => {
    const { caller, world } = await open()
    await attempt(world, caller, parts)
    if (passes) await statement(world, caller)
    else expect(await refused(world, caller, {})).toMatchObject({ _tag: "FullKycRequired" })
  })

  it("needs an attempt at all, after the shape and the scope §statement-full-kyc §statement-gate-order", async () => {
    const { caller, world } = await open(account("first", { kyc: "NONE" }))
    expect(await refused(world, caller, {})).toMatchObject({ _tag: "FullKycRequired" })
    expect(await refused(world, caller, { from: "yesterday" })).toMatchObject({ _tag: "ValidationFailed" })
    expect(await refused(world, caller, { subAccountId: "sub_missing" })).toMatchObject({ _tag: "NotFound" })
  })
})

describe("the window", () => {
  const at = (ms: number) => iso(startOfTests + ms)

  it.each([
    [{ from: at(-90 * day), to: at(0) }, undefined],
    [{ from: at(-90 * day - 1), to: at(0) }, "from"],
    [{ from: at(-90 * day) }, undefined],
    [{ from: at(-90 * day - 1) }, "from"],
    [{ from: at(0), to: at(0) }, undefined],
    [{ from: at(1), to: at(0) }, "from"],
    [{ to: at(-30 * day) }, undefined],
    [{ to: at(-30 * day - 1) }, "from"],
    [{ from: at(10 * day), to: at(100 * day) }, undefined]
  ])(
    "is at most 90 days, to the millisecond: %j §statement-window §limit-statement-window-ms",
    async (window, field) => {
      const { caller, world } = await open()
      if (field === undefined) await statement(world, caller, window)
      else expect(await refused(world, caller, window)).toMatchObject({ details: [{ field }] })
    }
  )

  it("has its start and not its end §statement-window", async () => {
    const { caller, world } = await open()
    await world.deposit(caller)
    const rows = async (from: number, to: number) =>
      (await statement(world, caller, { from: at(from), to: at(to) })).operations.length
    expect(await rows(0, 1)).toBe(2)
    expect(await rows(-1, 0)).toBe(0)
    expect(await rows(1, 2)).toBe(0)
    expect(await rows(-1, 1)).toBe(2)
  })

  it("is the last 30 days up to this millisecond by default §statement-defaults §limit-statement-default-ms", async () => {
    const { caller, world } = await open()
    await world.deposit(caller)
    expect((await statement(world, caller)).total).toBe(2)
    world.advance(limits.statementDefaultMs)
    expect((await statement(world, caller)).total).toBe(2)
    world.advance(1)
    expect((await statement(world, caller)).total).toBe(0)
    expect((await statement(world, caller, { from: at(0) })).total).toBe(2)
  })

  it.each([
    ["2026-03-01", true],
    ["2026-03-01T00:00", true],
    ["2026-03-01T00:00:00", true],
    ["2026-03-01T00:00:00Z", true],
    ["2026-03-01T00:00:00.000Z", true],
    ["2026-03-01T00:00:00.000000Z", true],
    ["2026-02-28T21:00:00-03:00", true],
    ["2026-03-01T00:00:00.001Z", false],
    ["2026-03-01T00:00:01-00:00", false]
  ])("takes ISO dates and datetimes: %s §statement-instants", async (from, isStart) => {
    const { caller, world } = await open()
    await world.deposit(caller)
    world.advance(2 * second)
    expect((await statement(world, caller, { from })).total).toBe(isStart ? 2 : 0)
  })

  it.each([
    "2026-02-30",
    "2026-13-01",
    "2026-3-1",
    "01/03/2026",
    "2026-03-01T25:00:00Z",
    "2026-03-01 00:00:00",
    "2026-03-01T00:00:00+3",
    "1772323200000",
    "today"
  ])("refuses what is no ISO date: %s §statement-instants", async (from) => {
    const { caller, world } = await open()
    expect(await refused(world, caller, { from })).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field: "from" }]
    })
    expect(await refused(world, caller, { to: from })).toMatchObject({ details: [{ field: "to" }] })
  })
})

describe("pages", () => {
  it.each([1, 2, 3, 4, 5, 50])(
    "of %i rows put together are the whole §statement-pages §statement-cursor §statement-limit",
    async (limit) => {
      const { caller, world } = await open()
      for (let index = 0; index < 5; index++) {
        // Two of a millisecond, and one without a fee.
        await world.deposit(index === 3 ? free(caller) : caller)
        if (index % 2 === 1) world.advance(1)
      }
      const all = (await statement(world, caller, { limit: 200 })).operations
      expect(all).toHaveLength(9)
      const pages = await whole(world, caller, limit)
      expect(pages.flatMap(({ operations }) => operations)).toEqual(all)
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
      expect(pages.every(({ pageSize, total }) => pageSize === limit && total === 9)).toBe(true)
      expect(pages.slice(0, -1).every(({ operations }) => operations.length === limit)).toBe(true)
      expect(pages.at(-1)?.operations.length).toBeGreaterThan(0)
    }
  )

  it("of nothing are one, the last §statement-pages", async () => {
    const { caller, world } = await open()
    expect(await statement(world, caller)).toEqual({
      balances: [],
      operations: [],
      page: 1,
      pageSize: 50,
      total: 0,
      nextCursor: null
    })
  })

  it("show what was there exactly once and in order while others write §statement-concurrent", async () => {
    const { caller, world } = await open()
    for (let index = 0; index < 12; index++) {
      await world.deposit(caller)
      world.advance(1)
    }
    const before = (await statement(world, caller, { limit: 200 })).operations.map(({ id }) => id)
    const seen: Array<string> = []
    for (let cursor: string | undefined;;) {
      const page = await statement(world, caller, { limit: 5, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.operations.map(({ id }) => id))
      await Promise.all([world.deposit(caller), world.deposit(caller)])
      world.advance(1)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual(before)
  })

  it("keep the window of the first one, however long that was ago §statement-cursor", async () => {
    const { caller, world } = await open()
    await world.deposit(caller)
    world.advance(29 * day)
    await world.deposit(caller)
    const first = await statement(world, caller, { limit: 2 })
    world.advance(5 * day)
    await world.deposit(caller)
    const next = await statement(world, caller, { limit: 2, cursor: String(first.nextCursor) })
    expect(next).toMatchObject({ page: 2, total: 4, nextCursor: null })
    expect(next.operations).toHaveLength(2)
  })

  it.each(["", "x", "p1", "eyJmcm9tIjoxfQ", "%%%"])(
    "refuse what is no cursor: %j §statement-cursor",
    async (cursor) => {
      const { caller, world } = await open()
      expect(await refused(world, caller, { cursor })).toMatchObject({ details: [{ field: "cursor" }] })
    }
  )

  it("of another's cursor show one's own rows alone §statement-cursor §statement-scope", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    await world.deposit(other)
    await world.deposit(other)
    const { nextCursor } = await statement(world, other, { limit: 1 })
    expect((await statement(world, caller, { limit: 1, cursor: String(nextCursor) })).operations).toEqual([])
  })
})

describe("filters", () => {
  it.each(
    [
      [["deposit"], 2],
      [["withdraw"], 0],
      [["payout"], 0],
      [["transfer"], 0],
      [["deposit", "deposit"], 2],
      [["payout", "deposit"], 2],
      [[], 2]
    ] as const
  )("%j shows its operations with their fees §statement-type", async (type, rows) => {
    const { caller, world } = await open()
    await world.deposit(caller)
    const page = await statement(world, caller, { type })
    expect([page.operations.length, page.total]).toEqual([rows, rows])
  })
})

describe("an Idempotency-Key", () => {
  it("gives the first answer of a POST again §statement-replay", async () => {
    const { caller, world } = await open()
    const key = {
      route: "postStatement",
      key: "k",
      fingerprint: "f",
      encode: (answer: unknown) => JSON.stringify(answer)
    }
    const ask = () => world.run(readStatement({ caller, request: {}, attempt: key }))
    await ask()
    await world.deposit(caller)
    const again = await ask()
    expect(again._tag).toBe("Stored")
    expect(again._tag === "Stored" ? JSON.parse(again.body) : {}).toMatchObject({ data: { total: 0 } })
  })
})

it("counts fees of other accounts' figures as they are §statement-fee-rows", async () => {
  const { caller, world } = await open()
  const own = {
    ...caller,
    account: { ...caller.account, fees: { deposit: { fixedCents: unitsUnsafe("BRL", 7n), basisPoints: 0 } } }
  }
  await world.run(createDeposit({ caller: own, request: depositRequest() }))
  expect((await statement(world, caller)).operations[1]).toMatchObject({ type: "FEE", valueInBrl: "0.07" })
})
