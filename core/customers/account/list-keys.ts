// GET /admin/accounts/{accountId}/keys: the keys of an account, masked, the newest first.
import { Clock, Effect } from "effect"
import { ApiKeys } from "./api-key.ts"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { accountOf } from "./find-account.ts"
import { keyView } from "./account-view.ts"
import { lastUses } from "./key-use.ts"

/** One page of an account's keys. */
export const listKeys = Effect.fnUntraced(function*(accountId: string, cursor: string | undefined) {
  const now = yield* Clock.currentTimeMillis
  yield* accountOf(accountId)
  const rows = yield* list(
    ApiKeys,
    "byOwner",
    accountId,
    yield* pageBefore(`keys/${accountId}`, cursor, limits.eventPage)
  )
  const { nextCursor, shown } = yield* cutPage(`keys/${accountId}`, rows, limits.eventPage)
  const usedAt = yield* lastUses(shown.map(({ id }) => id))
  return { keys: shown.map((key, place) => keyView(key, now, usedAt[place])), nextCursor }
})
