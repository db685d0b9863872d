// POST /admin/service-tokens: a token for automation, shown this once.
import { Effect } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Ids } from "../../engine/store/ids.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { days, worldTimeMillis } from "../../base/time/instant.ts"
import type { OperatorRole } from "./role.ts"
import { type ServiceToken, ServiceTokens, serviceTokenOf, serviceTokenView } from "./service-token.ts"
import { digestOf, secretBytes } from "./token.ts"

/** What a token is for, and for how many days. */
interface TokenRequest {
  readonly name: string
  readonly role: Exclude<OperatorRole, "owner">
  readonly expiresInDays: number
}

/** Makes a service token; `secret` is the token, and nothing gives it again. */
export const createServiceToken = Effect.fnUntraced(
  function*(actor: Actor, { expiresInDays, name, role }: TokenRequest) {
    const now = yield* worldTimeMillis
    const ids = yield* Ids
    const secret = yield* ids.secret(secretBytes)
    const token: ServiceToken = {
      id: yield* ids.next("svt", operatorOwner),
      owner: operatorOwner,
      name,
      role,
      digest: digestOf(secret),
      createdBy: actor.by?.id ?? null,
      createdAt: now,
      expiresAt: now + days(expiresInDays),
      revokedAt: null
    }
    const action = {
      action: "serviceToken.create",
      owner: operatorOwner,
      subject: token.id,
      version: 0,
      detail: { role, expiresInDays },
      at: now
    }
    const writes = [insert(ServiceTokens, token), actOf(actor, action)]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return { ...serviceTokenView(token, now), secret: serviceTokenOf(token.id, secret) }
  }
)
