// POST /admin/accounts: a key owner with its main subaccount. It has no key yet, and nothing approved.
import { Clock, Effect } from "effect"
import { Ids } from "../../engine/store/ids.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { type AccountRequest, actionOf, changed } from "../../customers/account/account-request.ts"
import { accountView } from "../../customers/account/account-view.ts"
import { Accounts } from "../../customers/account/account.ts"
import { newAccount } from "../../customers/account/new-account.ts"
import { mainSubaccount } from "./main-subaccount.ts"

/** Makes an account in the operator's environment. */
export const createAccount = Effect.fnUntraced(function*(operator: Actor, request: AccountRequest) {
  const ids = yield* Ids
  const now = yield* Clock.currentTimeMillis
  const id = yield* ids.next("acc")
  const { environment } = operator
  const blank = newAccount({ id, name: request.name, mainSubAccountId: yield* ids.next("sub", id), environment }, now)
  const account = changed(blank, request, now)
  const action = { action: "account.create", owner: id, subject: id, version: 0, detail: actionOf(request), at: now }
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: [
        insert(Accounts, account),
        insert(Subaccounts, mainSubaccount(account, now)),
        actOf(operator, action)
      ]
    }))
  )
  return accountView(account)
})
