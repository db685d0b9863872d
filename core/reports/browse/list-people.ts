// The subaccounts of an account, the newest first; a filter by name looks past so many rows at once.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import { list } from "../../engine/store/records.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { personView } from "./person-view.ts"

export interface ListPeople {
  readonly accountId: string
  /** Part of the name, whatever its case. */
  readonly name?: string | undefined
  readonly cursor?: string | undefined
}

const scanned = 500

/** One page. */
export const listPeople = Effect.fnUntraced(function*({ accountId, cursor, name = "" }: ListPeople) {
  const listName = `people/${accountId}`
  const before = cursor === undefined ? undefined : yield* placeOf(listName, cursor)
  const size = limits.subaccountPage
  const limit = name === "" ? size + 1 : scanned
  const rows = yield* list(Subaccounts, "byOwner", accountId, before === undefined ? { limit } : { limit, before })
  const wanted = rows.filter(({ value }) => value.name.toLowerCase().includes(name.toLowerCase()))
  const shown = wanted.slice(0, size)
  const last = shown.length < wanted.length ? shown.at(-1) : rows.length === limit ? rows.at(-1) : undefined
  return {
    subaccounts: shown.map(({ value }) => personView(value)),
    nextCursor: last === undefined ? null : yield* cursorAt(listName, last.seq)
  }
})
