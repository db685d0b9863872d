// Pages of lists, newest first: one more row is read than is shown, and tells whether there is another page.
import { Effect } from "effect"
import { cursorAt, placeOf } from "./cursor.ts"
import type { ListedRecord } from "./records.ts"
import type { ListPage } from "./store.ts"

/** What to read for a page of `size` rows of a list below a cursor; refuses text that is no cursor of this list. */
export const pageBefore = Effect.fnUntraced(function*(list: string, cursor: string | undefined, size: number) {
  const page: Pick<ListPage, "before" | "limit"> = cursor === undefined
    ? { limit: size + 1 }
    : { before: yield* placeOf(list, cursor), limit: size + 1 }
  return page
})

/** The records that are shown of what was read, and the cursor to go on from; null on the last page. */
export const cutPage = Effect.fnUntraced(function*<A>(
  list: string,
  rows: ReadonlyArray<ListedRecord<A>>,
  size: number
) {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    shown: shown.map(({ value }) => value),
    nextCursor: rows.length > size && last !== undefined ? yield* cursorAt(list, last.seq) : null
  }
})
