// GET /admin/journal: the journal of a civil month in São Paulo, a page at a time in its own order, as accountants and the regulator's
// totals need it. A month that is over reads the same whenever it is read (0227).
import { Effect } from "effect"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import { type BookedEntry, Store } from "../../engine/store/store.ts"
import type { AccountKindName } from "../../engine/ledger/journal.ts"
import { customersOf, unknownCustomer } from "./customers.ts"
import { rowsOfEntry } from "./journal-row.ts"
import { isInMonth, monthContext } from "./civil-month.ts"
import { operationOf } from "./operation-facts.ts"
import { operationsBehind } from "./operations-behind.ts"

export interface ExportJournal {
  /** `2026-11` */
  readonly month: string
  readonly cursor?: string | undefined
}

/** Entries of one page. */
const page = 200

/** One page of the rows of a month, with what all of it comes to by kind of account and asset. */
export const exportJournal = Effect.fnUntraced(function*({ cursor, month }: ExportJournal) {
  const list = `journal/${month}`
  const { first = 1n, isOver, last = 0n, sums } = yield* monthContext(month)
  const after = cursor === undefined ? first - 1n : yield* placeOf(list, cursor)
  const read = yield* Store.use((store) => store.journal({ after, limit: page }))
  const end = read.at(-1)?.place ?? last
  const shown = read.filter(({ at, place }) => place <= last && isInMonth(month, at))
  const totals = [...sums].map(([key, amount]) => totalView(key, amount)).toSorted(byName)
  return {
    month,
    isOver,
    isBalanced: isBalanced(sums),
    totals,
    rows: yield* rowsOf(shown),
    nextCursor: read.length === page && end < last ? yield* cursorAt(list, end) : null
  }
})

const rowsOf = Effect.fnUntraced(function*(entries: ReadonlyArray<BookedEntry>) {
  const operations = yield* operationsBehind(entries.map(({ source }) => source))
  const customers = yield* customersOf(operations.values())
  return entries.flatMap((entry) => {
    const operation = operations.get(operationOf(entry.source)?.id ?? "")
    return rowsOfEntry(entry, operation, customers.get(operation?.subAccountId ?? "") ?? unknownCustomer)
  })
})

const totalView = (key: string, amount: bigint) => {
  const [kind = "", asset = ""] = key.split(" ")
  return { kind: kind as AccountKindName, asset, amount: amount.toString() }
}

const isBalanced = (sums: ReadonlyMap<string, bigint>): boolean =>
  [...Map.groupBy(sums, ([key]) => key.slice(key.indexOf(" "))).values()]
    .every((rows) => rows.reduce((sum, [, amount]) => sum + amount, 0n) === 0n)

type Total = ReturnType<typeof totalView>

const byName = (a: Total, b: Total): number => `${a.asset} ${a.kind}` < `${b.asset} ${b.kind}` ? -1 : 1
