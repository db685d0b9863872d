// The sandbox's operator token: made once beside the database, readable by its owner alone, and printed at every start.
import { statSync } from "node:fs"
import { expect, it } from "vitest"
import { sqliteDatabase, startProcess } from "../support/host.ts"
import { send } from "../support/http.ts"

it("is printed at the start, stays over restarts, and lies beside the database with mode 0600 §admin-token", async () => {
  const database = sqliteDatabase()
  const tokens: Array<string> = []
  for (let start = 0; start < 2; start++) {
    const host = await startProcess({ variables: { DATABASE_URL: database.url } })
    const token = /Operator\s+(\S+)/.exec(host.output().stdout)?.[1] ?? ""
    tokens.push(token)
    const { status } = await send(host.base, { path: "/admin/accounts", key: token })
    await host.stop()
    expect(status).toBe(200)
  }
  expect(tokens[0]).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  expect(tokens[1]).toBe(tokens[0])
  expect(statSync(`${database.path}.operator-token`).mode & 0o777).toBe(0o600)
})
