// Lists of operations, and the search.
import { Effect } from "effect"
import { withoutTaxIds } from "../../../../core/reports/browse/inner.ts"
import { listFound } from "../../../../core/reports/browse/list-found.ts"
import { listOperations } from "../../../../core/reports/browse/list-operations.ts"
import type { Browsed } from "../../../../core/reports/browse/row.ts"
import * as api from "../definition/dashboard.ts"
import { managed } from "../request/management-route.ts"
import { type Viewer, scopeFor, showsPayer } from "../request/viewer.ts"

type Filter = (typeof api.listDeposits)["~Query"]["Type"]

const list = (kind: Browsed) => (viewer: Viewer, { query }: { readonly query: Filter }) =>
  Effect.flatMap(scopeFor(viewer, query), (scope) => listOperations({ ...query, ...scope, kind }))

export const operationRoutes = [
  managed(api.listDeposits, list("deposit")),
  managed(api.listPayouts, list("payout")),
  managed(api.listLightningInvoices, list("lightningInvoice")),
  managed(api.listTransfers, list("transfer")),
  managed(api.listSwaps, list("swap")),
  managed(api.listDisputes, list("dispute")),
  managed(
    api.search,
    Effect.fnUntraced(function*(viewer, { query }) {
      const scope = yield* scopeFor(viewer, { accountId: query.accountId })
      const wanted = { ...scope, text: query.q.trim(), cursor: query.cursor, showsPayer: showsPayer(viewer) }
      const found = yield* listFound(wanted)
      if (viewer.caller === undefined) return found
      // A PIX key may be a tax number.
      const masked = (text: string | null) => withoutTaxIds(text) as typeof text
      return { ...found, rows: found.rows.map((row) => ({ ...row, counterparty: masked(row.counterparty) })) }
    })
  )
]
