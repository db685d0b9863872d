// PATCH /admin/accounts/{accountId}: flags, limits, fees, the block and the rate of an account, whichever are named.
import { Clock, Effect } from "effect"
import { replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { type AccountChanges, actionOf, changed } from "../../customers/account/account-request.ts"
import { accountOf } from "../../customers/account/find-account.ts"
import { mainSubaccountWrites } from "./main-subaccount.ts"
import { accountView } from "../../customers/account/account-view.ts"
import { Accounts } from "../../customers/account/account.ts"

/** Changes an account; its keys act on the change within a second. */
export const updateAccount = (operator: Actor, accountId: string, request: AccountChanges) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* accountOf(accountId)
    const account = changed(before.value, request, now)
    const action = {
      action: "account.update",
      owner: accountId,
      subject: accountId,
      version: before.version,
      detail: actionOf(request),
      at: now
    }
    const writes = [
      replace(Accounts, before, account),
      ...(yield* mainSubaccountWrites(account)),
      actOf(operator, action)
    ]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return accountView(account)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
