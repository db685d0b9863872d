// Accounts and their keys. The operator manages all of them; an owner sees his own account and manages its keys.
import { Effect } from "effect"
import { accountView } from "../../../../core/account/account-view.ts"
import { createAccount } from "../../../../core/provisioning/create-account.ts"
import { createKey } from "../../../../core/account/create-key.ts"
import { listAccounts } from "../../../../core/account/list-accounts.ts"
import { listKeys } from "../../../../core/account/list-keys.ts"
import { readAccount } from "../../../../core/account/read-account.ts"
import { revokeKey } from "../../../../core/account/revoke-key.ts"
import { rotateKey } from "../../../../core/account/rotate-key.ts"
import { updateAccount } from "../../../../core/provisioning/update-account.ts"
import { shown } from "../../handlers/admin-account.ts"
import type { Handlers } from "../bind.ts"
import { accountFor } from "../viewer.ts"

export const accountHandlers: Handlers<
  | "listAccounts"
  | "createAccount"
  | "readAccount"
  | "updateAccount"
  | "listKeys"
  | "createKey"
  | "rotateKey"
  | "revokeKey"
> = {
  listAccounts: ({ caller }, { query }) =>
    caller === undefined
      ? listAccounts(query.cursor)
      : Effect.succeed({ accounts: [accountView(caller.account)], nextCursor: null }),
  createAccount: ({ operator }, { body }) => createAccount(operator, body),
  readAccount: (viewer, { params }) => Effect.flatMap(accountFor(viewer, params.accountId), readAccount),
  updateAccount: ({ operator }, { body, params }) => updateAccount(operator, params.accountId, body),
  listKeys: (viewer, { params, query }) =>
    Effect.flatMap(accountFor(viewer, params.accountId), (account) => listKeys(account, query.cursor)),
  createKey: (viewer, { params }) =>
    Effect.flatMap(accountFor(viewer, params.accountId), (account) => createKey(viewer.operator, account)).pipe(
      Effect.map(shown)
    ),
  rotateKey: (viewer, { params }) =>
    Effect.flatMap(
      accountFor(viewer, params.accountId),
      (account) => rotateKey(viewer.operator, account, params.keyId)
    ).pipe(Effect.map(shown)),
  revokeKey: (viewer, { params }) =>
    Effect.flatMap(
      accountFor(viewer, params.accountId),
      (account) => revokeKey(viewer.operator, account, params.keyId)
    )
}
