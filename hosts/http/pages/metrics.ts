// What the host counts, in the Prometheus text format.
import { Context, Effect, Metric } from "effect"
import { formatUnsafe } from "effect/observability/PrometheusMetrics"
import { FloatWatches } from "../../../core/reports/books/float-watch.ts"
import { printHeld } from "../../../core/base/money/decimal.ts"
import { countOpenReviews } from "../../../core/engine/review/count-reviews.ts"
import { JobQueue } from "../../../core/engine/store/job-queue.ts"
import { byId, together } from "../../../core/engine/store/records.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { AuditTallies } from "../../../core/upkeep/reconcile/tally-of-audits.ts"
import { owingKinds } from "../../../core/upkeep/reconcile/owing-kinds.ts"
import { Tallies } from "../../../core/upkeep/reconcile/tally.ts"
import { measureBalances } from "../../telemetry/balances.ts"
import { measureProcess } from "../../telemetry/process.ts"
import type { Plane } from "../environments/plane.ts"

const jobs = Metric.gauge("jobs", { description: "Jobs by state" })
const oldest = Metric.gauge("job_oldest_due_milliseconds", { description: "How long the oldest due job has waited" })

const adapters = Metric.gauge("adapters", {
  description: "What stands behind each port: 1 for the state that it is in"
})

const providerCalls = Metric.gauge("provider_calls", { description: "Calls of the last five minutes to each provider" })
const providerFailures = Metric.gauge("provider_failures", { description: "Those of them that failed" })
const providerAway = Metric.gauge("provider_away", {
  description: "1 for a provider that failed several times in a row and is asked rarely"
})
const certificateDays = Metric.gauge("provider_certificate_days", {
  description: "Whole days until our client certificate for a provider ends"
})

const floatUnits = Metric.gauge("float", {
  description: "Whole units that a treasury or a fee account with a mark can spend"
})
const floatLow = Metric.gauge("float_low", { description: "1 for a float below its low mark" })

const openReviews = Metric.gauge("open_reviews", {
  description: "Reviews that need a person: all of them, and those open for longer than a day and a week"
})

const openRecords = Metric.gauge("open_records", { description: "Records that have an end to come to, by kind" })
const unknownOutcomes = Metric.gauge("unknown_outcomes", { description: "Records with an unknown outcome, by kind" })
const oldestUnknown = Metric.gauge("oldest_unknown_age_seconds", { description: "Age of the oldest unknown outcome" })
const deadOwed = Metric.gauge("reconciler_dead_jobs", { description: "Jobs that records need and that were put aside" })
const orphans = Metric.counter("reconciler_orphans_total", { description: "Records that had lost their job" })
const audits = Metric.counter("audits_total", { description: "Audits of the plane that ended, by how" })
const checks = Metric.counter("invariant_checks_total", { description: "Rows that audits have looked at" })
const violations = Metric.counter("invariant_violations_total", { description: "Violations found, by invariant" })
const auditAge = Metric.gauge("audit_age_seconds", { description: "Time since the last audit ended" })

const context = Context.empty()

const measureAdapters = ({ adapters: states, environment }: Plane): void => {
  for (const [port, state] of Object.entries(states)) {
    Metric.withAttributes(adapters, { environment, port, state }).updateUnsafe(1, context)
  }
}

const measureProviders = ({ environment, providers }: Plane) =>
  Effect.forEach(providers, ({ name, state }) =>
    Effect.map(state, (found) => {
      const labels = { environment, provider: name }
      Metric.withAttributes(providerCalls, labels).updateUnsafe(found.calls, context)
      Metric.withAttributes(providerFailures, labels).updateUnsafe(found.failures, context)
      Metric.withAttributes(providerAway, labels).updateUnsafe(found.state === "away" ? 1 : 0, context)
      if (found.certificateDaysLeft !== null) {
        Metric.withAttributes(certificateDays, labels).updateUnsafe(found.certificateDaysLeft, context)
      }
    }))

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

// What the data store counts is reported by every process alike: a counter is raised by what came in since the last report.
const told = new Map<string, number>()
const raise = (counter: typeof orphans, attributes: Readonly<Record<string, string>>, total: number): void => {
  const key = JSON.stringify([counter.id, attributes])
  const before = told.get(key) ?? 0
  told.set(key, total)
  Metric.withAttributes(counter, attributes).updateUnsafe(Math.max(0, total - before), context)
}

const measureOpen = ({ environment, services }: Plane) =>
  Effect.gen(function*() {
    const now = Date.now()
    const counts = new Map((yield* Store.use((store) => store.owingCounts)).map((count) => [count.kind, count]))
    let oldestDoubt = now
    for (const kind of owingKinds) {
      const count = counts.get(kind)
      Metric.withAttributes(openRecords, { environment, kind }).updateUnsafe(count?.records ?? 0, context)
      Metric.withAttributes(unknownOutcomes, { environment, kind }).updateUnsafe(count?.doubted ?? 0, context)
      oldestDoubt = Math.min(oldestDoubt, count?.doubtedAt ?? now)
    }
    Metric.withAttributes(oldestUnknown, { environment }).updateUnsafe((now - oldestDoubt) / 1_000, context)
    const { audit, reconcile } = yield* together({
      reconcile: byId(Tallies, "reconcile"),
      audit: byId(AuditTallies, "audit")
    })
    Metric.withAttributes(deadOwed, { environment }).updateUnsafe(reconcile?.dead ?? 0, context)
    raise(orphans, { environment }, reconcile?.restored ?? 0)
    if (audit === undefined) return
    raise(audits, { environment, end: "judged" }, audit.audits)
    raise(audits, { environment, end: "failed" }, audit.failures)
    raise(checks, { environment }, audit.checks)
    for (const [invariant, found] of Object.entries(audit.violations)) {
      raise(violations, { environment, invariant }, found)
    }
    if (audit.endedAt !== null) {
      Metric.withAttributes(auditAge, { environment }).updateUnsafe((now - audit.endedAt) / 1_000, context)
    }
  }).pipe(Effect.ignore, Effect.provide(services))

const measureFloats = ({ environment, services }: Plane) =>
  Effect.gen(function*() {
    const { watch } = yield* together({ watch: byId(FloatWatches, "floats") })
    for (const { level, network, units, what } of watch?.floats ?? []) {
      const labels = { environment, network, what }
      // For looking at, so a double is exact enough.
      Metric.withAttributes(floatUnits, labels).updateUnsafe(Number(printHeld(what, units)), context)
      Metric.withAttributes(floatLow, labels).updateUnsafe(level === "low" ? 1 : 0, context)
    }
  }).pipe(Effect.ignore, Effect.provide(services))

const measureReviews = ({ environment, services }: Plane) =>
  Effect.gen(function*() {
    const { open, overDay, overWeek } = yield* countOpenReviews()
    for (const [age, count] of Object.entries({ all: open, "over a day": overDay, "over a week": overWeek })) {
      Metric.withAttributes(openReviews, { environment, age }).updateUnsafe(count, context)
    }
  }).pipe(Effect.ignore, Effect.provide(services))

const measureLedger = ({ services }: Plane) => measureBalances.pipe(Effect.ignore, Effect.provide(services))

/** Brings the figures up to date that are not counted as things happen: queues, what is open, the ledger, the process. */
export const measure = (planes: ReadonlyArray<Plane>): Effect.Effect<void> =>
  Effect.suspend(() => {
    measureProcess()
    planes.forEach(measureAdapters)
    const all = [measureProviders, measureQueue, measureOpen, measureReviews, measureFloats, measureLedger]
    return Effect.forEach(all, (look) => Effect.forEach(planes, look), { discard: true })
  })

/** The page of metrics; what has to be measured is measured when it is requested. */
export const metricsPage = async (planes: ReadonlyArray<Plane>): Promise<string> => {
  await Effect.runPromise(measure(planes))
  return formatUnsafe(context)
}
