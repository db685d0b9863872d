// Subaccounts as use cases: made, read and listed by their owner alone; the list is complete, in order and free of
// repetitions whatever is added meanwhile (spec "Subaccount"; C26, C27, C34).
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { listSubaccounts } from "../../../../core/customers/subaccount/list-subaccounts.ts"
import { readSubaccount } from "../../../../core/reports/browse/read-subaccount.ts"
import { World, account } from "../../../support/world.ts"

const open = async () => {
  const world = await World.open()
  return { world, caller: await world.caller(account("first", { email: "ops@first.test" })) }
}

const create = async (world: World, caller: Caller, name: string): Promise<string> => {
  const once = await world.run(createSubaccount({ caller, request: { name } }))
  if (once._tag !== "Answered") throw new Error("answered from store")
  return once.answer.data.subAccountId
}

const page = (world: World, caller: Caller, query: { readonly name?: string; readonly cursor?: string } = {}) =>
  world.run(listSubaccounts({ caller, query }))

/** Every id of the list, page by page; `between` runs after each page. */
const wholeList = async (
  world: World,
  caller: Caller,
  name?: string,
  between: () => Promise<unknown> = async () => undefined
) => {
  const filter = name === undefined ? {} : { name }
  const pages: Array<ReadonlyArray<string>> = []
  for (let cursor: string | undefined;;) {
    const { nextCursor, subAccounts } = await page(world, caller, cursor === undefined ? filter : { ...filter, cursor })
    pages.push(subAccounts.map(({ subAccountId }) => subAccountId))
    if (nextCursor === null) return pages
    cursor = nextCursor
    await between()
  }
}

describe("a subaccount", () => {
  it("is shown to its owner with everything that is known of it §subaccount-account-type §subaccount-detail", async () => {
    const { caller, world } = await open()
    const request = { name: "Ana Ltda.", email: "ana@example.com", accountType: "COMPANY" as const }
    const once = await world.run(createSubaccount({ caller, request }))
    if (once._tag !== "Answered") throw new Error("answered from store")
    const { subAccountId } = once.answer.data
    expect(once.answer).toEqual({ success: true, data: { subAccountId: expect.stringMatching(/^sub_/) as string } })
    expect(await world.run(readSubaccount(caller, subAccountId))).toEqual({
      subAccountId,
      name: "Ana Ltda.",
      email: "ana@example.com",
      accountType: "COMPANY",
      owner: "CUSTOMER",
      createdAt: "2026-03-01T00:00:00.000Z",
      kyc: { status: "NONE", level: null, approvedAt: null },
      unlocked: [],
      walletIds: []
    })
  })

  it("of the key owner is the main one, with its KYC §subaccount-main", async () => {
    const { caller, world } = await open()
    expect(await world.run(readSubaccount(caller, caller.account.mainSubAccountId))).toMatchObject({
      name: "first",
      email: "ops@first.test",
      accountType: "INDIVIDUAL",
      owner: "SELF",
      kyc: { status: "APPROVED", level: "FULL", approvedAt: "2026-03-01T00:00:00.000Z" }
    })
  })

  it("of somebody else answers exactly like a missing one §subaccount-foreign", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    const foreign = await create(world, other, "Ana")
    const refusals = [foreign, other.account.mainSubAccountId, "sub_nobody", ""].map((id) =>
      world.refusal(readSubaccount(caller, id))
    )
    for (const refusal of await Promise.all(refusals)) {
      expect(JSON.parse(JSON.stringify(refusal))).toEqual({ _tag: "NotFound", resource: "Subaccount" })
    }
  })
})

describe("the list", () => {
  it("begins with the main account, then the newest, and holds no one else's §subaccount-list §subaccount-owner §subaccount-main", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    await create(world, other, "Foreign")
    const made = [await create(world, caller, "Ana"), await create(world, caller, "Bia")]
    expect(await page(world, caller)).toEqual({
      subAccounts: [
        {
          subAccountId: caller.account.mainSubAccountId,
          email: "ops@first.test",
          owner: "SELF",
          createdAt: expect.any(String) as string
        },
        { subAccountId: made[1], email: null, owner: "CUSTOMER", createdAt: expect.any(String) as string },
        { subAccountId: made[0], email: null, owner: "CUSTOMER", createdAt: expect.any(String) as string }
      ],
      nextCursor: null
    })
  })

  it.each([0, 1, 48, 49, 50, 51, 98, 99, 100, 101])(
    "of %d customers has full pages of 50 and none that is empty §subaccount-list-page §limit-subaccount-page",
    async (count) => {
      const { caller, world } = await open()
      const made: Array<string> = []
      for (let n = 0; n < count; n++) made.push(await create(world, caller, `customer ${n}`))
      const pages = await wholeList(world, caller)
      expect(pages.flat()).toEqual([caller.account.mainSubAccountId, ...made.toReversed()])
      expect(pages.slice(0, -1).every((ids) => ids.length === 50)).toBe(true)
      expect(pages.at(-1)?.length).toBeGreaterThan(0)
    }
  )

  it("neither repeats nor hides a row when others are added between its pages §subaccount-list-steady", async () => {
    const { caller, world } = await open()
    const made: Array<string> = []
    for (let n = 0; n < 120; n++) made.push(await create(world, caller, `customer ${n}`))
    const seen = (await wholeList(
      world,
      caller,
      undefined,
      () => Promise.all([1, 2, 3].map((n) => create(world, caller, `late ${n}`)))
    )).flat()
    expect(seen).toEqual([caller.account.mainSubAccountId, ...made.toReversed()])
  })

  it("filters by a part of the name, whatever its case §subaccount-list-name", async () => {
    const { caller, world } = await open()
    const ana = await create(world, caller, "Ana Souza")
    await create(world, caller, "Bia")
    expect((await wholeList(world, caller, "SOUZA")).flat()).toEqual([ana])
    expect((await wholeList(world, caller, "first")).flat()).toEqual([caller.account.mainSubAccountId])
    expect((await wholeList(world, caller, "nobody")).flat()).toEqual([])
    expect((await wholeList(world, caller, "%")).flat()).toEqual([])
  })

  it("filtered gives every match once, however rare and in however many pages §subaccount-list-name", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 120, size: "max" }), async (matches) => {
        const { caller, world } = await open()
        const wanted: Array<string> = []
        for (const isMatch of matches) {
          const id = await create(world, caller, isMatch ? "wanted" : "other")
          if (isMatch) wanted.push(id)
        }
        expect((await wholeList(world, caller, "wanted")).flat()).toEqual(wanted.toReversed())
      }),
      { numRuns: 10 }
    )
  })

  it("looks past hundreds of rows that do not match", async () => {
    const { caller, world } = await open()
    const oldest = await create(world, caller, "wanted")
    for (let n = 0; n < 600; n++) await create(world, caller, "other")
    expect((await wholeList(world, caller, "wanted")).flat()).toEqual([oldest])
  })

  it.each(["", "p", "x1", "p-1", "p1.5", "P1", "p zz", `p${"z".repeat(14)}`, `p${"z".repeat(13)}`])(
    "refuses %j as a cursor §subaccount-list-cursor",
    async (cursor) => {
      const { caller, world } = await open()
      expect(await world.refusal(listSubaccounts({ caller, query: { cursor } })))
        .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "cursor" }] })
    }
  )

  it("refuses a cursor of somebody else's list §subaccount-list-own", async () => {
    const { caller, world } = await open()
    const other = await world.caller(account("second"))
    for (let n = 0; n < 60; n++) await create(world, other, `foreign ${n}`)
    const cursor = (await page(world, other)).nextCursor
    if (cursor === null) throw new Error("one page")
    expect(await world.refusal(listSubaccounts({ caller, query: { cursor } })))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "cursor" }] })
  })
})
