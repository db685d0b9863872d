// The operator's endpoints of accounts and keys to their use cases. Here a new key leaves its wrapping, for the one answer
// that shows it.
import { Effect, Redacted } from "effect"
import { createAccount } from "../../../core/provisioning/create-account.ts"
import { createKey } from "../../../core/account/create-key.ts"
import { listAccounts } from "../../../core/account/list-accounts.ts"
import { listKeys } from "../../../core/account/list-keys.ts"
import { readAccount } from "../../../core/account/read-account.ts"
import { revokeKey } from "../../../core/account/revoke-key.ts"
import { rotateKey } from "../../../core/account/rotate-key.ts"
import { updateAccount } from "../../../core/provisioning/update-account.ts"
import * as api from "../api/admin-account.ts"
import { operatorRoute } from "../operator.ts"

/** An answer with the secret that it shows. */
export const shown = <A extends { readonly secret: Redacted.Redacted }>(view: A) => ({
  ...view,
  secret: Redacted.value(view.secret)
})

export const adminAccountRoutes = [
  operatorRoute(api.listAccounts, (_, { query }) => listAccounts(query.cursor)),
  operatorRoute(api.createAccount, (operator, { payload }) => createAccount(operator, payload)),
  operatorRoute(api.readAccount, (_, { params }) => readAccount(params.accountId)),
  operatorRoute(
    api.updateAccount,
    (operator, { params, payload }) => updateAccount(operator, params.accountId, payload)
  ),
  operatorRoute(api.listKeys, (_, { params, query }) => listKeys(params.accountId, query.cursor)),
  operatorRoute(api.createKey, (operator, { params }) => Effect.map(createKey(operator, params.accountId), shown)),
  operatorRoute(
    api.rotateKey,
    (operator, { params }) => Effect.map(rotateKey(operator, params.accountId, params.keyId), shown)
  ),
  operatorRoute(api.revokeKey, (operator, { params }) => revokeKey(operator, params.accountId, params.keyId))
]
