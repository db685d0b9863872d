// The rows of a statement alone, for those who look through a subaccount or export it: no balances are requested, and nothing but
// the rows is counted unless the number of them is shown.
import { Clock, Effect } from "effect"
import { Store } from "../../engine/store/store.ts"
import type { Subaccount } from "../../customers/subaccount/subaccount.ts"
import { rowCounts } from "./row-counts.ts"
import { sourcesFor } from "./sources.ts"
import { countsOf, pageOf, pagesOf, stretchesOf } from "./statement.ts"
import { type StatementRequest, checkStatementRequest } from "./statement-request.ts"

export interface ListStatement {
  readonly holder: Pick<Subaccount, "id" | "owner">
  readonly request: StatementRequest
  /** Whether `total` and `page` are worked out. */
  readonly isCounted: boolean
}

/** One page, with the window that it is of (Unix milliseconds). */
export const listStatement = Effect.fnUntraced(function*({ holder, isCounted, request }: ListStatement) {
  const now = yield* Clock.currentTimeMillis
  const order = yield* checkStatementRequest(request, now)
  const stretches = stretchesOf(holder.id, order, sourcesFor(order.types))
  const pages = yield* Store.use((store) => store.spans(pagesOf(stretches, order.limit)))
  const counts = isCounted ? yield* rowCounts(holder, countsOf(stretches), now) : []
  return { ...pageOf(holder.id, order, stretches, { pages, counts }), from: order.from, to: order.to }
})
