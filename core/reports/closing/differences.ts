// The rows of a statement against those of the journal. A movement has one name on both sides; what has the same amount on both is
// settled, and everything else is a difference until the other side has it too. So what the two sides differ by on a day is exactly what is
// open at its end less what was open at its beginning.
import type { AssetCode } from "../../base/money/assets.ts"
import { type Closing, type ClosingKind, type ClosingLine, type Difference, closingKinds } from "./closing.ts"

/** A movement as one side has it. */
export interface ClosingRow {
  readonly name: string
  readonly kind: ClosingKind
  readonly asset: AssetCode
  /** Smallest units, positive for what came in. */
  readonly units: bigint
  readonly subject: string | null
}

/** Both sides of a day. */
export interface DaySides {
  readonly day: string
  readonly statement: ReadonlyArray<ClosingRow>
  readonly journal: ReadonlyArray<ClosingRow>
  /** The kinds that the statement has in full. */
  readonly compared: ReadonlySet<ClosingKind>
}

/** Differences that are kept: more are not of a place that is in order, and the oldest leave the list. */
const mostOpen = 500

const keyOf = ({ asset, name }: Pick<ClosingRow, "asset" | "name">): string => `${asset} ${name}`

/** By how much the statement is above the journal. */
export const netOf = ({ journal, statement }: Pick<Difference, "journal" | "statement">): bigint =>
  (statement ?? 0n) - (journal ?? 0n)

/** A day's lines and what is open at its end, from what was open at its beginning. */
export const compareSides = (
  before: ReadonlyArray<Difference>,
  sides: DaySides
): Pick<Closing, "lines" | "open" | "beyond"> => {
  const found = new Map(before.map((each) => [keyOf({ ...each, name: each.movement }), each]))
  const add = (side: "journal" | "statement", rows: ReadonlyArray<ClosingRow>) => {
    for (const row of rows) {
      if (!sides.compared.has(row.kind)) continue
      const { asset, kind, name: movement, subject, units } = row
      const known: Difference = found.get(keyOf(row)) ??
        { movement, kind, asset, subject, statement: null, journal: null, since: sides.day }
      // A PIX of more than its charge has two entries.
      found.set(keyOf(row), { ...known, subject: known.subject ?? subject, [side]: (known[side] ?? 0n) + units })
    }
  }
  add("statement", sides.statement)
  add("journal", sides.journal)
  const open = [...found.values()].filter(isOpen)
  const leaving = open.slice(0, Math.max(0, open.length - mostOpen))
  return {
    lines: linesOf(sides),
    open: open.slice(leaving.length),
    beyond: [...Map.groupBy(leaving, ({ asset }) => asset)].map(([asset, rows]) => ({
      asset,
      count: rows.length,
      units: rows.reduce((sum, row) => sum + netOf(row), 0n)
    }))
  }
}

const isOpen = ({ journal, statement }: Difference): boolean =>
  journal === null || statement === null || journal !== statement

const linesOf = ({ compared, journal, statement }: DaySides): ReadonlyArray<ClosingLine> => {
  const assets = [...new Set([...statement, ...journal].map(({ asset }) => asset))].toSorted()
  return assets.flatMap((asset) =>
    closingKinds.flatMap((kind): ReadonlyArray<ClosingLine> => {
      const sum = (rows: ReadonlyArray<ClosingRow>) => {
        const own = rows.filter((row) => row.asset === asset && row.kind === kind)
        return { count: own.length, units: own.reduce((total, { units }) => total + units, 0n) }
      }
      const line = { kind, asset, statement: compared.has(kind) ? sum(statement) : null, journal: sum(journal) }
      return (line.statement?.count ?? 0) + line.journal.count === 0 ? [] : [line]
    })
  )
}
