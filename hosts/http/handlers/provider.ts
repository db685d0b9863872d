// The provider's webhook: hands the raw bytes to the configured inbox and each fact to the use case of its kind. A caller
// with an API key may settle his own sandbox charges and nothing else.
import { Effect } from "effect"
import { Unauthorized } from "../../../core/errors/errors.ts"
import { takeProviderFact } from "../../../core/inbox/take-provider-fact.ts"
import { ProviderInbox, type ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { providerWebhook } from "../api/provider.ts"
import { parseJson } from "../input.ts"
import type { Authenticate, Route } from "../route.ts"
import { json, toJson } from "../wire.ts"

const accepted = json(200, toJson({ success: true }))

const take = Effect.fnUntraced(function*(message: ProviderMessage, authenticate: Authenticate) {
  const inbox = yield* ProviderInbox
  const isSigned = inbox.isSigned(message)
  const caller = isSigned ? undefined : yield* authenticate
  const refused = () => Effect.fail(new Unauthorized({ problem: "proof" }))
  const fact = yield* isSigned
    ? inbox.readSigned(message).pipe(Effect.catchTag("ProofRefused", refused))
    : inbox.readTrusted(message)
  // An inbox reads as its provider writes; what any body of ours must be is asked for here, once the sender is known.
  yield* parseJson(message.body)
  yield* takeProviderFact(caller, fact, message)
  return accepted
})

export const providerRoutes: ReadonlyArray<Route> = [{
  method: providerWebhook.method,
  path: providerWebhook.path,
  hasBody: true,
  provesItself: true,
  run: ({ body, now, request }, authenticate) => take({ headers: request.headers, body, now }, authenticate)
}]
