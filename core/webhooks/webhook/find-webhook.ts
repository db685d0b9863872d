// What stands before an operator's use case: the endpoint that it names, or the refusal. One that was removed is no longer
// there, but for its log.
import { Effect, Option } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { get } from "../../engine/store/records.ts"
import { Webhooks } from "./webhook.ts"

/** The endpoint of an id with its version, removed or not. */
export const anyWebhookOf = Effect.fnUntraced(function*(webhookId: string) {
  const found = Option.getOrUndefined(yield* get(Webhooks, webhookId))
  return found ?? (yield* new NotFound({ resource: "Webhook" }))
})

/** The endpoint of an id with its version. */
export const webhookOf = Effect.fnUntraced(function*(webhookId: string) {
  const found = yield* anyWebhookOf(webhookId)
  return found.value.removedAt === undefined ? found : yield* new NotFound({ resource: "Webhook" })
})

/** Has the provider tell us of its decisions; refused where it does not. */
export const activateKyc = KycProvider.use((provider) => provider.subscribe).pipe(
  Effect.mapError(() => upstreamAway("The KYC provider's subscription"))
)
