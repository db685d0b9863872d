// What the dashboard reads of more than it reads at once: plots of a crowded hour, what has been open for days, and accounts with
// more subaccounts than are looked through together.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Clock, Effect, Option } from "effect"
import { mostSubaccounts } from "../../core/reports/browse/newest-operations.ts"
import { mostOpen } from "../../core/reports/browse/open-operations.ts"
import { Deposits } from "../../core/payments/deposit/deposit.ts"
import { get, insert } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import { Subaccounts } from "../../core/customers/subaccount/subaccount.ts"
import { expectFailure } from "../support/http.ts"
import { type DashboardWorld, openDashboard, ownerKey, strangerKey } from "./dashboard-world.ts"

type Row = Readonly<Record<string, unknown>>

const hour = 3_600_000
const day = 24 * hour

const commit = (writes: ReadonlyArray<Write>) => Store.use((store) => store.commit(changeSet({ writes })))

describe("what the dashboard reads of more than it reads at once", () => {
  let world: DashboardWorld
  let now: number
  beforeAll(async () => {
    world = await openDashboard(false)
    now = await world.host.inSandbox(Clock.currentTimeMillis)
  })
  afterAll(() => world.close())

  /** Copies of an open deposit, made at an instant. */
  const copies = (id: string, name: string, count: number, createdAt: number) =>
    world.host.inSandbox(Effect.gen(function*() {
      const { value } = Option.getOrThrow(yield* get(Deposits, id))
      yield* commit(Array.from({ length: count }, (_, n) => {
        const each = `${name}${String(n).padStart(5, "0")}`
        return insert(Deposits, { ...value, id: `dep_${each}_of`, externalId: each, trackId: each, createdAt })
      }))
    }))
  const pendingOf = async (key: string, query = "") => {
    const { isPendingComplete, pending } = await world.read(key, `/series${query}`)
    expect(isPendingComplete).toBe(true)
    return (pending as ReadonlyArray<Row>).find(({ kind }) => kind === "deposit")
  }

  it("tells of what is open, however old it is §dashboard-series", async () => {
    const { id } = await world.deposit()
    await copies(id, "old", 3, now - 3 * day)
    const window = `?from=${new Date(now - 2 * hour).toISOString()}`
    expect(await pendingOf(ownerKey, window)).toMatchObject({ older: 3 })
    expect(await pendingOf(world.token, window)).toMatchObject({ older: 3 })
    expect(await pendingOf(strangerKey, window)).toMatchObject({ older: 0 })
    const [row] = (await world.read(ownerKey, "/deposits"))["rows"] as ReadonlyArray<Row>
    expect(await pendingOf(ownerKey, `?subAccountId=${String(row?.["subAccountId"])}`)).toMatchObject({ older: 3 })
  })

  it("plots an hour that is more than it reads, and says so §dashboard-series", async () => {
    const { id } = await world.deposit(strangerKey)
    const at = now - now % hour - 2 * hour
    await copies(id, "crowd", 2_001, at)
    // Also where nothing came after it in the window.
    for (const hours of [0, 1]) {
      const to = new Date(at + hours * hour).toISOString()
      const series = await world.read(strangerKey, `/series?by=hour&to=${to}`)
      expect(series).toMatchObject({ from: new Date(at).toISOString(), isComplete: false, isFirstWhole: false })
      const points = series["points"] as ReadonlyArray<Row>
      expect(points.map(({ count }) => count)).toEqual([2_000, 0].slice(0, hours + 1))
    }
    // Those beyond what the window reads are open all the same.
    const open = await pendingOf(strangerKey)
    expect(Number(open?.["underDay"]) + Number(open?.["underHour"])).toBe(2_001)
    // An hour that is whole stands alone where the one before it is not.
    await copies(id, "next", 5, at + hour)
    const series = await world.read(strangerKey, `/series?by=hour&to=${new Date(at + hour).toISOString()}`)
    expect(series).toMatchObject({ isComplete: false, isFirstWhole: true })
    expect((series["points"] as ReadonlyArray<Row>).map(({ count }) => count)).toEqual([5])
    // More is open than it looks at: it counts what it saw, and says that this is not all.
    await copies(id, "more", mostOpen, now)
    const busy = await world.read(world.token, "/series")
    expect(busy["isPendingComplete"]).toBe(false)
    const [deposits] = busy["pending"] as ReadonlyArray<Record<string, number>>
    const { kind: _, ...ages } = deposits ?? {}
    expect(Object.values(ages).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(mostOpen)
  }, 30_000)

  it(
    "looks through many subaccounts together, and names what it cannot §dashboard-lists §dashboard-search",
    async () => {
      const { externalId, id } = await world.deposit()
      const grow = (from: number, to: number) =>
        world.host.inSandbox(Effect.gen(function*() {
          const { value: deposit } = Option.getOrThrow(yield* get(Deposits, id))
          const { value } = Option.getOrThrow(yield* get(Subaccounts, deposit.subAccountId))
          yield* commit(
            Array.from({ length: to - from }, (_, n) => insert(Subaccounts, { ...value, id: `sub_${from + n}_of` }))
          )
        }))
      const lists = ["/deposits", "/swaps", "/kyc", "/series"]
      const statuses = async (query = "") =>
        Promise.all(lists.map(async (list) => (await world.ask(ownerKey, "GET", `${list}${query}`)).status))

      await grow(0, 2_500)
      expect(await statuses()).toEqual([200, 200, 200, 200])
      const [first] = (await world.read(ownerKey, "/deposits"))["rows"] as ReadonlyArray<Row>
      expect(first).toMatchObject({ id })

      // Also where one of several accounts has nearly all of them.
      await grow(2_500, 8_000)
      const all =
        (await world.read(world.token, "/deposits?status=PENDING&to=" + new Date(now - day).toISOString()))["rows"]
      expect((all as ReadonlyArray<Row>).map(({ accountId }) => accountId)).toEqual([
        world.acme,
        world.acme,
        world.acme
      ])

      await grow(8_000, mostSubaccounts)
      for (const list of lists) {
        expectFailure(await world.ask(ownerKey, "GET", list), {
          status: 400,
          errorCode: "VALIDATION_FAILED",
          fields: ["subAccountId"]
        })
      }
      expect(await statuses(`?subAccountId=${String(first?.["subAccountId"])}`)).toEqual([200, 200, 200, 200])
      const found = await world.read(ownerKey, `/search?q=${externalId}`)
      expect((found["rows"] as ReadonlyArray<Row>).map((row) => row["id"])).toEqual([id])
      expect(await world.read(ownerKey, `/search?q=${"A".repeat(32)}`)).toMatchObject({ rows: [], isComplete: false })
    },
    60_000
  )
})
