// GET /admin/accounts/{accountId}/keys: the keys of an account, masked, the newest first.
import { Clock, Effect } from "effect"
import { ApiKeys } from "./api-key.ts"
import { limits } from "../limits/limits.ts"
import { cutPage, pageBefore } from "../ports/page.ts"
import { list } from "../ports/records.ts"
import { accountOf } from "./account-standing.ts"
import { keyView } from "./account-view.ts"

/** One page of an account's keys. */
export const listKeys = Effect.fnUntraced(function*(accountId: string, cursor: string | undefined) {
  const now = yield* Clock.currentTimeMillis
  yield* accountOf(accountId)
  const rows = yield* list(ApiKeys, "byOwner", accountId, yield* pageBefore(cursor, limits.eventPage))
  const { nextCursor, shown } = cutPage(rows, limits.eventPage)
  return { keys: shown.map((key) => keyView(key, now)), nextCursor }
})
