// The exported journal: every posting of a month once, in the order of the journal, what it comes to, what it lacks, and the files
// byte for byte.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect, Layer } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exportJournal } from "../../../../core/reports/books/export-journal.ts"
import {
  journalCsvHead,
  journalCsvRow,
  journalJsonRow,
  lackingCsvHead,
  lackingCsvRows
} from "../../../../core/reports/books/journal-csv.ts"
import type { JournalRow } from "../../../../core/reports/books/journal-row.ts"
import { type AssetCode, assets } from "../../../../core/base/money/assets.ts"
import { bookAt } from "../../../support/books.ts"
import { planes } from "../../../support/planes.ts"
import { ManualClock } from "../../../support/ports.ts"
import { secretsOfTests } from "../../../support/secrets.ts"
import { startOfTests } from "../../../support/world.ts"
import { order, payer } from "../../payments/payout/payouts.ts"

const hour = 3_600_000

/** Every row of a month, with the last page. */
const wholeMonth = Effect.fnUntraced(function*(month: string) {
  const rows: Array<JournalRow> = []
  for (let cursor: string | undefined;;) {
    const page = yield* exportJournal({ month, cursor })
    rows.push(...page.rows)
    if (page.nextCursor === null) return { ...page, rows }
    cursor = page.nextCursor
  }
})

const units = (asset: string, decimal: string | null): bigint => {
  const [whole = "0", fraction = ""] = (decimal ?? "0").split(".")
  return BigInt(whole + fraction.padEnd(assets[asset as AssetCode].decimals, "0"))
}

/** What rows come to, by kind of account and asset. */
const sumsOf = (rows: ReadonlyArray<JournalRow>) => {
  const sums = new Map<string, bigint>()
  for (const { asset, credit, debit, ledgerAccount } of rows) {
    const key = `${ledgerAccount.split("/")[0]} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + units(asset, debit) - units(asset, credit))
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `${key} ${sum}`).toSorted()
}

const totalsOf = (totals: ReadonlyArray<{ kind: string; asset: string; amount: string }>) =>
  totals.map(({ amount, asset, kind }) => `${kind} ${asset} ${amount}`).toSorted()

/** A month with a deposit whose payer has a dangerous name, and a payout. */
const aMonth = async () => {
  const by = await payer()
  const { caller, world } = by
  const deposit = await world.deposit(caller, {
    purpose: "savings",
    walletOwner: "self",
    walletProof: "signed_message",
    counterpartyName: "@first",
    counterpartyCountry: "BRA"
  })
  const endToEndId = "E1234567820260301000000000000001"
  const from = { name: "=HYPERLINK(\"http://x\")", taxId: "52998224725" }
  await world.provider("TICKET", {
    type: "DEPOSIT-SUCCESS",
    ticket: { id: deposit.trackId, endToEndId, payer: from }
  })
  await order(by)
  await world.work()
  world.advance(31 * 24 * hour)
  return world
}

const golden = (name: string): string => readFileSync(join(import.meta.dirname, "golden", name), "utf8")

describe("the journal of a month", () => {
  it("is what the golden files have, byte for byte and as often as it is asked §journal-export §journal-lacking", async () => {
    const world = await aMonth()
    const { isOver, rows } = await world.run(wholeMonth("2026-02"))
    const files = (of: ReadonlyArray<JournalRow>) => ({
      csv: journalCsvHead + of.map(journalCsvRow).join(""),
      json: of.map(journalJsonRow).join(""),
      lacking: lackingCsvHead + of.map(lackingCsvRows).join("")
    })
    expect(isOver).toBe(true)
    const first = files(rows)
    await expect(first.csv).toMatchFileSnapshot(join(import.meta.dirname, "golden", "journal-2026-02.csv"))
    await expect(first.json).toMatchFileSnapshot(join(import.meta.dirname, "golden", "journal-2026-02.jsonl"))
    await expect(first.lacking).toMatchFileSnapshot(join(import.meta.dirname, "golden", "lacking-2026-02.csv"))
    expect(files((await world.run(wholeMonth("2026-02"))).rows)).toEqual(first)
    // Midnight of 1 March in UTC, which is the evening before in São Paulo.
    expect((await world.run(wholeMonth("2026-03"))).rows).toEqual([])
    await world.close()
  })

  it("writes no cell that a spreadsheet would take for a formula §journal-export", () => {
    const cells = golden("journal-2026-02.csv").split(/[,\r\n]/)
    expect(cells.filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([])
    expect(golden("journal-2026-02.csv")).toContain("'=HYPERLINK")
  })

  it("refuses what is no month, and one to come §journal-export", async () => {
    const world = await aMonth()
    for (const month of ["2026-13", "2026-3x", "2999-01"]) {
      expect(await world.refusal(exportJournal({ month }))).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "month" }]
      })
    }
    await world.close()
  })

  it("has every posting once in its own month, and comes to the kept totals, late entries included §journal-export", async () => {
    const drawn = fc.array(
      fc.record({ hoursAgo: fc.integer({ min: 0, max: 24 * 70 }), cents: fc.bigInt({ min: 1n, max: 1_000n }) }),
      { minLength: 1, maxLength: 12 }
    )
    const services = Layer.merge(planes.memory, secretsOfTests())
    await fc.assert(
      fc.asyncProperty(drawn, (booked) =>
        Effect.runPromise(
          Effect.gen(function*() {
            for (const [n, { cents, hoursAgo }] of booked.entries()) {
              yield* bookAt(n, startOfTests - hoursAgo * hour, cents)
            }
            const months = yield* Effect.forEach(["2025-12", "2026-01", "2026-02"], wholeMonth)
            for (const { isBalanced, rows, totals } of months) {
              expect(sumsOf(rows)).toEqual(totalsOf(totals))
              expect(isBalanced).toBe(true)
            }
            const entries = months.flatMap(({ rows }) => rows).map(({ entryId, line }) => `${entryId} ${line}`)
            expect(entries.toSorted()).toEqual(booked.flatMap((_, n) => [`books/${n} 1`, `books/${n} 2`]).toSorted())
          }).pipe(Effect.provide(services), Effect.provideService(Clock.Clock, new ManualClock(startOfTests)))
        )),
      { numRuns: 50 }
    )
  })

  it("goes on page by page where a month has more entries than one holds §journal-export", async () => {
    const { pages, rows } = await Effect.runPromise(
      Effect.gen(function*() {
        for (let n = 0; n < 450; n++) yield* bookAt(n, startOfTests - (n % 2) * 40 * 24 * hour, 1n)
        const first = yield* exportJournal({ month: "2026-02" })
        return { pages: first, rows: (yield* wholeMonth("2026-02")).rows }
      }).pipe(
        Effect.provide(Layer.merge(planes.memory, secretsOfTests())),
        Effect.provideService(Clock.Clock, new ManualClock(startOfTests))
      )
    )
    expect(pages.nextCursor).not.toBeNull()
    expect(rows).toHaveLength(450)
  })
})
