// GET /admin/accounts/{accountId}/webhooks: the endpoints of an account, those that were removed included.
import { Clock, Effect } from "effect"
import { accountOf } from "../../customers/account/find-account.ts"
import { webhookView } from "./webhook-view.ts"
import { endpointsOf } from "./webhook.ts"

/** All endpoints of an account, oldest first. */
export const listWebhooks = Effect.fnUntraced(function*(accountId: string) {
  const now = yield* Clock.currentTimeMillis
  yield* accountOf(accountId)
  const rows = yield* endpointsOf(accountId)
  return { webhooks: rows.map(({ value }) => webhookView(value, now)) }
})
