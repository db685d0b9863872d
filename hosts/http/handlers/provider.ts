// The provider's webhook: hands the raw bytes to the configured inbox and each fact to the use case of its kind. A caller
// with an API key may settle his own sandbox charges and nothing else.
import { Effect } from "effect"
import { Unauthorized } from "../../../core/errors/errors.ts"
import { takeProviderFact } from "../../../core/inbox/take-provider-fact.ts"
import { ProviderInbox, type ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { worldTimeMillis } from "../../../core/time/world-time.ts"
import { providerWebhook } from "../api/provider.ts"
import { transportAnswers } from "../envelope.ts"
import { parseJson } from "../input.ts"
import type { Authenticate, Route } from "../route.ts"
import { isJson, json, toJson } from "../wire.ts"

const accepted = json(200, toJson({ success: true }))

const take = Effect.fnUntraced(function*(message: ProviderMessage, isTyped: boolean, authenticate: Authenticate) {
  const inbox = yield* ProviderInbox
  // Whoever signs reads the world's clock, not one that was moved.
  const dated = { ...message, now: yield* worldTimeMillis }
  const isSigned = inbox.isSigned(dated)
  const caller = isSigned ? undefined : yield* authenticate
  // In production nobody vouches for a payment but who was paid to know: no key stands in for a signature there.
  if (caller !== undefined && caller.account.environment !== "sandbox") {
    return yield* new Unauthorized({ problem: "proof" })
  }
  if (caller !== undefined && !isTyped) return transportAnswers.unsupportedMediaType
  const refused = () => Effect.fail(new Unauthorized({ problem: "proof" }))
  const fact = yield* isSigned
    ? inbox.readSigned(dated).pipe(Effect.catchTag("ProofRefused", refused))
    : inbox.readTrusted(dated)
  if (!isTyped) return transportAnswers.unsupportedMediaType
  // An inbox reads as its provider writes; what any body of ours must be is asked for here, once the sender is known.
  yield* parseJson(message.body)
  yield* takeProviderFact(caller, fact, message)
  return accepted
})

export const providerRoutes: ReadonlyArray<Route> = [{
  method: providerWebhook.method,
  path: providerWebhook.path,
  // Raw bytes: who sent them is asked before anything is said about their type.
  hasBody: false,
  provesItself: true,
  run: ({ body, now, request }, authenticate) =>
    take({ headers: request.headers, body, now }, isJson(request), authenticate)
}]
