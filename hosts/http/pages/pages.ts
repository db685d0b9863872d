// What the host serves beside the interface: health, readiness, metrics, the OpenAPI document and its page. The document
// and the page are made when they are first requested, so that they cost the start nothing.
import { Effect, Exit, Option } from "effect"
import { FloatWatches } from "../../../core/reports/books/float-watch.ts"
import { Unauthorized } from "../../../core/base/errors/errors.ts"
import { get } from "../../../core/engine/store/records.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { isoInstant } from "../../../core/base/time/instant.ts"
import { bearerOf } from "../api/request/authenticate.ts"
import type { Config } from "../settings/config.ts"
import { dashboardPage } from "./dashboard-files.ts"
import { methodNotAllowed, refusalAnswer } from "../api/request/envelope.ts"
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

const stateOf = async ({ adapters, environment, providers, services }: Plane) => {
  const ping = Store.use((store) => store.ping).pipe(Effect.timeout(patience))
  const exit = await Effect.runPromiseExitWith(services)(ping)
  return {
    environment,
    adapters: { store: Exit.isSuccess(exit) ? "ready" : "unavailable", ...adapters },
    providers: await Effect.runPromise(providersOf(providers)),
    floats: Exit.isSuccess(exit) ? await Effect.runPromiseWith(services)(lowFloats) : []
  }
}

const ready = async (planes: ReadonlyArray<Plane>): Promise<WireAnswer> => {
  const states = await Promise.all(planes.map(stateOf))
  const isReady = states.every(({ adapters }) => adapters.store === "ready")
  return json(isReady ? 200 : 503, toJson({ ready: isReady, planes: states }), isReady ? {} : { "retry-after": "1" })
}

const openApi = async (): Promise<WireAnswer> => json(200, (await import("../api/openapi.ts")).openApiText())

const isDocs = (path: string): boolean => /^\/(?:docs(?:\/.*)?|llms(?:-full)?\.txt)$/.test(path)

const docs = async (request: WireRequest, path: string): Promise<WireAnswer> => {
  const { docsAnswer } = await import("./docs/docs.ts")
  return await docsAnswer(path, new URLSearchParams(request.target.split("?")[1] ?? ""), readsPages(request))
}

const metrics = async (planes: ReadonlyArray<Plane>): Promise<WireAnswer> => ({
  status: 200,
  headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  body: await metricsPage(planes)
})

const metricsRefused = refusalAnswer(new Unauthorized({ problem: "metrics" }))

/** The pages of an app over these planes. Metrics that no one may read are not there. */
export const makePages = (planes: ReadonlyArray<Plane>, access: Config["metrics"]) => {
  const pages = new Map<string, Page>([
    ["/health", async () => json(200, toJson({ status: "ok" }))],
    ["/ready", () => ready(planes)],
    ["/openapi.json", openApi]
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
      : isDocs(path)
      ? () => docs(request, path)
      : pages.get(path)
    if (page === undefined) return undefined
    const isRead = request.method === "GET" || request.method === "HEAD"
    return isRead ? page(request) : Promise.resolve(methodNotAllowed(["GET", "HEAD"]))
  }
}
