// DELETE /admin/accounts/{accountId}/keys/{keyId}: the key opens nothing from now on, nor do the sessions and hosted links that were
// made with it. Revoking twice changes nothing.
import { Clock, Effect } from "effect"
import { ApiKeys, closesLinks } from "./api-key.ts"
import { replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { keyOf } from "./find-account.ts"
import { keyView } from "./account-view.ts"

/** Revokes a key of an account. */
export const revokeKey = (operator: Actor, accountId: string, keyId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* keyOf(accountId, keyId)
    if (closesLinks(before.value, now)) return keyView(before.value, now)
    const { replacedBy: _, ...key } = before.value
    const revoked = { ...key, revokedAt: now }
    const action = {
      action: "key.revoke",
      owner: accountId,
      subject: keyId,
      version: before.version,
      detail: {},
      at: now
    }
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [replace(ApiKeys, before, revoked), actOf(operator, action)] }))
    )
    return keyView(revoked, now)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
