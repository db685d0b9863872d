// The audit sees what it has to see: nothing in the data of a service that worked, and each kind of violation, by its name
// and in words, once it is planted there.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sides } from "../../../../hosts/audit/books.ts"
import { depositTemplates } from "../../../../hosts/audit/deposit-entries.ts"
import { asText } from "../../../../hosts/audit/print.ts"
import { chart } from "../../../../core/ledger/chart.ts"
import * as templates from "../../../../core/ledger/templates.ts"
import { Sql, planted } from "./planted.ts"
import { type Scene, auditOf, scene, tampered } from "./scene.ts"

const program = join(import.meta.dirname, "../../../../hosts/audit/main.ts")
const run = (...words: ReadonlyArray<string>) => spawnSync(process.execPath, [program, ...words], { encoding: "utf8" })

let played: Scene
beforeAll(async () => {
  played = await scene()
})
afterAll(() => played.remove())

const failed = (verdicts: Awaited<ReturnType<typeof auditOf>>): ReadonlyArray<string> =>
  verdicts.filter(({ violations }) => violations.length > 0).map(({ name }) => name)

describe("a data plane that the service made", () => {
  it("is clean, and everything was looked at", async () => {
    const verdicts = await auditOf(played.file)
    expect(verdicts.flatMap(({ violations }) => violations)).toEqual([])
    expect(verdicts.filter(({ looked }) => looked === 0)).toEqual([])
  })

  it("is not changed by the audit", async () => {
    const digest = () => createHash("sha256").update(readFileSync(played.file)).digest("hex")
    const before = digest()
    await auditOf(played.file)
    expect(digest()).toBe(before)
  })
})

describe("a planted violation", () => {
  it.each(planted)("is found: $what", async ({ found, says, sql }) => {
    const verdicts = await auditOf(tampered(played.file, sql(new Sql(played))))
    expect([...failed(verdicts)].sort()).toEqual([...found].sort())
    expect(asText("a copy", verdicts)).toMatch(says)
  })

  it("exists for every invariant", async () => {
    const names = (await auditOf(played.file)).map(({ name }) => name)
    expect(names.filter((name) => !planted.some(({ found }) => found.includes(name)))).toEqual([])
  })
})

describe("the audit and the service", () => {
  it("agree on which side each kind of account has to stand", () => {
    const bounds = Object.entries(chart).map(([name, { bound }]) => [name, bound === "none" ? "any" : bound])
    expect(sides).toEqual(Object.fromEntries(bounds))
  })

  it("know the same entries of a deposit", () => {
    const ofDeposits = Object.keys(templates).filter((name) => /^(?:deposit|surplus|returned|loss|fee)/.test(name))
    expect([...depositTemplates].sort()).toEqual(ofDeposits.sort())
  })
})

describe("the program", () => {
  it("ends with 0 for a clean data plane", () => {
    const { status, stdout } = run(`sqlite:${played.file}`)
    expect(stdout).toContain("Clean: nothing was found.")
    expect(status).toBe(0)
  })

  it("ends with 1 for a violation, and says it as JSON too", () => {
    const file = tampered(played.file, "update counter set value = 1")
    const { status, stdout } = run(`sqlite:${file}`, "--json")
    const report = JSON.parse(stdout) as {
      clean: boolean
      invariants: ReadonlyArray<{ name: string; violations: ReadonlyArray<object> }>
    }
    expect(report.clean).toBe(false)
    expect(report.invariants.filter(({ violations }) => violations.length > 0).map(({ name }) => name)).toEqual([
      "storage-sound"
    ])
    expect(status).toBe(1)
  })

  it.each([
    [[], /one database url is needed\n\nusage: npm run audit/],
    [["sqlite:a", "sqlite:b"], /one database url is needed/],
    [["--help"], /usage: npm run audit/],
    [["mysql://x"], /the address must be sqlite:PATH or postgres/],
    [["memory:"], /cannot be read from outside its process/],
    [["sqlite:/nowhere/plane.db"], /there is no file \/nowhere\/plane.db/],
    [[`sqlite:${program}`], /cannot be read: Error: file is not a database/],
    [["postgres://nobody:secret@127.0.0.1:1/none"], /the database cannot be read/]
  ])("ends with 2 for %j", (words, says) => {
    const { status, stderr, stdout } = run(...words)
    expect(stderr).toMatch(says)
    expect(stderr + stdout).not.toContain("secret")
    expect(status).toBe(2)
  })
})
