// What the host counts, in the Prometheus text format.
import { Context, Effect, Metric } from "effect"
import { formatUnsafe } from "effect/observability/PrometheusMetrics"
import { JobQueue } from "../../core/ports/job-queue.ts"
import type { Plane } from "./plane.ts"

const requests = Metric.counter("http_requests_total", { description: "Requests answered", incremental: true })
const durations = Metric.histogram("http_request_duration_milliseconds", {
  description: "Time from request to answer",
  boundaries: [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]
})
const jobs = Metric.gauge("jobs", { description: "Jobs by state" })
const oldest = Metric.gauge("job_oldest_due_milliseconds", { description: "How long the oldest due job has waited" })

const adapters = Metric.gauge("adapters", {
  description: "What stands behind each port: 1 for the state that it is in"
})

const counters = new Map<string, typeof requests>()
const context = Context.empty()

// Anybody may invent a method; what they invent is not a label of ours.
const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Counts an answered request. */
export const countRequest = (asked: string, status: number, milliseconds: number): void => {
  const method = known.has(asked) ? asked : "other"
  const key = `${method} ${status}`
  const counter = counters.get(key) ?? Metric.withAttributes(requests, { method, status: String(status) })
  counters.set(key, counter)
  counter.updateUnsafe(1, context)
  durations.updateUnsafe(milliseconds, context)
}

const measureAdapters = ({ adapters: states, environment }: Plane): void => {
  for (const [port, state] of Object.entries(states)) {
    Metric.withAttributes(adapters, { environment, port, state }).updateUnsafe(1, context)
  }
}

const measureQueue = ({ environment, services }: Plane) =>
  Effect.gen(function*() {
    const now = Date.now()
    const depth = yield* JobQueue.use((queue) => queue.depth(now))
    for (const state of ["due", "leased", "dead"] as const) {
      Metric.withAttributes(jobs, { environment, state }).updateUnsafe(depth[state], context)
    }
    const waited = depth.oldestDueAt === null ? 0 : now - depth.oldestDueAt
    Metric.withAttributes(oldest, { environment }).updateUnsafe(waited, context)
  }).pipe(Effect.ignore, Effect.provide(services))

/** The page of metrics; the queues are measured when it is asked for. */
export const metricsPage = async (planes: ReadonlyArray<Plane>): Promise<string> => {
  planes.forEach(measureAdapters)
  await Effect.runPromise(Effect.forEach(planes, measureQueue, { discard: true }))
  return formatUnsafe(context)
}
