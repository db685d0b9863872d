// What a host answers that works and serves nothing: whether it lives, whether it is ready, and what it counts. Anything
// else, the interface included, is not there.
import type { App } from "./app.ts"
import { transportAnswers } from "../api/request/envelope.ts"
import type { makePages } from "../pages/pages.ts"
import { requestIdOf } from "../api/request/wire.ts"

const probes: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/** The app of a worker, of the pages of a host. */
export const makeProbes = (pages: ReturnType<typeof makePages>): App => async (request) => {
  const path = request.target.split("?", 1)[0] ?? ""
  const page = probes.has(path) ? pages(request, path) : undefined
  const answer = await (page ?? Promise.resolve(transportAnswers.routeNotFound)).catch(() => transportAnswers.internal)
  return {
    ...answer,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...answer.headers,
      "x-request-id": requestIdOf(request.headers["x-request-id"])
    }
  }
}
