// Every record of a kind that is not over: read in pages, in the order of ids.
import { Effect } from "effect"
import { type Identified, type RecordKind, byId, together } from "./records.ts"
import { type OwedJob, Store } from "./store.ts"

const pageSize = 500

/** Shows each of them once; a record with two jobs counts once. */
export const everyOwing = Effect.fnUntraced(function*<A extends Identified>(
  kind: RecordKind<A, string, string>,
  visit: (value: A) => void
) {
  for (let id = "";;) {
    const page: ReadonlyArray<OwedJob> = yield* Store.use((store) =>
      store.owing({ isDoubted: false, limit: pageSize, after: { kind: kind.kind, id } })
    )
    const own = page.filter((row) => row.kind === kind.kind)
    if (own.length > 0) {
      const found = yield* together(Object.fromEntries(own.map((row) => [row.id, byId(kind, row.id)] as const)))
      for (const value of Object.values(found)) if (value !== undefined) visit(value)
    }
    const last = own.at(-1)
    // The next page is of another kind.
    if (last === undefined || own.length < page.length) return
    id = last.id
  }
})
