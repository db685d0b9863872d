// Lists of operations, search, and the page of any record.
import { Effect } from "effect"
import { asOwner, isInner } from "../../../../core/browse/inner.ts"
import { listFound } from "../../../../core/browse/list-found.ts"
import { listOperations } from "../../../../core/browse/list-operations.ts"
import type { Browsed } from "../../../../core/browse/row.ts"
import { NotFound } from "../../../../core/errors/errors.ts"
import { readExplanation } from "../../../../core/explain/read-explanation.ts"
import type { Handlers, Input } from "../bind.ts"
import { type Viewer, scopeFor, sees } from "../viewer.ts"

const list = (kind: Browsed) => (viewer: Viewer, { query }: Input<"listDeposits">) =>
  Effect.flatMap(scopeFor(viewer, query), (scope) => listOperations({ ...query, ...scope, kind }))

export const operationHandlers: Handlers<
  | "listDeposits"
  | "listPayouts"
  | "listLightningInvoices"
  | "listTransfers"
  | "listSwaps"
  | "listDisputes"
  | "search"
  | "explain"
> = {
  listDeposits: list("deposit"),
  listPayouts: list("payout"),
  listLightningInvoices: list("lightningInvoice"),
  listTransfers: list("transfer"),
  listSwaps: list("swap"),
  listDisputes: list("dispute"),
  search: (viewer, { query }) =>
    Effect.flatMap(
      scopeFor(viewer, { accountId: query.accountId }),
      (scope) => listFound({ ...scope, text: query.q.trim() })
    ),
  explain: Effect.fnUntraced(function*(viewer, { params }) {
    const explained = yield* readExplanation(params.id)
    if (viewer.caller === undefined) return explained
    return sees(viewer, explained.accountId) && !isInner(explained.kind)
      ? asOwner(explained, viewer.caller.account)
      : yield* new NotFound({ resource: "Record" })
  })
}
