// The statement endpoints to their use case.
import * as read from "../../../../core/reports/statement/read-statement.ts"
import { requestOf } from "../../../../core/reports/statement/statement-request.ts"
import { postStatement, readStatement } from "../definition/statement.ts"
import { route } from "../request/route.ts"

export const statementRoutes = [
  route(readStatement, ({ caller, query }) => read.readStatement({ caller, request: requestOf(query) })),
  route(postStatement, ({ attempt, caller, payload }) => read.readStatement({ caller, request: payload, attempt }))
]
