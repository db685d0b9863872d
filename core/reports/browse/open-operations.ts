// What is open of a kind, whenever it was made: read of what is owed about it, which the store lists for the whole plane in the
// order of ids. So a scope is picked out of it, and so many records are looked at, no more.
import { Effect } from "effect"
import { type OwedJob, Store } from "../../engine/store/store.ts"
import type { Scope } from "./newest-operations.ts"
import { type Browsed, type BrowsedOperation, browsedKinds } from "./row.ts"

/** Open records of a kind that one asking looks at. */
export const mostOpen = 5_000
const page = 1_000

/** The open operations of a scope, and whether these are all. */
export const openOf = Effect.fnUntraced(function*(kind: Browsed, { accountId, subAccountId }: Scope) {
  const store = yield* Store
  const operations: Array<BrowsedOperation> = []
  let looked = 0
  for (let after = ""; looked < mostOpen;) {
    const rows = yield* store.owing({ after: { kind, id: after }, limit: page, isDoubted: false })
    const ids = idsIn(rows, kind)
    const found = yield* store.ask(ids.map((id) => ({ by: "id", kind, id })))
    for (const { record } of found.flat()) {
      if (accountId !== undefined && record.owner !== accountId) continue
      const operation = browsedKinds[kind].read(record)
      if (subAccountId === undefined || operation.subAccountId === subAccountId) operations.push(operation)
    }
    looked += ids.length
    const last = rows.at(-1)
    if (last === undefined || last.kind !== kind || rows.length < page) return { operations, isAll: true }
    after = last.id
  }
  return { operations, isAll: false }
})

// A record is named once for each job that is owed about it; behind the last one stand those of other kinds.
const idsIn = (rows: ReadonlyArray<OwedJob>, kind: Browsed): ReadonlyArray<string> => [
  ...new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))
]
