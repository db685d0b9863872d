// The app: one request in, one answer out, whatever server stands in front. It names the environment by the host, finds
// the route, authenticates, checks the transport's limits and runs the route; every failure leaves as an envelope.
import { Cause, Clock, Context, Effect, Exit, LogLevel, type Redacted, References } from "effect"
import { type HostNames, environmentOfHost } from "../../../core/base/environment/environment.ts"
import { requireScope } from "../../../core/customers/access/caller.ts"
import { type RateLeft, RateShown } from "../../../core/customers/access/rate.ts"
import { EnvironmentUnknown } from "../../../core/base/errors/errors.ts"
import { ProviderInboxes } from "../../../core/ports/provider-inbox.ts"
import { answeredLine, auditRefusal } from "../api/request/audit-line.ts"
import { hostedPrefixes } from "../api/definition/hosted.ts"
import { makeAuthenticate, makeRateLimit, makeUseNotes } from "../api/request/authenticate.ts"
import {
  type Failure,
  answeredStatus,
  failureAnswer,
  methodNotAllowed,
  rateHeaders,
  refusalAnswer,
  transportAnswers
} from "../api/request/envelope.ts"
import { depositRoutes } from "../api/handlers/deposit.ts"
import { eventRoutes } from "../api/handlers/event.ts"
import { lightningInvoiceRoutes } from "../api/handlers/lightning-invoice.ts"
import { documentRoutes, uploadRoute } from "../api/handlers/kyc-document.ts"
import { payoutRoutes } from "../api/handlers/payout.ts"
import { kybRoutes } from "../api/handlers/kyb.ts"
import { kycRoutes } from "../api/handlers/kyc.ts"
import { providerRoutes } from "../api/handlers/provider.ts"
import { quoteRoutes } from "../api/handlers/quote.ts"
import { statementRoutes } from "../api/handlers/statement.ts"
import { subaccountRoutes } from "../api/handlers/subaccount.ts"
import { transferRoutes } from "../api/handlers/transfer.ts"
import { walletRoutes } from "../api/handlers/wallet.ts"
import { withdrawRoutes } from "../api/handlers/withdraw.ts"
import { hostedRoutes } from "../pages/hosted/attempt.ts"
import { chargeRoutes } from "../pages/hosted/charge.ts"
import { livenessRoutes } from "../pages/hosted/liveness.ts"
import { missingPage } from "../pages/hosted/missing.ts"
import { pinRoutes } from "../pages/hosted/pin.ts"
import { receiptRoutes } from "../pages/hosted/receipt.ts"
import { swapRoutes } from "../api/handlers/swap.ts"
import { type Door, countRequest } from "../../telemetry/instruments.ts"
import { inRequest, requestSpan } from "../../telemetry/observe.ts"
import { makeManagement } from "../api/management/serve.ts"
import type { Plane } from "../environments/plane.ts"
import type { Config } from "../settings/config.ts"
import { type Addresses, isHost, linkOrigin, strictTransport } from "../api/request/public-address.ts"
import { type Found, type Route, makeRouter, managementPrefixOf, missingUpstream } from "../api/request/route.ts"
import { type CertificateHeader, clientAddress, clientCertificate, peerName } from "../api/request/peer.ts"
import {
  type RefusedCredentials,
  isCredentialRefused,
  makeRefusedCredentials
} from "../api/request/refused-credentials.ts"
import { type RequestTurns, makeRequestTurns } from "../api/request/request-turns.ts"
import { servesDocs } from "../pages/docs/served.ts"
import { strayAnswer } from "../pages/stray.ts"
import { type Uploads, makeUploads } from "../api/request/uploads.ts"
import {
  type Seen,
  type WireAnswer,
  type WireRequest,
  isJson,
  isTooLong,
  requestIdOf,
  unseen
} from "../api/request/wire.ts"
import { type Admission, isProbe } from "./admission.ts"

export interface AppConfig extends Addresses, CertificateHeader, Pick<Config, "docs"> {
  readonly sandbox: Plane
  readonly production: Plane | undefined
  /** Addresses and ranges of the proxies in front, whose X-Forwarded-For is believed. */
  readonly trustedProxies: ReadonlyArray<string>
  /** What addresses may have at once. */
  readonly admission: Admission
  /** Opens management. */
  readonly operatorToken: Redacted.Redacted
  /** Pages beside the interface: health, metrics, documents. Asked first, for paths that are not the interface's. */
  readonly pages: (request: WireRequest, path: string) => Promise<WireAnswer> | undefined
}

/** Answers one request; never rejects. */
export type App = (request: WireRequest) => Promise<WireAnswer>

type Handle = (request: WireRequest, path: string, search: string, seen: Seen) => Promise<WireAnswer>

/** Puts the app together. */
export const makeApp = (config: AppConfig): App => {
  const { admission, hosts, operatorToken, pages, production, publicOrigins, sandbox, trustedProxies } = config
  const addresses = { hosts, publicOrigins }
  const shared = {
    addresses,
    operatorToken,
    uploads: makeUploads(),
    refused: makeRefusedCredentials(),
    inTurn: makeRequestTurns(2)
  }
  const planes = {
    sandbox: serve(sandbox, shared),
    production: production === undefined ? undefined : serve(production, shared)
  }
  // One request of all unknown addresses begins in each turn of the loop, so a known address waits for one of them at most. What
  // names no address, such as a program that embeds the service, has no turn here.
  const strangersInTurn = makeRequestTurns(0)
  const answerTo = async (asked: WireRequest, peer: string | undefined, seen: Seen): Promise<WireAnswer> => {
    if (!isHost(asked.headers["host"] ?? "")) return transportAnswers.hostInvalid
    const [path, search] = split(asked.target)
    if (isTooLong(search)) return transportAnswers.queryTooLong
    const request = { ...asked, peer }
    const handle = isInterface(path) ? planeOf(hosts, planes, request) : undefined
    if (handle !== undefined) {
      return handle({ ...request, certificate: clientCertificate(asked, config) }, path, search, seen)
    }
    const page = pages(request, path)
    if (page !== undefined) seen.pattern = pageName(path)
    return page ?? notServed(config, planes, request, path)
  }
  const admitted = async (request: WireRequest, seen: Seen): Promise<WireAnswer> => {
    const peer = clientAddress(request, trustedProxies)
    const holder = admission.holderOf(peer)
    const places = isProbe(request) ? admission.probes : admission.requests
    if (places.full(holder) !== undefined) return transportAnswers.crowded
    places.change(holder, 1)
    if (!holder.isKnown && holder.name !== undefined && places === admission.requests) {
      await Effect.runPromise(strangersInTurn(holder.name))
    }
    const answer = await answerTo(request, peer, seen).catch(() => transportAnswers.internal)
    places.change(holder, -1)
    if (seen.isProven) admission.know(peer)
    return answer
  }
  return async (request) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request.headers["x-request-id"])
    const seen = unseen(requestId)
    const answer = await admitted(request, seen)
    countRequest(request.method, seen.pattern, answer.status, performance.now() - startedAt)
    return {
      ...answer,
      headers: { ...everywhere, ...strictTransport(addresses, request), ...answer.headers, "x-request-id": requestId }
    }
  }
}

// Answers are about money and people: no one between us and the caller keeps or reinterprets them.
const everywhere = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const

const split = (target: string): readonly [path: string, search: string] => {
  const mark = target.indexOf("?")
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)]
}

// What follows the first part of a page's path may open it.
const pageName = (path: string): string => /^\/[\w.-]{0,20}/.exec(path)?.[0] ?? "/"

const isInterface = (path: string): boolean =>
  path.startsWith("/api/") || path.startsWith("/provider/") || hostedPrefixOf(path) !== undefined ||
  managementPrefixOf(path) !== undefined

const hostedPaths = Object.values(hostedPrefixes)

const hostedPrefixOf = (path: string): string | undefined => hostedPaths.find((prefix) => path.startsWith(prefix))

type Planes = { readonly sandbox: Handle; readonly production: Handle | undefined }

const planeOf = (hosts: HostNames, planes: Planes, request: WireRequest): Handle | undefined => {
  const environment = environmentOfHost(hosts, request.headers["host"] ?? "")
  return environment === undefined ? undefined : planes[environment]
}

const notServed = (config: AppConfig, planes: Planes, request: WireRequest, path: string): WireAnswer => {
  if (!isInterface(path) && !path.startsWith("/hosted/")) return strayAnswer(request, path, servesDocs(config, request))
  return isInterface(path) && planeOf(config.hosts, planes, request) === undefined
    ? refusalAnswer(new EnvironmentUnknown({ host: request.headers["host"] ?? "" }))
    : nothingAt(path, request)
}

const nothingAt = (path: string, request: WireRequest): WireAnswer =>
  path.startsWith("/hosted/") ? missingPage(request) : transportAnswers.routeNotFound

const routes: ReadonlyArray<Route> = [
  ...subaccountRoutes,
  ...walletRoutes,
  ...transferRoutes,
  ...documentRoutes,
  ...kycRoutes,
  ...kybRoutes,
  ...hostedRoutes,
  ...pinRoutes,
  ...livenessRoutes,
  ...chargeRoutes,
  ...receiptRoutes,
  ...depositRoutes,
  ...lightningInvoiceRoutes,
  ...payoutRoutes,
  ...quoteRoutes,
  ...statementRoutes,
  ...eventRoutes,
  ...withdrawRoutes,
  ...swapRoutes
]

/** What the planes of an app have in common. */
interface Shared {
  readonly addresses: Addresses
  readonly operatorToken: Redacted.Redacted
  readonly uploads: Uploads
  readonly refused: RefusedCredentials
  readonly inTurn: RequestTurns
}

const serve = (plane: Plane, { addresses, inTurn, operatorToken, refused, uploads }: Shared): Handle => {
  const { environment, services } = plane
  const find = makeRouter([
    ...routes,
    uploadRoute(uploads),
    ...providerRoutes(Context.get(services, ProviderInboxes))
  ])
  const authenticate = makeAuthenticate(environment)
  const quotaOf = makeRateLimit()
  const noteUseOf = makeUseNotes()
  const manage = makeManagement(operatorToken, plane, refused, inTurn)
  const run = Effect.runPromiseExitWith(services)
  const isTalkative = LogLevel.isGreaterThanOrEqualTo("Debug", Context.get(services, References.MinimumLogLevel))
  // The caller, in the turn of its account, then its rate: the first thing after the key (C13). A request above the rate waits for its
  // turn as well, because 64 of them answered at once delay every other account.
  const admit = Effect.fnUntraced(function*(request: WireRequest, now: number, seen: Seen) {
    const caller = yield* authenticate(request, now)
    seen.keyId = caller.keyId
    seen.caller = caller
    seen.isProven = true
    yield* inTurn(caller.account.id)
    const quota = quotaOf(caller, now)
    seen.headers = quota?.headers
    return quota?.refusal === undefined ? caller : yield* quota.refusal
  })
  const respond = Effect.fnUntraced(function*(request: WireRequest, path: string, search: string, seen: Seen) {
    const found = find(request.method, path)
    if (found._tag === "Nothing") return nothingAt(path, request)
    if (found._tag === "OtherMethods") return methodNotAllowed(found.allowed)
    seen.route = `${found.route.method} ${found.route.path}`
    seen.pattern = found.route.path
    const answer = yield* requestSpan(
      request,
      found,
      seen.requestId,
      watched(path, request, seen, runRoute(request, search, seen, found)),
      answeredStatus
    )
    if (answer.status < 400 && seen.caller !== undefined) {
      yield* noteUseOf(seen.caller, yield* Clock.currentTimeMillis)
    }
    return answer
  })
  // A right credential always passes here: what it opens belongs to its holder, who may share an address with strangers (0193).
  const watched = <R>(
    path: string,
    request: WireRequest,
    seen: Seen,
    run: Effect.Effect<WireAnswer, Failure, R>
  ) => {
    const door = doorOf(path)
    if (door === undefined) return run
    const shown = { door, environment, request, seen }
    return run.pipe(
      Effect.tapError((error) => isCredentialRefused(door, error) ? refused.count(shown) : Effect.void),
      Effect.tap(({ status }) => door === "hosted" && status === 404 ? refused.count(shown) : Effect.void),
      Effect.tap(({ status }) => Effect.sync(() => void (seen.isProven ||= door === "provider" && status < 400)))
    )
  }
  const runRoute = Effect.fnUntraced(function*(
    request: WireRequest,
    search: string,
    seen: Seen,
    { params, route }: FoundRoute
  ) {
    const now = yield* Clock.currentTimeMillis
    const asked = Effect.tap(admit(request, now, seen), (caller) => requireScope(caller, route.scope))
    if (route.provesItself) yield* inTurn(peerName(request.peer))
    const caller = route.provesItself ? asked : Effect.succeed(yield* asked)
    const missing = missingUpstream(plane, route, request.headers["host"] ?? "")
    if (missing !== undefined) return yield* missing
    if (request.body === "tooLarge") return transportAnswers.payloadTooLarge
    if (takesJson(route, request.body) && !isJson(request)) return transportAnswers.unsupportedMediaType
    const origin = () => linkOrigin(addresses, environment, request)
    const shown = (left: RateLeft) => {
      seen.headers = { ...seen.headers, ...rateHeaders(left) }
    }
    return yield* Effect.provideService(
      route.run({ request, body: request.body, search, params, now, origin }, caller),
      RateShown,
      shown
    )
  })
  return async (request, path, search, seen) => {
    const about = inRequest(seen.requestId)
    const exit = await run(
      about((managementPrefixOf(path) !== undefined ? manage : respond)(request, path, search, seen))
    )
    const { answer, isFault } = Exit.isSuccess(exit)
      ? { answer: exit.value, isFault: false }
      : failureAnswer(exit.cause)
    if (isFault && Exit.isFailure(exit)) {
      await run(about(Effect.logError("A request failed", { path: routeName(path), cause: Cause.pretty(exit.cause) })))
    }
    if (answer.status >= 400 && managementPrefixOf(path) === undefined) await run(about(auditRefusal(seen, answer)))
    if (isTalkative) await run(about(answeredLine(seen, answer)))
    return seen.headers === undefined ? answer : { ...answer, headers: { ...seen.headers, ...answer.headers } }
  }
}

type FoundRoute = Extract<Found<Route>, { readonly _tag: "Route" }>

const takesJson = ({ hasBody }: Route, body: Uint8Array): boolean => hasBody === "optional" ? body.length > 0 : hasBody

const doorOf = (path: string): Door | undefined => {
  if (path.startsWith("/provider/")) return "provider"
  return hostedPrefixOf(path) === undefined ? undefined : "hosted"
}

// Ids in a path may be personal, and the token of an upload, a charge or a receipt opens it; a log line names the shape
// alone.
const routeName = (path: string): string => hostedPrefixOf(path) ?? path.split("/").slice(0, 4).join("/")
