// What the host serves beside the interface: health, readiness, metrics, the OpenAPI document and its page. The document
// and the page are made when they are first asked for, so that they cost the start nothing.
import { Effect, Exit } from "effect"
import { Store } from "../../core/ports/store.ts"
import { methodNotAllowed } from "./envelope.ts"
import { metricsPage } from "./metrics.ts"
import type { Plane } from "./plane.ts"
import { json, toJson, type WireAnswer, type WireRequest } from "./wire.ts"

type Page = () => Promise<WireAnswer>

const stateOf = async ({ environment, services }: Plane) => {
  const exit = await Effect.runPromiseExitWith(services)(Store.use((store) => store.ping))
  return { environment, store: Exit.isSuccess(exit) ? "ready" : "unavailable" }
}

const ready = async (planes: ReadonlyArray<Plane>): Promise<WireAnswer> => {
  const adapters = await Promise.all(planes.map(stateOf))
  const isReady = adapters.every(({ store }) => store === "ready")
  return json(isReady ? 200 : 503, toJson({ ready: isReady, planes: adapters }))
}

const openApi = async (): Promise<WireAnswer> => json(200, toJson((await import("./openapi.ts")).document()))

const html = (body: string): WireAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body
})

const docs = async (): Promise<WireAnswer> => html(await (await import("./docs.ts")).docsPage())

/** The pages of an app over these planes. */
export const makePages = (planes: ReadonlyArray<Plane>) => {
  const pages: Readonly<Record<string, Page>> = {
    "/health": async () => json(200, toJson({ status: "ok" })),
    "/ready": () => ready(planes),
    "/metrics": async () => ({
      status: 200,
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      body: await metricsPage(planes)
    }),
    "/openapi.json": openApi,
    "/docs": docs
  }
  return (request: WireRequest, path: string): Promise<WireAnswer> | undefined => {
    const page = pages[path]
    if (page === undefined) return undefined
    return request.method === "GET" || request.method === "HEAD" ? page() : Promise.resolve(methodNotAllowed(["GET"]))
  }
}
