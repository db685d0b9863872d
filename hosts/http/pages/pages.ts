// What the host serves beside the interface: health, readiness, metrics and the documentation, which is loaded when it is first
// requested, so that it costs the start nothing. Invariant: no one needs a key for any of it, so that what one request may cost is
// bounded, and so is how often an address has it.
import { Effect, Exit, Option } from "effect"
import { FloatWatches } from "../../../core/reports/books/float-watch.ts"
import { RateLimited, Unauthorized } from "../../../core/base/errors/errors.ts"
import { countOpenReviews } from "../../../core/engine/review/count-reviews.ts"
import { limits } from "../../../core/base/limits/limits.ts"
import { get } from "../../../core/engine/store/records.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { isoInstant } from "../../../core/base/time/instant.ts"
import { bearerOf } from "../api/request/authenticate.ts"
import type { Config } from "../settings/config.ts"
import { dashboardPage } from "./dashboard-files.ts"
import { methodNotAllowed, refusalAnswer } from "../api/request/envelope.ts"
import { peerName } from "../api/request/peer.ts"
import { makeRateBuckets } from "../api/request/rate-buckets.ts"
import { servesDocs } from "./docs/served.ts"
import { hostedPage } from "./hosted/pages.ts"
import { metricsPage } from "./metrics.ts"
import type { Plane } from "../environments/plane.ts"
import { providerFacts } from "../environments/provider-facts.ts"
import { tokenCheck } from "../api/request/token-check.ts"
import { type WireAnswer, type WireRequest, json, readsPages, toJson } from "../api/request/wire.ts"

type Page = (request: WireRequest) => Promise<WireAnswer>

// A store that does not answer in this time is not ready, whatever it says later.
const patience = "2 seconds"

// Everybody may read this: why a call failed is for operators alone.
const providersOf = (providers: Plane["providers"]) =>
  Effect.map(providerFacts(providers), (all) => all.map(({ problem: _, ...facts }) => facts))

// What waits for somebody to fill it. Amounts are for operators alone.
const lowFloats = Effect.map(
  Effect.option(Effect.timeout(get(FloatWatches, "floats"), patience)),
  (found) =>
    (Option.getOrUndefined(Option.flatten(found))?.value.floats ?? [])
      .filter(({ level }) => level === "low")
      .map(({ level, network, since, what }) => ({ network, what, level, since: isoInstant(since) }))
)

// How many things need a person; what they are is for operators alone.
const openReviews = Effect.map(
  Effect.option(Effect.timeout(countOpenReviews(), patience)),
  (found) => Option.getOrNull(found)
)

const stateOf = async ({ adapters, environment, providers, services }: Plane) => {
  const ping = Store.use((store) => store.ping).pipe(Effect.timeout(patience))
  const exit = await Effect.runPromiseExitWith(services)(ping)
  return {
    environment,
    adapters: { store: Exit.isSuccess(exit) ? "ready" : "unavailable", ...adapters },
    providers: await Effect.runPromise(providersOf(providers)),
    floats: Exit.isSuccess(exit) ? await Effect.runPromiseWith(services)(lowFloats) : [],
    reviews: Exit.isSuccess(exit) ? await Effect.runPromiseWith(services)(openReviews) : null
  }
}

const readiness = async (planes: ReadonlyArray<Plane>): Promise<WireAnswer> => {
  const states = await Promise.all(planes.map(stateOf))
  const isReady = states.every(({ adapters }) => adapters.store === "ready")
  return json(isReady ? 200 : 503, toJson({ ready: isReady, planes: states }), isReady ? {} : { "retry-after": "1" })
}

/** How long the state of the adapters is taken for what it is. */
const readyMs = 1_000

// Anybody may ask, and each answer asks the stores: however many ask, they are asked once at a time and once in a second.
const makeReady = (planes: ReadonlyArray<Plane>): Page => {
  let answer: Promise<WireAnswer> | undefined
  return () =>
    answer ??= readiness(planes).finally(() => {
      setTimeout(() => {
        answer = undefined
      }, readyMs).unref()
    })
}

const isDocs = (path: string): boolean => /^\/(?:docs(?:\/.*)?|llms(?:-full)?\.txt|openapi\.json)$/.test(path)

const queryOf = (target: string): string => target.slice(target.indexOf("?") + 1 || target.length)

// At its rate one permission is never further away than that.
const tooOften = refusalAnswer(new RateLimited({ retryAfterSeconds: 1 }))

/** The documentation: each address reads it at a rate of its own. Clients that cannot be told apart would slow each other down. */
const makeDocs = () => {
  const take = makeRateBuckets()
  const isTooOften = (peer: string): boolean =>
    take(peerName(peer), limits.documentationRate, Date.now()).retryAfterSeconds !== undefined
  return async (request: WireRequest, path: string): Promise<WireAnswer> => {
    if (request.peer !== undefined && isTooOften(request.peer)) return tooOften
    const { docsAnswer } = await import("./docs/docs.ts")
    return await docsAnswer(path, queryOf(request.target), readsPages(request))
  }
}

const metrics = async (planes: ReadonlyArray<Plane>): Promise<WireAnswer> => ({
  status: 200,
  headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  body: await metricsPage(planes)
})

const metricsRefused = refusalAnswer(new Unauthorized({ problem: "metrics" }))

/** The pages of an app over these planes. Metrics that no one may read, and documentation that is left out, are not there. */
export const makePages = (planes: ReadonlyArray<Plane>, config: Pick<Config, "docs" | "hosts" | "metrics">) => {
  const { metrics: access } = config
  const docs = makeDocs()
  const pages = new Map<string, Page>([
    ["/health", async () => json(200, toJson({ status: "ok" }))],
    ["/ready", makeReady(planes)]
  ])
  if (access !== "closed") {
    const isToken = access === "open" ? undefined : tokenCheck(access)
    pages.set("/metrics", async (request) => {
      const given = bearerOf(request)
      const isAllowed = isToken === undefined || given !== undefined && isToken(given)
      return isAllowed ? await metrics(planes) : metricsRefused
    })
  }
  return (request: WireRequest, path: string): Promise<WireAnswer> | undefined => {
    const dashboard = dashboardPage(request, path)
    if (dashboard !== undefined) return dashboard
    const hosted = hostedPage(path, request)
    const page = hosted !== undefined
      ? () => Promise.resolve(hosted)
      : isDocs(path) && servesDocs(config, request)
      ? () => docs(request, path)
      : pages.get(path)
    if (page === undefined) return undefined
    const isRead = request.method === "GET" || request.method === "HEAD"
    return isRead ? page(request) : Promise.resolve(methodNotAllowed(["GET", "HEAD"]))
  }
}
