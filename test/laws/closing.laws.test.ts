// What the two sides of a closing differ by on a day is what is open at its end less what was open at its beginning, whatever moves when.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import type { ClosingKind, Difference } from "../../core/reports/closing/closing.ts"
import { type ClosingRow, compareSides, netOf } from "../../core/reports/closing/differences.ts"

const kinds: ReadonlyArray<ClosingKind> = ["received", "sent", "returned", "other"]
const compared = new Set<ClosingKind>(["received", "sent", "returned"])

const row = fc.record({ id: fc.nat({ max: 12 }), kind: fc.constantFrom(...kinds), units: fc.bigInt(-5n, 5n) }).map((
  { id, kind, units }
): ClosingRow => ({ name: `${kind}/${id}`, kind, asset: id % 2 === 0 ? "BRL" : "USDT", units, subject: null }))
const rows = fc.array(row, { maxLength: 12 })
const daysOfRows = fc.array(fc.record({ statement: rows, journal: rows }), { minLength: 1, maxLength: 5 })

const sum = (units: ReadonlyArray<bigint>): bigint => units.reduce((total, each) => total + each, 0n)

it("nothing is lost and nothing is made between days", () => {
  fc.assert(fc.property(daysOfRows, (days) => {
    let open: ReadonlyArray<Difference> = []
    for (const [at, sides] of days.entries()) {
      const before = open
      const closed = compareSides(before, { day: `2026-11-${String(at + 10)}`, ...sides, compared })
      const differ = sum(
        closed.lines.map(({ journal, statement }) => statement === null ? 0n : statement.units - journal.units)
      )
      const opened = sum(closed.open.map(netOf)) - sum(before.map(netOf)) + sum(closed.beyond.map(({ units }) => units))
      expect(differ).toBe(opened)
      open = closed.open
    }
  }))
})

it("what both sides have by the last day with the same amounts is not open", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { selector: ({ name }) => name, maxLength: 12 }),
      fc.nat({ max: 3 }),
      (all, late) => {
        const day = (at: number) => `2026-11-${String(at + 10)}`
        const first = compareSides([], { day: day(0), statement: all, journal: [], compared })
        let open = first.open
        for (let at = 1; at <= late; at++) {
          open = compareSides(open, { day: day(at), statement: [], journal: [], compared }).open
        }
        expect(open.every(({ since }) => since === day(0))).toBe(true)
        expect(compareSides(open, { day: day(9), statement: [], journal: all, compared }).open).toEqual([])
      }
    )
  )
})

it("more differences than are kept leave the list with their sum, the oldest first", () => {
  const statement = Array.from({ length: 503 }, (_, n): ClosingRow => ({
    name: `received/${n}`,
    kind: "received",
    asset: "BRL",
    units: 1n,
    subject: null
  }))
  const { beyond, open } = compareSides([], { day: "2026-11-28", statement, journal: [], compared })
  expect(open).toHaveLength(500)
  expect(open[0]?.movement).toBe("received/3")
  expect(beyond).toEqual([{ asset: "BRL", count: 3, units: 3n }])
})
