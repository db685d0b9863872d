// The audit of payouts, Lightning invoices, wallets, transfers, swaps, disputes and identities: nothing is found in what the
// core made, and each kind of violation is, by its name and in words, once it is planted there.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { verdictsText } from "../../../../hosts/audit/print.ts"
import { WorldSql, plantedInWorld } from "./planted-world.ts"
import { auditOf, tampered } from "./scene.ts"
import { type WorldScene, worldScene } from "./world-scene.ts"

let played: WorldScene
beforeAll(async () => {
  played = await worldScene()
})
afterAll(() => played.remove())

describe("a data plane that the core made", () => {
  it("is clean, and everything of it was looked at", async () => {
    const verdicts = await auditOf(played.file)
    expect(verdicts.flatMap(({ violations }) => violations)).toEqual([])
    const own = new Set(plantedInWorld.flatMap(({ found }) => found))
    expect(verdicts.filter(({ looked, name }) => own.has(name) && looked === 0)).toEqual([])
  })

  it("is clean also where a restored store found what it had not sent", async () => {
    const sql = new WorldSql(played.ids)
    const where = `kind = 'movement' and id = 'pix/${sql.id("onBase")}'`
    const last = "history[#-1].on"
    expect(await foundIn(sql.unsent(where) + sql.set(last, "'found'", where))).toEqual([])
    // An operator may say so of one that was held.
    expect(await foundIn(sql.unsent(where) + sql.set("history[#-1].from", "'HELD'", where))).toEqual([])
  })
})

const foundIn = async (sql: string) =>
  (await auditOf(tampered(played.file, sql))).flatMap(({ violations }) => violations)

describe("a planted violation", () => {
  it.each(plantedInWorld)("is found: $what", async ({ found, says, sql }) => {
    const verdicts = await auditOf(tampered(played.file, sql(new WorldSql(played.ids))))
    const failed = verdicts.filter(({ violations }) => violations.length > 0).map(({ name }) => name)
    expect([...failed].sort()).toEqual([...found].sort())
    expect(verdictsText(verdicts)).toMatch(says)
  })
})
