// GET /admin/accounts/{accountId}/keys/{keyId}: one key of an account, masked, with when it was last used.
import { Clock, Effect } from "effect"
import { keyOf } from "./find-account.ts"
import { keyView } from "./account-view.ts"
import { lastUses } from "./key-use.ts"

/** Reads a key of an account. */
export const readKey = Effect.fnUntraced(function*(accountId: string, keyId: string) {
  const { value } = yield* keyOf(accountId, keyId)
  const [lastUsedAt] = yield* lastUses([keyId])
  return keyView(value, yield* Clock.currentTimeMillis, lastUsedAt)
})
