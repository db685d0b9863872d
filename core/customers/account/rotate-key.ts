// POST /admin/accounts/{accountId}/keys/{keyId}/rotate: a new key, and the old one for a while yet, so that a client can
// change over without a gap.
import { Clock, Effect } from "effect"
import { ApiKeys, isOver, isRevoked } from "./api-key.ts"
import { newKey } from "./new-key.ts"
import { StateConflict } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { insert, replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { accountOf, keyOf } from "./find-account.ts"
import { keyView } from "./account-view.ts"

/** Replaces a key by one of the same settings; the old one ends after the overlap. One that is over or ending is not rotated again. */
export const rotateKey = (operator: Actor, accountId: string, keyId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const { value: account } = yield* accountOf(accountId)
    const before = yield* keyOf(accountId, keyId)
    if (before.value.revokedAt !== null || isOver(before.value, now)) {
      const state = isRevoked(before.value, now) ? "revoked" : isOver(before.value, now) ? "expired" : "rotated already"
      return yield* new StateConflict({ resource: "key", state })
    }
    const { key, record } = yield* newKey(account, before.value, now)
    const ending = { ...before.value, revokedAt: now + limits.rotationOverlapMs, replacedBy: record.id }
    const action = {
      action: "key.rotate",
      owner: accountId,
      subject: keyId,
      version: before.version,
      detail: { newKeyId: record.id },
      at: now
    }
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [replace(ApiKeys, before, ending), insert(ApiKeys, record), actOf(operator, action)]
      }))
    )
    return { ...keyView(record, now), secret: key, replaced: keyView(ending, now) }
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
