// What the doctor makes of what it sees, at the edges of each judgement.
import { chmodSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { lookAtPostgres, lookAtSqlite } from "../../../hosts/cli/doctor/database.ts"
import {
  databaseFindings,
  diskFinding,
  nodeFinding,
  portFinding,
  secretsFinding,
  sharedFinding,
  variableFinding
} from "../../../hosts/cli/doctor/here.ts"
import { deliveryFinding, skewFinding } from "../../../hosts/cli/doctor/service.ts"
import { migrate, migrations } from "../../../adapters/postgres/migrate.ts"
import { textOf } from "../../../hosts/http/pages/docs/files.ts"
import { scratch } from "../../support/host.ts"
import { describePostgres, freshDatabase } from "../../support/postgres.ts"

const there = (migrations: number) => ({ _tag: "There" as const, migrations, rows: 0, aheadMs: undefined })

describe("§cli-doctor", () => {
  it.each([["23.11.0", "problem"], ["24.0.0", "ok"], ["26.1.2", "ok"]])(
    "node %s: %s",
    (version, state) => expect(nodeFinding(version).state).toBe(state)
  )

  it.each([
    [0, "ok"],
    [29_499, "ok"],
    [-29_499, "ok"],
    [29_500, "warning"],
    [-299_499, "warning"],
    [299_500, "problem"],
    [-300_000, "problem"]
  ])("clocks %d ms apart: %s", (difference, state) => expect(skewFinding("clock", difference).state).toBe(state))

  it.each([[0, "warning"], [4, "warning"], [5, "ok"], [6, "problem"]])(
    "%d of 5 migrations: %s",
    (found, state) =>
      expect(databaseFindings("x.db", there(found), 5, "DATABASE_URL").map((each) => each.state)).toEqual([state])
  )

  it("a variable that is wrong, with the page that lists it", () => {
    const { remedy } = variableFinding({ variable: "PORT", message: "must be a port" })
    const [page = ""] = /hosts\/docs\/\S+\.md/.exec(remedy ?? "") ?? []
    expect(textOf(page)).toContain("`PORT`")
  })

  it("a database that is not there, that is none, and a server that is away", async () => {
    expect(lookAtSqlite(join(scratch(), "none.db"))).toEqual({ _tag: "Absent" })
    const text = join(scratch(), "text.db")
    writeFileSync(text, "this is no database".repeat(100))
    expect(lookAtSqlite(text)).toMatchObject({ _tag: "Unreachable" })
    expect(await lookAtPostgres("postgres://u:geheim@127.0.0.1:1/x")).toMatchObject({ _tag: "Unreachable" })
    for (const look of [{ _tag: "Absent" as const }, { _tag: "Unreachable" as const, reason: "gone" }]) {
      expect(databaseFindings("x.db", look, 5, "DATABASE_URL").every(({ remedy }) => remedy !== undefined)).toBe(true)
    }
  })

  it.each([
    ["nothing that has ended", ["PENDING"], 0],
    ["one that was taken", ["EXHAUSTED", "DELIVERED"], 0],
    ["all of them given up", ["PENDING", "EXHAUSTED", "EXHAUSTED"], 1],
    ["one that was taken long ago", [...Array.from({ length: 5 }, () => "EXHAUSTED"), "DELIVERED"], 1]
  ])("deliveries of a webhook: %s", (_, states, findings) => {
    const attempts = [{ at: "2026-01-01T00:00:00.000Z", status: 400, problem: "answered 400" }]
    const rows = states.map((state) => ({ eventId: "evt_1", state, attempts }))
    const found = deliveryFinding({ webhookId: "whk_1", url: "https://shop.example/hook" }, rows)
    expect(found).toHaveLength(findings)
    for (const { found: text, remedy, state } of found) {
      expect([state, remedy]).toEqual(["warning", expect.stringContaining("pontepay replay evt_1/whk_1")])
      expect(text).toContain("answered 400")
    }
  })

  it("a database file that others may read", () => {
    const path = join(scratch(), "plane.db")
    expect(sharedFinding(path)).toEqual([])
    writeFileSync(path, "x", { mode: 0o600 })
    expect(sharedFinding(path)).toEqual([])
    chmodSync(path, 0o644)
    expect(sharedFinding(path)).toMatchObject([{ state: "warning", remedy: `chmod 600 ${path}` }])
  })

  it("secrets that others may read, and a port that is taken", async () => {
    const place = join(scratch(), "plane.db")
    expect(secretsFinding(place).state).toBe("warning")
    writeFileSync(`${place}.operator-token`, "x", { mode: 0o600 })
    expect(secretsFinding(place).state).toBe("ok")
    chmodSync(`${place}.operator-token`, 0o644)
    expect(secretsFinding(place)).toMatchObject({
      state: "problem",
      remedy: expect.stringMatching(/^chmod 600 /) as unknown
    })
    expect(diskFinding(place).state).toBe("ok")
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    expect((await portFinding("127.0.0.1", port)).found).toMatch(/is in use/)
    server.close()
    expect((await portFinding("203.0.113.1", 0)).state).toBe("problem")
  })
})

await describePostgres("§cli-doctor on Postgres", () => {
  it("tells a database that is as this version has it from one that never was, or is behind", async () => {
    const url = await freshDatabase()
    const states = async () => databaseFindings("x", await lookAtPostgres(url), migrations.length, "DATABASE_URL")[0]
    expect(await states()).toMatchObject({ state: "warning", found: "reachable, and never migrated" })
    await migrate(url)
    expect(await states()).toMatchObject({ state: "ok", found: `reachable, ${migrations.length} migrations` })
    const client = new Client(url)
    await client.connect()
    await client.query("delete from pontepay.migrations where name = (select max(name) from pontepay.migrations)")
    await client.end()
    expect(await states()).toMatchObject({
      state: "warning",
      found: `1 of ${migrations.length} migrations are missing`
    })
  })
})
