// Subaccount endpoints to their use cases.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import * as create from "../../../../core/customers/subaccount/create-subaccount.ts"
import * as list from "../../../../core/customers/subaccount/list-subaccounts.ts"
import * as read from "../../../../core/reports/browse/read-subaccount.ts"
import { createSubaccount, listSubaccounts, readSubaccount } from "../definition/subaccount.ts"
import { route } from "../request/route.ts"

export const subaccountRoutes = [
  route(
    createSubaccount,
    ({ attempt, caller, payload }) => create.createSubaccount({ caller, request: payload, attempt })
  ),
  route(
    listSubaccounts,
    ({ caller, query }) =>
      Effect.map(list.listSubaccounts({ caller, query }), (data) => answered({ success: true, data }))
  ),
  route(
    readSubaccount,
    ({ caller, params }) =>
      Effect.map(read.readSubaccount(caller, params.subAccountId), (data) => answered({ success: true, data }))
  )
]
