// GET /admin/journal: the journal of a civil month in São Paulo, a page at a time in its own order, as accountants and the regulator's
// totals need it. A month that is over reads the same whenever it is read (0227).
import { Effect } from "effect"
import { KycAttempts } from "../kyc/kyc-attempt.ts"
import { cursorAt, placeOf } from "../ports/cursor.ts"
import { type BookedEntry, type Question, Store } from "../ports/store.ts"
import type { AccountKindName } from "../ledger/journal.ts"
import { type Customer, rowsOfEntry } from "./journal-row.ts"
import { isInMonth, monthStanding } from "./month-standing.ts"
import { type OperationFacts, operationOf } from "./operation-facts.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"

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
  const { first = 1n, isOver, last = 0n, sums } = yield* monthStanding(month)
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
  const operations = yield* operationsOf(entries)
  const customers = yield* customersOf([...new Set([...operations.values()].map(({ subAccountId }) => subAccountId))])
  return entries.flatMap((entry) => {
    const operation = operations.get(operationOf(entry.source)?.id ?? "")
    return rowsOfEntry(entry, operation, customers.get(operation?.subAccountId ?? "") ?? unknown)
  })
})

const operationsOf = Effect.fnUntraced(function*(entries: ReadonlyArray<BookedEntry>) {
  const named = new Map(entries.flatMap(({ source }) => {
    const operation = operationOf(source)
    return operation === undefined ? [] : [[operation.id, operation] as const]
  }))
  const found = yield* Store.use((store) =>
    store.ask([...named.values()].map(({ id, kind }) => ({ by: "id", kind, id })))
  )
  return new Map(
    found.flat().flatMap(({ record }): ReadonlyArray<readonly [string, OperationFacts]> => {
      const facts = named.get(record.id)?.factsOf(record.body)
      return facts === undefined ? [] : [[record.id, facts]]
    })
  )
})

// What KYC approved of each customer, after which no attempt is possible, and where he is resident.
const customersOf = Effect.fnUntraced(function*(subAccountIds: ReadonlyArray<string>) {
  const questions = subAccountIds.flatMap((id): ReadonlyArray<Question> => [
    { by: "id", kind: Subaccounts.kind, id },
    { by: "list", page: { kind: KycAttempts.kind, list: "bySubAccount", value: id, limit: 1 } }
  ])
  const found = yield* Store.use((store) => store.ask(questions))
  return new Map(subAccountIds.map((id, index): readonly [string, Customer] => {
    const [holder] = found[index * 2] ?? []
    const [latest] = found[index * 2 + 1] ?? []
    const attempt = latest === undefined ? undefined : KycAttempts.decode(latest.record.body)
    return [id, {
      taxId: attempt?.status === "APPROVED" ? attempt.taxId : null,
      taxResidence: holder === undefined ? null : Subaccounts.decode(holder.record.body).taxResidence ?? null
    }]
  }))
})

const unknown: Customer = { taxId: null, taxResidence: null }

const totalView = (key: string, amount: bigint) => {
  const [kind = "", asset = ""] = key.split(" ")
  return { kind: kind as AccountKindName, asset, amount: amount.toString() }
}

const isBalanced = (sums: ReadonlyMap<string, bigint>): boolean =>
  [...Map.groupBy(sums, ([key]) => key.slice(key.indexOf(" "))).values()]
    .every((rows) => rows.reduce((sum, [, amount]) => sum + amount, 0n) === 0n)

type Total = ReturnType<typeof totalView>

const byName = (a: Total, b: Total): number => `${a.asset} ${a.kind}` < `${b.asset} ${b.kind}` ? -1 : 1
