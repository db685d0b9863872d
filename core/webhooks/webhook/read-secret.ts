// POST /dashboard/api/webhooks/{webhookId}/secret (spec "Authentication" 9): the signing secret, shown again. Seeing it is
// enough to forge a delivery, so who saw it is on record.
import { Clock, Effect } from "effect"
import { replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { webhookOf } from "./find-webhook.ts"
import { Webhooks, secretPlace } from "./webhook.ts"

/** Shows what signs the deliveries of an endpoint now. */
export const readSecret = (operator: Actor, webhookId: string) =>
  Effect.gen(function*() {
    const before = yield* webhookOf(webhookId)
    const secret = yield* Secrets.use((secrets) => secrets.open(before.value.sealedSecret, secretPlace(webhookId)))
    const action = {
      action: "webhook.reveal",
      owner: before.value.owner,
      subject: webhookId,
      version: before.version,
      detail: {},
      at: yield* Clock.currentTimeMillis
    }
    // The record stays as it is and gets another version, by which this action has an id of its own.
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [replace(Webhooks, before, before.value), actOf(operator, action)] }))
    )
    return { secret }
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
