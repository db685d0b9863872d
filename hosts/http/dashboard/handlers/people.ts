// Subaccounts and their KYC.
import { Effect } from "effect"
import { listKycAttempts } from "../../../../core/browse/list-kyc-attempts.ts"
import { listPeople } from "../../../../core/browse/list-people.ts"
import { readPerson } from "../../../../core/browse/read-person.ts"
import { accountsIn } from "../../../../core/browse/browse-standing.ts"
import { invalidField } from "../../../../core/errors/errors.ts"
import type { Handlers } from "../bind.ts"
import { heldTo, scopeFor } from "../viewer.ts"

export const peopleHandlers: Handlers<"listSubaccounts" | "readSubaccount" | "listKycAttempts"> = {
  listSubaccounts: Effect.fnUntraced(function*(viewer, { query: { accountId, ...query } }) {
    const scope = yield* scopeFor(viewer, { accountId })
    if (scope.accountId === undefined) return yield* invalidField("accountId", "is required")
    const [account = ""] = yield* accountsIn(scope)
    return yield* listPeople({ ...query, accountId: account })
  }),
  readSubaccount: (viewer, { params }) => readPerson(params.subAccountId, { accountId: heldTo(viewer) }),
  listKycAttempts: (viewer, { query: { accountId, subAccountId, ...query } }) =>
    Effect.flatMap(
      scopeFor(viewer, { accountId, subAccountId }),
      (scope) => listKycAttempts({ ...query, ...scope })
    )
}
