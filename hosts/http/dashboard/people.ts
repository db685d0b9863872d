// Subaccounts and their KYC.
import { Effect } from "effect"
import { listKycAttempts } from "../../../core/browse/list-kyc-attempts.ts"
import { listPeople } from "../../../core/browse/list-people.ts"
import { readPerson } from "../../../core/browse/read-person.ts"
import { accountsIn } from "../../../core/browse/browse-context.ts"
import { invalidField } from "../../../core/errors/errors.ts"
import * as api from "../api/dashboard.ts"
import { managed } from "../management/route.ts"
import { heldTo, scopeFor } from "../management/viewer.ts"

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
