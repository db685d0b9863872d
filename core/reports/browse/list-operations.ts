// Operations of a kind, the newest first, of one subaccount, one account or all of them (decision 0133). A filter looks past
// so many rows at once; the page then ends with a cursor to go on from, though it may be short.
import { Effect } from "effect"
import { instantIn } from "../../base/errors/instant-field.ts"
import { limits } from "../../base/limits/limits.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import {
  type Scope,
  accountsIn,
  cursorOfPlace,
  listOf,
  newestListed,
  newestOf,
  placeIn,
  placeOfCursor,
  subaccountsIn
} from "./newest-operations.ts"
import { type Browsed, type BrowsedOperation, browsedKinds, rowView } from "./row.ts"

interface Filter {
  readonly status?: string | undefined
  readonly asset?: string | undefined
}

export interface ListOperations extends Scope, Filter {
  readonly kind: Browsed
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** Rows that a page looks at, at the most. */
const scanned = 1_000

/** A row with the cursor that goes on below it. */
interface FoundRecord {
  readonly raw: RawRecord
  readonly cursor: string
}

/** One page. */
export const listOperations = Effect.fnUntraced(function*({ cursor, from, kind, to, ...asked }: ListOperations) {
  const stretch = { from: (yield* instantIn("from", from)) ?? 0, to: (yield* instantIn("to", to)) ?? latest }
  const read = yield* sourceOf(kind, asked, stretch)
  const size = limits.eventPage
  const isFiltered = asked.status !== undefined || asked.asset !== undefined || browsedKinds[kind].listed.by !== "time"
  const batch = isFiltered ? size * 4 : size + 1
  const shown: Array<{ readonly row: ReturnType<typeof rowView>; readonly cursor: string }> = []
  let below = cursor
  for (let looked = 0; looked < scanned && shown.length <= size;) {
    const rows = yield* read(below, batch)
    for (const { cursor: place, raw } of rows) {
      const operation = browsedKinds[kind].read(raw)
      const isIn = operation.createdAt >= stretch.from && operation.createdAt < stretch.to &&
        (asked.accountId === undefined || operation.accountId === asked.accountId) &&
        (asked.subAccountId === undefined || operation.subAccountId === asked.subAccountId)
      if (isIn && passes(asked, operation)) shown.push({ row: rowView(operation), cursor: place })
    }
    looked += rows.length
    below = rows.at(-1)?.cursor
    if (rows.length < batch) {
      below = undefined
      break
    }
  }
  const rows = shown.slice(0, size)
  return {
    rows: rows.map(({ row }) => row),
    nextCursor: shown.length > size ? rows.at(-1)?.cursor ?? null : below ?? null
  }
})

const passes = (filter: Filter, { asset, status }: BrowsedOperation): boolean =>
  (filter.status === undefined || status === filter.status) && (filter.asset === undefined || asset === filter.asset)

// The last instant that a date can be.
const latest = 8_640_000_000_000_000

interface TimeRange {
  readonly from: number
  readonly to: number
}

const timed = (kind: Browsed, lists: ReadonlyArray<string>) => (scope: Scope, stretch: TimeRange) =>
  Effect.map(
    subaccountsIn(scope),
    (subaccounts) =>
      Effect.fnUntraced(function*(cursor: string | undefined, limit: number) {
        const below = cursor === undefined ? undefined : yield* placeOfCursor(cursor)
        const found = yield* newestOf({ kind, lists, subaccounts, ...stretch, below, limit })
        return found.map((raw): FoundRecord => ({ raw, cursor: cursorOfPlace(placeIn(raw)) }))
      })
  )

const listed = Effect.fnUntraced(function*(
  listName: string,
  lists: ReadonlyArray<{ readonly kind: string; readonly list: string; readonly value: string }>,
  cursor: string | undefined,
  limit: number
) {
  const before = cursor === undefined ? undefined : yield* placeOf(listName, cursor)
  const found = yield* newestListed(lists, before, limit)
  return yield* Effect.forEach(
    found,
    ({ record, seq }) => Effect.map(cursorAt(listName, seq), (cursor): FoundRecord => ({ raw: record, cursor }))
  )
})

/** How the pages of a kind are read. */
const sourceOf = (kind: Browsed, scope: Scope, stretch: TimeRange) => {
  const { listed: place } = browsedKinds[kind]
  switch (place.by) {
    case "time":
      return timed(kind, place.lists)(scope, stretch)
    case "subaccount":
      return Effect.map(
        subaccountsIn(scope),
        (all) => (cursor: string | undefined, limit: number) =>
          listed(listOf(kind, scope), all.map((value) => ({ kind, list: place.list, value })), cursor, limit)
      )
    // There are few of them, and one that is about nothing of ours is no one's but the operator's.
    case "all":
      return Effect.map(
        scope.accountId === undefined ? Effect.succeed([]) : accountsIn(scope),
        () => (cursor: string | undefined, limit: number) =>
          listed(listOf(kind, scope), [{ kind, list: place.list, value: "all" }], cursor, limit)
      )
  }
}
