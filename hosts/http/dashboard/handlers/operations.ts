// Lists of operations, search, and the page of any record.
import { Effect } from "effect"
import { asOwner, isInner, withoutTaxIds } from "../../../../core/browse/inner.ts"
import { listFound } from "../../../../core/browse/list-found.ts"
import { listOperations } from "../../../../core/browse/list-operations.ts"
import { readSummary } from "../../../../core/browse/read-summary.ts"
import type { Browsed } from "../../../../core/browse/row.ts"
import { NotFound } from "../../../../core/errors/errors.ts"
import { readExplanation } from "../../../../core/explain/read-explanation.ts"
import type { Handlers, Input } from "../bind.ts"
import { type Viewer, scopeFor, sees } from "../viewer.ts"

const list = (kind: Browsed) => (viewer: Viewer, { query }: Input<"listDeposits">) =>
  Effect.flatMap(scopeFor(viewer, query), (scope) => listOperations({ ...query, ...scope, kind }))

const showsPayer = ({ caller }: Viewer): boolean => caller === undefined || caller.account.virtualAccount

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
  search: Effect.fnUntraced(function*(viewer, { query }) {
    const scope = yield* scopeFor(viewer, { accountId: query.accountId })
    const asked = { ...scope, text: query.q.trim(), cursor: query.cursor, showsPayer: showsPayer(viewer) }
    const found = yield* listFound(asked)
    if (viewer.caller === undefined) return found
    // A PIX key may be a tax number.
    const masked = (text: string | null) => withoutTaxIds(text) as typeof text
    return { ...found, rows: found.rows.map((row) => ({ ...row, counterparty: masked(row.counterparty) })) }
  }),
  explain: Effect.fnUntraced(function*(viewer, { params }) {
    const explained = yield* readExplanation(params.id)
    const summary = yield* readSummary(explained, showsPayer(viewer))
    if (viewer.caller === undefined) return { ...explained, summary }
    if (!sees(viewer, explained.accountId) || isInner(explained.kind)) {
      return yield* new NotFound({ resource: "Record" })
    }
    return { ...asOwner(explained, viewer.caller.account), summary: withoutTaxIds(summary) as typeof summary }
  })
}
