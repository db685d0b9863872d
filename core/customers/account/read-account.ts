// GET /admin/accounts/{accountId}.
import { Effect } from "effect"
import { accountOf } from "./find-account.ts"
import { accountView } from "./account-view.ts"

/** The detail of an account. */
export const readAccount = (accountId: string) => Effect.map(accountOf(accountId), ({ value }) => accountView(value))
