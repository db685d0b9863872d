// What the dashboard reads: lists with filters and cursors, search, a record's page as its owner may read it, statements as files
// that others can read back, plots, and the books at an instant.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Clock, Effect } from "effect"
import { bookAt } from "../support/books.ts"
import { eventually } from "../support/host.ts"
import { expectFailure } from "../support/http.ts"
import { type DashboardWorld, openDashboard, ownerKey, prefix, strangerKey } from "./dashboard-world.ts"

type Row = Readonly<Record<string, unknown>>

const rowsIn = (data: Record<string, unknown>): ReadonlyArray<Row> => data["rows"] as ReadonlyArray<Row>

const worded = (value: unknown): string => typeof value === "string" ? value : ""
const sorted = (all: ReadonlyArray<string | undefined>) => all.toSorted((a = "", b = "") => a < b ? -1 : 1)

/** Lines of RFC 4180, quotes undone. */
const csvLines = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines: Array<Array<string>> = []
  let line: Array<string> = []
  for (const [, quoted, plain = "", end = ""] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted === undefined ? plain : quoted.replaceAll("\"\"", "\""))
    if (end === ",") continue
    lines.push(line)
    line = []
  }
  return lines
}

describe("what the dashboard reads", () => {
  let world: DashboardWorld
  let paid: { readonly id: string; readonly externalId: string }
  let pending: { readonly id: string; readonly externalId: string }
  beforeAll(async () => {
    world = await openDashboard()
    pending = await world.deposit()
    paid = await world.paidDeposit()
    await world.paidDeposit(strangerKey)
    await world.until("deposits", paid.id, "COMPLETED")
  })
  afterAll(() => world.close())

  const file = async (key: string, query: string) => {
    const response = await fetch(`${world.host.base}${prefix}/statement/export?${query}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    return { response, text: await response.text() }
  }

  it("lists the newest first, of one owner or of all, and filters §dashboard-lists", async () => {
    const mine = rowsIn(await world.read(ownerKey, "/deposits"))
    expect(mine.map(({ id }) => id)).toEqual([paid.id, pending.id])
    expect(mine[0]).toMatchObject({
      kind: "deposit",
      recordId: paid.id,
      accountId: world.acme,
      status: "COMPLETED",
      isFinal: true,
      valueBrl: "50.00",
      feeBrl: "1.25",
      externalId: paid.externalId
    })
    expect(mine[1]).toMatchObject({ status: "PENDING", isFinal: false, txHash: null })
    expect(rowsIn(await world.read(world.token, "/deposits"))).toHaveLength(3)
    expect(rowsIn(await world.read(world.token, `/deposits?accountId=${world.acme}`))).toHaveLength(2)
    expect(rowsIn(await world.read(ownerKey, "/deposits?status=PENDING")).map(({ id }) => id)).toEqual([pending.id])
    expect(rowsIn(await world.read(ownerKey, "/deposits?asset=DEPIX"))).toEqual([])
    expect(rowsIn(await world.read(ownerKey, "/deposits?to=2020-01-01"))).toEqual([])
    // The last is a day that its month does not have.
    for (const day of ["yesterday", "2026-02-31"]) {
      expectFailure(await world.ask(ownerKey, "GET", `/deposits?from=${day}`), {
        status: 400,
        errorCode: "VALIDATION_FAILED",
        fields: ["from"]
      })
    }
    expectFailure(await world.ask(ownerKey, "GET", "/deposits?cursor=x"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["cursor"]
    })
  })

  it("goes on below a cursor, through all subaccounts, each row once §dashboard-lists", async () => {
    const made: Array<string> = []
    for (let n = 0; n < 60; n++) made.push((await world.deposit(strangerKey)).id)
    const first = await world.read(strangerKey, "/deposits")
    const second = await world.read(strangerKey, `/deposits?cursor=${String(first["nextCursor"])}`)
    const ids = [...rowsIn(first), ...rowsIn(second)].map(({ id }) => id)
    expect(rowsIn(first)).toHaveLength(50)
    expect(second["nextCursor"]).toBeNull()
    expect(ids.slice(0, 60)).toEqual(made.toReversed())
    expect(new Set(ids).size).toBe(61)
    // The operator's list holds both owners' rows in one order.
    const all = rowsIn(await world.read(world.token, "/deposits"))
    expect(all.map(({ createdAt }) => String(createdAt))).toEqual(
      all.map(({ createdAt }) => String(createdAt)).toSorted().toReversed()
    )
  }, 60_000)

  it("finds by our id, the caller's and the world's, and nothing of others §dashboard-search", async () => {
    const [row] = rowsIn(await world.read(ownerKey, `/search?q=${paid.id}`))
    for (const q of [paid.externalId, String(row?.["endToEndId"]), String(row?.["txHash"]).toUpperCase()]) {
      expect([q, rowsIn(await world.read(world.token, `/search?q=${q}`)).map(({ id }) => id)]).toEqual([q, [paid.id]])
      expect([q, rowsIn(await world.read(strangerKey, `/search?q=${q}`))]).toEqual([q, []])
    }
    const account = await world.read(world.token, `/search?q=${world.acme}`)
    expect(account["others"]).toEqual([{ kind: "account", id: world.acme, accountId: world.acme, name: "acme" }])
  })

  it("explains to an owner what is his, tax numbers masked and the operator's notes left out §dashboard-explain", async () => {
    const { id } = await world.deposit()
    const payer = { name: "Ana", taxId: "11144477735" }
    await world.write(ownerKey, `/sandbox/deposits/${id}/pay`, { payer })
    await world.until("deposits", id, "COMPLETED")
    const asOperator = await world.read(world.token, `/admin/explain/${id}`)
    const asOwner = await world.read(ownerKey, `/admin/explain/${id}`)
    expect(JSON.stringify(asOperator)).toContain(payer.taxId)
    expect(JSON.stringify(asOwner)).not.toContain(payer.taxId)
    expect(asOwner["record"]).toMatchObject({ payer: null })
    expect(asOwner).toMatchObject({ kind: "deposit", reviews: [], jobs: [] })
    expect(asOwner["postings"]).toEqual(asOperator["postings"])
    expect((asOwner["timeline"] as ReadonlyArray<Row>).map(({ what }) => what)).toContain("booked depositReceived")
  })

  it("exports a statement as CSV that reads back as its rows §dashboard-csv", async () => {
    const { operations } = await world.read(ownerKey, "/statement")
    const { response, text } = await file(ownerKey, "format=csv")
    expect(response.headers.get("content-type")).toMatch(/^text\/csv/)
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="statement-sub_.*\.csv"$/)
    const [head = [], ...lines] = csvLines(text)
    const read = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ""])))
    const rows = (operations as ReadonlyArray<Row>).map((row) =>
      Object.fromEntries(head.map((name) => [name, row[name] === null ? "" : worded(row[name])]))
    )
    expect(read).toEqual(rows)
    expect(read.length).toBeGreaterThan(3)
  })

  it("exports all pages of a window, and the same as OFX that adds up §dashboard-ofx", async () => {
    const { text: csv } = await file(strangerKey, "format=csv")
    // 60 unpaid ones and one that was paid, each with its fee.
    expect(csvLines(csv)).toHaveLength(1 + 2 * 61)
    await eventually(async () => (await file(strangerKey, "format=ofx")).text, (text) => text.includes("<STMTTRN>"))
    const { response, text } = await file(strangerKey, "format=ofx")
    expect(response.headers.get("content-type")).toBe("application/x-ofx")
    expect(text).toMatch(/^<\?xml [^>]*\?>\n<\?OFX OFXHEADER="200" VERSION="220" /)
    const open = [...text.matchAll(/<([A-Z0-9]+)>/g)].map(([, name]) => name)
    const close = [...text.matchAll(/<\/([A-Z0-9]+)>/g)].map(([, name]) => name)
    expect(sorted(open)).toEqual(sorted(close))
    const amounts = [...text.matchAll(/<TRNAMT>(-?[\d.]+)<\/TRNAMT>/g)].map(([, amount]) => Number(amount))
    expect(amounts.toSorted((a, b) => a - b)).toEqual([-1.25, 50])
    expect(text).toContain("<BALAMT>48.75</BALAMT>")
    expect(text).toMatch(/<FITID>dep_[0-9a-f]+\/fee<\/FITID>/)
  })

  it("refuses an export before it begins as it refuses anything §dashboard-csv", async () => {
    expectFailure(await world.ask(ownerKey, "GET", "/statement/export?format=pdf"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["format"]
    })
    expectFailure(await world.ask(world.token, "GET", "/statement/export?format=csv"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["subAccountId"]
    })
  })

  it("plots what was done in a window, and how old the rest is §dashboard-series", async () => {
    const series = await world.read(ownerKey, "/series?by=hour")
    const points = series["points"] as ReadonlyArray<Record<string, number | string>>
    expect(points).toHaveLength(25 - (points.length === 24 ? 1 : 0))
    expect(points.reduce((sum, { count }) => sum + Number(count), 0)).toBe(3)
    expect(points.reduce((sum, { succeeded }) => sum + Number(succeeded), 0)).toBe(2)
    expect(points.reduce((sum, { volumeBrl }) => sum + Number(volumeBrl), 0)).toBe(100)
    expect(points.reduce((sum, { feeBrl }) => sum + Number(feeBrl), 0)).toBe(2.5)
    expect(series["isComplete"]).toBe(true)
    const [deposits] = series["pending"] as ReadonlyArray<Row>
    expect(deposits).toMatchObject({ kind: "deposit", underMinute: 1, older: 0 })
    expectFailure(await world.ask(ownerKey, "GET", "/series?by=hour&from=2020-01-01"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["from"]
    })
  })

  it("previews a refund, and refuses one of a state that has changed §dashboard-refund", async () => {
    const id = await world.payout(ownerKey, "maria@example.com")
    await world.until("payouts", id, "COMPLETED")
    const before = await world.read(world.token, `/admin/payouts/${id}/refund`)
    expect(before).toMatchObject({ kind: "payout", id, status: "COMPLETED", problem: null })
    expect(before["moves"]).toHaveLength(1)
    const entries = before["entries"] as ReadonlyArray<{ template: string; postings: ReadonlyArray<Row> }>
    expect(entries.map(({ template }) => template)).toEqual(["paidPayoutRefunded"])
    const refuse = (preview: unknown) => world.ask(world.token, "POST", `/admin/payouts/${id}/refund`, { preview })
    expectFailure(await refuse("another"), { status: 409, errorCode: "STATE_CONFLICT" })
    await world.write(ownerKey, `/sandbox/payouts/${id}/move`, { outcome: "reverse" })
    await world.until("payouts", id, "REFUNDED")
    expectFailure(await refuse(before["preview"]), { status: 409, errorCode: "STATE_CONFLICT" })
    const nothing = await world.read(world.token, `/admin/payouts/${id}/refund`)
    expect(nothing).toMatchObject({ moves: [], entries: [] })
    expect(nothing["problem"]).toMatch(/nothing to give back/)
  }, 20_000)

  it("moves and books what the preview of a refund said §dashboard-refund", async () => {
    const id = await world.payout(ownerKey, "maria@example.com")
    await world.until("payouts", id, "COMPLETED")
    const { entries, preview } = await world.read(world.token, `/admin/payouts/${id}/refund`)
    const explain = async () =>
      (await world.read(world.token, `/admin/explain/${id}`))["postings"] as ReadonlyArray<Record<string, string>>
    const booked = (await explain()).length
    await world.write(world.token, `/admin/payouts/${id}/refund`, { preview })
    const postings = await eventually(explain, (lines) => lines.length > booked)
    const expected = (entries as ReadonlyArray<{ postings: ReadonlyArray<Row> }>).flatMap((each) => each.postings)
    expect(postings.slice(booked).map(({ account, amount, asset }) => ({ account, asset, amount }))).toEqual(expected)
    // Whose action it was is the operator's to know.
    const actions = async (key: string) =>
      ((await world.read(key, `/admin/explain/${id}`))["timeline"] as ReadonlyArray<Row>).map(({ what }) => what)
    expect(await actions(world.token)).toContain("payout.refund")
    expect(await actions(ownerKey)).not.toContain("payout.refund")
    expect(await actions(ownerKey)).toContain("booked paidPayoutRefunded")
  }, 20_000)
})

describe("the books at an instant", () => {
  let world: DashboardWorld
  beforeAll(async () => {
    world = await openDashboard(false)
  })
  afterAll(() => world.close())

  const hour = 3_600_000
  const day = 24 * hour

  it("are at each hour the sum of everything booked before §dashboard-trial-balance", async () => {
    const now = await world.host.inSandbox(Clock.currentTimeMillis)
    // Months, days and hours back, and not in their order.
    const booked = [400, 70, 45, 33, 2.5, 31, 1.2, 0.9, 1.1, 0.5, 0.2].map((days, n) => ({
      at: Math.floor(now - days * day),
      units: BigInt(n + 1) * 7n
    }))
    await world.host.inSandbox(
      Effect.forEach(booked, ({ at, units }, n) => bookAt(n, at, units, world.acme))
    )
    for (const days of [401, 399, 69.5, 40, 32, 20, 2.4, 1.15, 1.05, 0.7, 0.3, 0.1]) {
      const at = Math.floor(now - days * day)
      const floor = at - at % hour
      const expected = booked.filter((each) => each.at < floor).reduce((sum, { units }) => sum + units, 0n)
      const balance = await world.read(world.token, `/admin/books?at=${new Date(at).toISOString()}`)
      const assets = balance["assets"] as ReadonlyArray<{ sum: string; kinds: ReadonlyArray<Row> }>
      const held = assets.flatMap(({ kinds }) => kinds).find(({ kind }) => kind === "pix-settlement")
      expect([days, worded(held?.["balance"] ?? "0")]).toEqual([days, expected.toString()])
      expect(balance).toMatchObject({ at: new Date(floor).toISOString(), isBalanced: true, isComplete: true })
      expect(balance["since"]).toBe(new Date(booked[0]?.at ?? 0).toISOString())
    }
    const books = await world.read(world.token, "/admin/books")
    const total = booked.reduce((sum, { units }) => sum + units, 0n)
    expect(JSON.stringify(books["assets"])).toContain(`"balance":"${total}"`)
  })

  it("has none of the future §dashboard-trial-balance", async () => {
    expectFailure(await world.ask(world.token, "GET", "/admin/books?at=2999-01-01"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["at"]
    })
  })
})
