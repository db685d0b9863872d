// The audit sees what it has to see: nothing in the data of a service that worked, and each kind of violation, by its name
// and in words, once it is planted there.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sides } from "../../../../hosts/audit/books.ts"
import { actions, onJobs } from "../../../../hosts/audit/acts.ts"
import { decimalOf } from "../../../../hosts/audit/amounts.ts"
import { knownKinds } from "../../../../hosts/audit/bodies.ts"
import { variants } from "../../../../hosts/audit/event-bodies.ts"
import { tasks as auditedTasks } from "../../../../hosts/audit/references.ts"
import * as known from "../../../../hosts/audit/templates.ts"
import { verdictsText } from "../../../../hosts/audit/print.ts"
import { chart } from "../../../../core/engine/ledger/journal.ts"
import { EventName } from "../../../../core/engine/event/event.ts"
import * as movementTemplates from "../../../../core/engine/ledger/movement-templates.ts"
import * as payoutTemplates from "../../../../core/engine/ledger/payout-templates.ts"
import * as swapTemplates from "../../../../core/engine/ledger/swap-templates.ts"
import * as templates from "../../../../core/engine/ledger/templates.ts"
import * as walletTemplates from "../../../../core/engine/ledger/wallet-templates.ts"
import { printDecimal } from "../../../../core/base/money/decimal.ts"
import type { Units } from "../../../../core/base/money/units.ts"
import { tasks } from "../../../../hosts/worker/tasks.ts"
import { Sql, planted } from "./planted.ts"
import { plantedInWorld } from "./planted-world.ts"
import { auditProgram } from "../../../support/built.ts"
import { type Scene, auditOf, scene, tampered, withBooks } from "./scene.ts"

const run = (...words: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [auditProgram, ...words], { encoding: "utf8" })

const core = join(import.meta.dirname, "../../../../core")
const sources = () => globSync("**/*.ts", { cwd: core }).map((path) => readFileSync(join(core, path), "utf8"))

let played: Scene
beforeAll(async () => {
  played = await scene()
})
afterAll(() => played.remove())

const failed = (verdicts: Awaited<ReturnType<typeof auditOf>>): ReadonlyArray<string> =>
  verdicts.filter(({ violations }) => violations.length > 0).map(({ name }) => name)

describe("a data plane that the service made", () => {
  it("is clean, and everything was looked at", async () => {
    const verdicts = await auditOf(await withBooks(played.file))
    expect(verdicts.flatMap(({ violations }) => violations)).toEqual([])
    const own = new Set(planted.flatMap(({ found }) => found))
    expect(verdicts.filter(({ looked, name }) => own.has(name) && looked === 0)).toEqual([])
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
    expect(verdictsText(verdicts)).toMatch(says)
  })

  it("exists for every invariant", async () => {
    const names = (await auditOf(played.file)).map(({ name }) => name)
    const all = [...planted, ...plantedInWorld]
    expect(names.filter((name) => !all.some(({ found }) => found.includes(name)))).toEqual([])
  })
})

describe("the audit and the service", () => {
  it("agree on which side each kind of account has to stand", () => {
    const bounds = Object.entries(chart).map(([name, { bound }]) => [name, bound === "none" ? "any" : bound])
    expect(sides).toEqual(Object.fromEntries(bounds))
  })

  it("know the same entries", () => {
    const names = (...modules: ReadonlyArray<object>) => modules.flatMap((each) => Object.keys(each)).sort()
    expect([...known.depositTemplates].sort()).toEqual(names(templates))
    expect([...known.payoutTemplates].sort()).toEqual(names(payoutTemplates))
    expect([...known.spendingTemplates, ...known.mirrorTemplates].sort()).toEqual(names(walletTemplates))
    expect([...known.swapTemplates].sort()).toEqual(names(swapTemplates))
    const ofMovements = [
      known.feeTemplates,
      known.suspenseTemplates,
      known.reservationTemplates,
      known.levelTemplates,
      known.sweepTemplates
    ]
    expect(ofMovements.flat().sort()).toEqual(names(movementTemplates))
  })

  it("know the same events, tasks and actions of operators", () => {
    expect(Object.keys(variants).sort()).toEqual([...EventName.literals].sort())
    expect(Object.keys(auditedTasks).sort()).toEqual(Object.keys(tasks).sort())
    const written = sources().flatMap((text) =>
      [...text.matchAll(/\baction: "([\w.]+)"/g)].map(([, action = ""]) => action)
    )
    expect([...Object.keys(actions), ...onJobs].sort()).toEqual([...new Set(written)].sort())
  })

  it("know the same kinds of record", () => {
    const kinds = sources().flatMap((text) =>
      [...text.matchAll(/recordKind\(\{\s*kind: "(\w+)"/g)].map(([, kind = ""]) => kind)
    )
    expect(knownKinds.filter((kind) => !kind.startsWith("sandbox")).sort()).toEqual([...new Set(kinds)].sort())
  })

  it("write the same amounts", () => {
    for (const asset of ["BRL", "BRLA", "BRS", "USDT", "USDC", "BTC", "DEPIX"] as const) {
      for (const units of [0n, 1n, 10n, 2_350_000n, 100_000_000n, 123_456_789_012_345_678_901n]) {
        expect(decimalOf(asset, units)).toBe(printDecimal(asset, units as Units<typeof asset>))
      }
    }
  })
})

describe("the program", () => {
  it("ends with 0 for a clean data plane", () => {
    const { status, stdout } = run(`sqlite:${played.file}`)
    expect(stdout).toMatch(/\nClean: \d+ invariants hold\.\n$/)
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
    [[`sqlite:${auditProgram}`], /cannot be read: Error: file is not a database/],
    [["postgres://nobody:secret@127.0.0.1:1/none"], /the database cannot be read/]
  ])("ends with 2 for %j", (words, says) => {
    const { status, stderr, stdout } = run(...words)
    expect(stderr).toMatch(says)
    expect(stderr + stdout).not.toContain("secret")
    expect(status).toBe(2)
  })
})
