// POST /admin/webhooks/{webhookId}/rotate: a new secret signs from now on. For a while deliveries carry a second signature
// made with the old one, so that a receiver can change over without refusing anything.
import { Clock, Effect, Redacted } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { webhookOf } from "./find-webhook.ts"
import { webhookView } from "./webhook-view.ts"
import { type Webhook, Webhooks, secretBytes, secretPlace } from "./webhook.ts"

/** Rotates the secret of an endpoint; `secret` is the new one. A second rotation ends the overlap of the first. */
export const rotateSecret = (operator: Actor, webhookId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* webhookOf(webhookId)
    const secret = Redacted.make(yield* Ids.use((ids) => ids.secret(secretBytes)))
    const webhook: Webhook = {
      ...before.value,
      sealedSecret: yield* Secrets.use((secrets) => secrets.seal(secret, secretPlace(webhookId))),
      previousSecret: { sealed: before.value.sealedSecret, until: now + limits.rotationOverlapMs },
      updatedAt: now
    }
    const action = {
      action: "webhook.rotate",
      owner: webhook.owner,
      subject: webhookId,
      version: before.version,
      detail: {},
      at: now
    }
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [replace(Webhooks, before, webhook), actOf(operator, action)] }))
    )
    return { ...webhookView(webhook, now), secret }
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
