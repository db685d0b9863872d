// GET /api/subaccount: the caller's subaccounts, its own first, then the newest (C27, C34). The cursor is a place in the
// list, so rows that are added meanwhile neither repeat nor hide others.
import { Effect, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { limits } from "../../base/limits/limits.ts"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import { list } from "../../engine/store/records.ts"
import { text } from "../../base/text/text.ts"
import { type Subaccount, Subaccounts, listItem, subaccountInScope } from "./subaccount.ts"

export const SubaccountQuery = Schema.Struct({
  name: Schema.optionalKey(
    text(limits.subaccountName).annotate({ description: "Part of the name, whatever its case" })
  ),
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "The nextCursor of the page before" }))
})

export interface ListSubaccounts {
  readonly caller: Caller
  readonly query: typeof SubaccountQuery.Type
}

// A filter may have to look past rows that do not match: this many, then the page ends with a cursor to go on from.
const scanned = 500

/** One page of the caller's subaccounts, filtered by a part of their name. */
export const listSubaccounts = Effect.fnUntraced(function*({ caller, query }: ListSubaccounts) {
  const listName = `subaccounts/${caller.account.id}`
  const before = query.cursor === undefined ? undefined : yield* placeOf(listName, query.cursor)
  const wanted = ({ name }: Subaccount) => name.toLowerCase().includes(query.name?.toLowerCase() ?? "")
  const main = yield* subaccountInScope(caller, undefined)
  const first = before === undefined && wanted(main) ? [main] : []
  // Beyond the page: the row that shows there is another one, and the main account, which may be among them.
  const limit = query.name === undefined ? limits.subaccountPage + 2 : scanned
  const rows = yield* list(
    Subaccounts,
    "byOwner",
    caller.account.id,
    before === undefined ? { limit } : { before, limit }
  )
  const customers = rows.filter(({ value }) => value.id !== main.id && wanted(value))
  const shown = customers.slice(0, limits.subaccountPage - first.length)
  const last = shown.length < customers.length ? shown.at(-1) : rows.length < limit ? undefined : rows.at(-1)
  return {
    subAccounts: [...first, ...shown.map(({ value }) => value)].map(listItem),
    nextCursor: last === undefined ? null : yield* cursorAt(listName, last.seq)
  }
})
