// Statements and plots.
import { Effect } from "effect"
import { accountOf } from "../../../../core/customers/account/find-account.ts"
import { subaccountIn } from "../../../../core/reports/browse/newest-operations.ts"
import type { Scope } from "../../../../core/reports/browse/newest-operations.ts"
import { readSeries } from "../../../../core/reports/browse/read-series.ts"
import { invalidField } from "../../../../core/base/errors/errors.ts"
import { listStatement } from "../../../../core/reports/statement/list-statement.ts"
import type { StatementFilter } from "../../../../core/engine/resource/statement-source.ts"
import * as api from "../definition/dashboard.ts"
import { managed, managedFile } from "../request/management-route.ts"
import { type Viewer, scopeFor } from "../request/viewer.ts"
import { exportStatement } from "./export.ts"

// The subaccount that is named, or the main one of the account.
const holderFor = Effect.fnUntraced(function*(viewer: Viewer, asked: Scope) {
  const scope = yield* scopeFor(viewer, asked)
  if (scope.subAccountId !== undefined) return yield* subaccountIn(scope.subAccountId, scope)
  if (scope.accountId === undefined) return yield* invalidField("subAccountId", "is required")
  const { value } = yield* accountOf(scope.accountId)
  return yield* subaccountIn(value.mainSubAccountId, scope)
})

interface StatementParameters extends Scope {
  readonly from?: string
  readonly to?: string
  readonly cursor?: string
  readonly type?: StatementFilter
}

const requestOf = ({ cursor, from, to, type }: StatementParameters) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  ...(cursor === undefined ? {} : { cursor }),
  ...(type === undefined ? {} : { type: [type] })
})

export const statementRoutes = [
  managed(
    api.readStatement,
    Effect.fnUntraced(function*(viewer, { query }) {
      const holder = yield* holderFor(viewer, query)
      const { from: _from, shown: _shown, to: _to, ...page } = yield* listStatement({
        holder,
        isCounted: true,
        request: requestOf(query)
      })
      return page
    })
  ),
  managedFile(
    api.exportStatement,
    Effect.fnUntraced(function*(viewer, { now, query }) {
      const holder = yield* holderFor(viewer, query)
      return yield* exportStatement({ holder, request: requestOf(query), format: query.format, now })
    })
  ),
  managed(
    api.readSeries,
    Effect.fnUntraced(function*(viewer, { query }) {
      const scope = yield* scopeFor(viewer, query)
      return yield* readSeries({ by: query.by, from: query.from, to: query.to, ...scope })
    })
  )
]
