// Accounts and their keys. An operator manages all of them; an owner sees his own account. Here a new key leaves its wrapping,
// for the one answer that shows it.
import { Effect, Redacted } from "effect"
import { accountView } from "../../../../core/customers/account/account-view.ts"
import { createKey } from "../../../../core/customers/account/create-key.ts"
import { listAccounts } from "../../../../core/customers/account/list-accounts.ts"
import { listKeys } from "../../../../core/customers/account/list-keys.ts"
import { readAccount } from "../../../../core/customers/account/read-account.ts"
import { readKey } from "../../../../core/customers/account/read-key.ts"
import { revokeKey } from "../../../../core/customers/account/revoke-key.ts"
import { rotateKey } from "../../../../core/customers/account/rotate-key.ts"
import { createAccount } from "../../../../core/operations/provisioning/create-account.ts"
import { updateAccount } from "../../../../core/operations/provisioning/update-account.ts"
import * as api from "../definition/admin-account.ts"
import { managed } from "../request/management-route.ts"
import { accountFor } from "../request/viewer.ts"

/** An answer with the secret that it shows. */
export const shown = <A extends { readonly secret: Redacted.Redacted }>(view: A) => ({
  ...view,
  secret: Redacted.value(view.secret)
})

export const adminAccountRoutes = [
  managed(
    api.listAccounts,
    ({ caller }, { query }) =>
      caller === undefined
        ? listAccounts(query.cursor)
        : Effect.succeed({ accounts: [accountView(caller.account)], nextCursor: null })
  ),
  managed(api.createAccount, ({ operator }, { payload }) => createAccount(operator, payload)),
  managed(api.readAccount, (viewer, { params }) => Effect.flatMap(accountFor(viewer, params.accountId), readAccount)),
  managed(
    api.updateAccount,
    ({ operator }, { params, payload }) => updateAccount(operator, params.accountId, payload)
  ),
  managed(
    api.listKeys,
    (viewer, { params, query }) =>
      Effect.flatMap(accountFor(viewer, params.accountId), (account) => listKeys(account, query.cursor))
  ),
  managed(
    api.readKey,
    (viewer, { params }) =>
      Effect.flatMap(accountFor(viewer, params.accountId), (account) => readKey(account, params.keyId))
  ),
  managed(
    api.createKey,
    ({ operator }, { params, payload }) => Effect.map(createKey(operator, params.accountId, payload), shown)
  ),
  managed(
    api.rotateKey,
    ({ operator }, { params }) => Effect.map(rotateKey(operator, params.accountId, params.keyId), shown)
  ),
  managed(api.revokeKey, ({ operator }, { params }) => revokeKey(operator, params.accountId, params.keyId))
]
