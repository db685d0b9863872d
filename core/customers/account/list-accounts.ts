// GET /admin/accounts: the accounts of the data plane, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { accountView } from "./account-view.ts"
import { Accounts } from "./account.ts"

/** One page of accounts. */
export const listAccounts = Effect.fnUntraced(function*(cursor: string | undefined) {
  const rows = yield* list(Accounts, "all", "all", yield* pageBefore("accounts", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("accounts", rows, limits.eventPage)
  return { accounts: shown.map(accountView), nextCursor }
})
