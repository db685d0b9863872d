// The webhooks of the providers: hand the message to the inbox of its address, and each fact to the use case of its kind. In
// the sandbox's own protocol, a caller with an API key may settle his own sandbox charges and nothing else.
import { Effect } from "effect"
import { Unauthorized } from "../../../../core/base/errors/errors.ts"
import { upstreamAway } from "../../../../core/base/errors/upstream-away.ts"
import { takeProviderFacts } from "../../../../core/inbox/take-provider-facts.ts"
import type { NamedInbox, ProviderInboxes, ProviderMessage } from "../../../../core/ports/provider-inbox.ts"
import { worldTimeMillis } from "../../../../core/base/time/instant.ts"
import { namedProviderWebhook, providerWebhook } from "../definition/provider.ts"
import { transportAnswers } from "../request/envelope.ts"
import type { Authenticate, Matched, Route } from "../request/route.ts"
import { isJson, json, parseJson, queryOf, toJson } from "../request/wire.ts"

const accepted = json(200, toJson({ success: true }))

const unauthorized = Effect.fail(new Unauthorized({ problem: "proof" }))

const messageOf = ({ body, request, search }: Matched, now: number): ProviderMessage => ({
  path: request.target.split("?", 1)[0] ?? "",
  query: queryOf(search),
  headers: request.headers,
  body,
  peer: request.certificate ?? null,
  remote: request.peer ?? null,
  // Whoever signs reads the world's clock, not one that was moved.
  now
})

// In production no one vouches for a payment but who was paid to know: no key stands in for a signature there.
const keyOwner = Effect.fnUntraced(function*(authenticate: Authenticate) {
  const caller = yield* authenticate
  return caller.account.environment === "sandbox" ? caller : yield* unauthorized
})

const take = Effect.fnUntraced(function*({ inbox, name }: NamedInbox, matched: Matched, authenticate: Authenticate) {
  const { body, request } = matched
  const { readTrusted } = inbox
  const proven = yield* inbox.read(messageOf(matched, yield* worldTimeMillis)).pipe(
    Effect.catchTags({
      ProofRefused: ({ problem, proof }) =>
        proof === "missing" && readTrusted !== undefined
          ? Effect.undefined
          : Effect.andThen(
            Effect.logDebug("A provider's message proves no sender", { inbox: name, problem }),
            unauthorized
          ),
      InboxUnavailable: ({ confirmed = [], reason }) =>
        Effect.logWarning("A provider's message could not be confirmed", { inbox: name, reason }).pipe(
          Effect.andThen(takeProviderFacts({ inbox: name }, confirmed)),
          Effect.andThen(Effect.fail(upstreamAway("The provider")))
        ),
      ValidationFailed: (error) =>
        Effect.andThen(
          Effect.logWarning("A provider's message could not be read", {
            inbox: name,
            fields: error.details.map(({ field }) => field)
          }),
          Effect.fail(error)
        )
    })
  )
  const caller = proven === undefined ? yield* keyOwner(authenticate) : undefined
  // A provider's own protocol may have any form; the published one has to be JSON, once the sender is known.
  if (readTrusted !== undefined) {
    if (!isJson(request)) return transportAnswers.unsupportedMediaType
    yield* parseJson(body)
  }
  const facts = proven ?? (readTrusted === undefined ? [] : yield* readTrusted(body))
  yield* takeProviderFacts({ inbox: name, caller }, facts)
  return accepted
})

const routeAt = (path: string, inbox: NamedInbox): Route => ({
  method: providerWebhook.method,
  path,
  // Raw bytes: the sender is verified before anything is said about their type.
  hasBody: false,
  provesItself: true,
  scope: "deposits",
  run: (matched, authenticate) => take(inbox, matched, authenticate)
})

/** The routes of an environment's inboxes: at any other name there is none. Banks append a suffix such as `/pix`. */
export const providerRoutes = ({ main, named }: ProviderInboxes["Service"]): ReadonlyArray<Route> => [
  routeAt(providerWebhook.path, main),
  ...named.flatMap((inbox) => {
    const path = namedProviderWebhook.path.replace(":name", inbox.name)
    return [routeAt(path, inbox), routeAt(`${path}/:suffix`, inbox)]
  })
]
