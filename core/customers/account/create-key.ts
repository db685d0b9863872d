// POST /admin/accounts/{accountId}/keys: a key, shown this once.
import { Clock, Effect } from "effect"
import { ApiKeys } from "./api-key.ts"
import { type KeyRequest, keySettings } from "./key-request.ts"
import { newKey } from "./new-key.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { accountOf } from "./find-account.ts"
import { keyView } from "./account-view.ts"

/** Makes a key of an account; `secret` is the key, and nothing gives it again. */
export const createKey = Effect.fnUntraced(function*(operator: Actor, accountId: string, request: KeyRequest = {}) {
  const now = yield* Clock.currentTimeMillis
  const { value: account } = yield* accountOf(accountId)
  const { key, record } = yield* newKey(account, yield* keySettings(request, now), now)
  const action = {
    action: "key.create",
    owner: accountId,
    subject: record.id,
    version: 0,
    detail: { ...request },
    at: now
  }
  yield* Store.use((store) => store.commit(changeSet({ writes: [insert(ApiKeys, record), actOf(operator, action)] })))
  return { ...keyView(record, now), secret: key }
})
