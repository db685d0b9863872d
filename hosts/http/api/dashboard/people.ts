// Subaccounts and their KYC.
import { Effect } from "effect"
import { listKycAttempts } from "../../../../core/reports/browse/list-kyc-attempts.ts"
import { listPeople } from "../../../../core/reports/browse/list-people.ts"
import { readPerson } from "../../../../core/reports/browse/read-person.ts"
import { accountsIn } from "../../../../core/reports/browse/newest-operations.ts"
import { invalidField } from "../../../../core/base/errors/errors.ts"
import * as api from "../definition/dashboard.ts"
import { managed } from "../request/management-route.ts"
import { heldTo, scopeFor } from "../request/viewer.ts"

export const peopleRoutes = [
  managed(
    api.listSubaccounts,
    Effect.fnUntraced(function*(viewer, { query: { accountId, ...query } }) {
      const scope = yield* scopeFor(viewer, { accountId })
      if (scope.accountId === undefined) return yield* invalidField("accountId", "is required")
      const [account = ""] = yield* accountsIn(scope)
      return yield* listPeople({ ...query, accountId: account })
    })
  ),
  managed(
    api.readSubaccount,
    (viewer, { params }) => readPerson(params.subAccountId, { accountId: heldTo(viewer) })
  ),
  managed(
    api.listKycAttempts,
    (viewer, { query: { accountId, subAccountId, ...query } }) =>
      Effect.flatMap(
        scopeFor(viewer, { accountId, subAccountId }),
        (scope) => listKycAttempts({ ...query, ...scope })
      )
  )
]
