// A restore with each rail that is built in: real adapters before stand-ins of providers, nodes and chains, on SQLite and PostgreSQL.
// Deliveries on chains, and chains beside PostgreSQL, are played in the deep tier alone.
import { describe, expect, it } from "vitest"
import { textOf } from "../../hosts/http/pages/docs/files.ts"
import { isDeep } from "../support/depth.ts"
import { describePostgres } from "../support/postgres.ts"
import { delivered, spent } from "./restored/chains.ts"
import { type Data, postgresData, sqliteData } from "./restored/data.ts"
import { payments } from "./restored/payments.ts"
import { type Rail, restores } from "./restored/play.ts"

const played = async (open: () => Promise<Rail>, data: Data): Promise<number> => {
  const rail = await open()
  try {
    return await restores(rail, data)
  } finally {
    await rail.close()
  }
}

const chains = { ...spent, ...delivered }

it("ends in what the guide tells an operator to work off", () => {
  const guide = textOf("hosts/docs/operations.md")
  const held = ["`notLookedUp`", "`alikeWasSent`", "`mayStillLand`"]
  expect(held.filter((code) => !guide.includes(code))).toEqual([])
})

describe("on SQLite a restore sends nothing twice and loses nothing", () => {
  const rails = Object.entries({ ...payments, ...(isDeep ? chains : spent) })
  it.each(rails)("%s", async (_, open) => expect(await played(open, sqliteData())).toBe(5))
})

await describePostgres("on PostgreSQL a restore sends nothing twice and loses nothing", () => {
  const rails = Object.entries({ ...payments, ...(isDeep ? chains : {}) })
  it.each(rails)("%s", async (_, open) => expect(await played(open, await postgresData())).toBe(5))
})
