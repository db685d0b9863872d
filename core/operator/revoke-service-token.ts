// DELETE /admin/service-tokens/{tokenId}: the token opens nothing from now on. Revoking twice changes nothing.
import { Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { operatorOwner } from "../ids/ids.ts"
import { get, replace } from "../ports/records.ts"
import { Store, VersionConflict, changeSet } from "../ports/store.ts"
import { type Actor, actOf } from "../review/operator-act.ts"
import { worldTimeMillis } from "../time/instant.ts"
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
