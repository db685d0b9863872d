// A page of a statement out of what its sources hold (C25). Pure: which stretches to read and count, and what they make.
// A page goes on below the last row that was shown, never by number, so rows that come in meanwhile neither repeat nor hide
// others; the number of the page is worked out from the rows before it.
import { mulDivFloor } from "../../base/money/units.ts"
import type { StatementSource } from "../../engine/resource/statement-source.ts"
import type { RawRecord, SpanPage } from "../../engine/store/store.ts"
import { justAfter, placeAt, placeOf } from "../../base/time/instant.ts"
import { type RowOf, rowsOf } from "./operation.ts"
import type { TimedSpan } from "./statement-block.ts"
import { type Cursor, printCursor } from "./statement-cursor.ts"
import type { StatementOrder } from "./statement-request.ts"

/** The lists that an operation can be in, with the rows that it is there. */
const rowsIn = { statement: 1, statementWithFee: 2 } as const

/** A list of one source within the window of a statement. */
interface StatementRange {
  readonly source: StatementSource
  readonly rows: number
  readonly whole: TimedSpan
  /** What is left of it for this page and those after it. */
  readonly rest: TimedSpan
}

/** The stretches of an order, for the statement of a subaccount. */
export const stretchesOf = (
  subAccountId: string,
  { cursor, from, to }: StatementOrder,
  sources: ReadonlyArray<StatementSource>
): ReadonlyArray<StatementRange> =>
  sources.flatMap((source) =>
    Object.entries(rowsIn).map(([list, rows]) => {
      const [first, below] = [placeAt(subAccountId, from), placeAt(subAccountId, to)]
      const whole = { kind: source.kind, list, from: first, below, since: from, until: to }
      return {
        source,
        rows,
        whole,
        rest: cursor === undefined
          ? whole
          // A cursor is of this window, or not to be trusted.
          : { ...whole, below: after(subAccountId, cursor), until: Math.min(to, cursor.createdAt) }
      }
    })
  )

// The place that the rows to come are below: that of the last operation, or just after it while its fee is to come.
const after = (subAccountId: string, { feeIsNext, ...operation }: Cursor): string => {
  const place = placeOf({ subAccountId, ...operation })
  return feeIsNext ? justAfter(place) : place
}

/** What to read for a page: enough of each stretch if all rows were of it, one that was begun, and one to know of more. */
export const pagesOf = (stretches: ReadonlyArray<StatementRange>, limit: number): ReadonlyArray<SpanPage> =>
  stretches.map(({ rest: { below, from, kind, list } }) => ({ kind, list, from, below, limit: limit + 2 }))

/** What to count: all stretches whole, then what is left of each. */
export const countsOf = (stretches: ReadonlyArray<StatementRange>): ReadonlyArray<TimedSpan> => [
  ...stretches.map(({ whole }) => whole),
  ...stretches.map(({ rest }) => rest)
]

/** What was read and counted. */
export interface StatementRows {
  readonly pages: ReadonlyArray<ReadonlyArray<RawRecord>>
  readonly counts: ReadonlyArray<number>
}

/** A row with the cursor of the rows after it. */
interface PlacedRow extends RowOf {
  readonly place: string
  readonly cursor: Cursor
}

/** The page. */
export const pageOf = (
  subAccountId: string,
  order: StatementOrder,
  stretches: ReadonlyArray<StatementRange>,
  { counts, pages }: StatementRows
) => {
  const { cursor, limit } = order
  const begun = cursor?.feeIsNext === true ? 1 : 0
  const found = stretches.flatMap(({ source }, index) =>
    (pages[index] ?? []).flatMap(({ body }) => placed(subAccountId, order, source, body))
  )
  // Sorting keeps the rows of one operation in their order.
  const rows = found.toSorted((a, b) => a.place < b.place ? 1 : a.place > b.place ? -1 : 0).slice(begun)
  const shown = rows.slice(0, limit)
  const total = countedRows(stretches, counts)
  const before = Math.max(0, total - countedRows(stretches, counts.slice(stretches.length)) + begun)
  const last = shown.at(-1)
  return {
    operations: shown.map(({ row }) => row),
    shown: shown.map(({ operation, row }): RowOf => ({ operation, row })),
    page: 1 + Number(mulDivFloor(BigInt(before), 1n, BigInt(limit))),
    pageSize: limit,
    total,
    nextCursor: last === undefined || rows.length <= limit ? null : printCursor(last.cursor)
  }
}

const placed = (
  subAccountId: string,
  { from, to }: StatementOrder,
  source: StatementSource,
  body: string
): ReadonlyArray<PlacedRow> => {
  const { operation, recordId: id } = source.read(body)
  const { createdAt } = operation
  const rows = rowsOf(operation)
  return rows.map((row, index) => ({
    row,
    operation,
    place: placeOf({ subAccountId, createdAt, id }),
    cursor: { from, to, createdAt, id, feeIsNext: index < rows.length - 1 }
  }))
}

const countedRows = (stretches: ReadonlyArray<StatementRange>, counts: ReadonlyArray<number>): number =>
  stretches.reduce((sum, { rows }, index) => sum + rows * (counts[index] ?? 0), 0)
