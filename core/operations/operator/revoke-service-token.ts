// DELETE /admin/service-tokens/{tokenId}: the token opens nothing from now on. Revoking twice changes nothing.
import { Effect, Option } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { get, replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { ServiceTokens, serviceTokenView } from "./service-token.ts"

/** Revokes a service token. */
export const revokeServiceToken = (actor: Actor, tokenId: string) =>
  Effect.gen(function*() {
    const now = yield* worldTimeMillis
    const before = Option.getOrUndefined(yield* get(ServiceTokens, tokenId))
    if (before === undefined) return yield* new NotFound({ resource: "Token" })
    if (before.value.revokedAt !== null) return serviceTokenView(before.value, now)
    const revoked = { ...before.value, revokedAt: now }
    const action = {
      action: "serviceToken.revoke",
      owner: operatorOwner,
      subject: tokenId,
      version: before.version,
      detail: {},
      at: now
    }
    const writes = [replace(ServiceTokens, before, revoked), actOf(actor, action)]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return serviceTokenView(revoked, now)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
