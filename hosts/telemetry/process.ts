// Figures of the process: memory, processor, event loop, garbage collection. What has to be watched to be known is watched
// from the first time that somebody asks, so a process that no one asks pays nothing.
import { PerformanceObserver, monitorEventLoopDelay } from "node:perf_hooks"
import { Context, Metric } from "effect"

const resident = Metric.gauge("process_resident_memory_bytes", { description: "Memory that the process holds" })
const heap = Metric.gauge("nodejs_heap_used_bytes", { description: "Memory of live and not yet collected objects" })
const external = Metric.gauge("nodejs_external_memory_bytes", { description: "Memory outside the heap" })
const cpu = Metric.gauge("process_cpu_seconds_total", { description: "Processor time used since the start" })
const startedAt = Metric.gauge("process_start_time_seconds", { description: "Start of the process, Unix seconds" })
const loopDelay = Metric.gauge("nodejs_eventloop_delay_milliseconds", {
  description: "How late the event loop was since it was asked the last time"
})
const collections = Metric.counter("nodejs_gc_total", { description: "Garbage collections", incremental: true })
const collecting = Metric.counter("nodejs_gc_milliseconds_total", {
  description: "Time in garbage collections",
  incremental: true
})

const context = Context.empty()

const watchProcess = () => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      collections.updateUnsafe(1, context)
      collecting.updateUnsafe(duration, context)
    }
  }).observe({ entryTypes: ["gc"] })
  collections.updateUnsafe(0, context)
  collecting.updateUnsafe(0, context)
  return delay
}

let watching: ReturnType<typeof watchProcess> | undefined

/** Brings the figures of the process up to date. */
export const measureProcess = (): void => {
  watching ??= watchProcess()
  const { external: outside, heapUsed, rss } = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  resident.updateUnsafe(rss, context)
  heap.updateUnsafe(heapUsed, context)
  external.updateUnsafe(outside, context)
  cpu.updateUnsafe((system + user) / 1_000_000, context)
  startedAt.updateUnsafe(Math.round(Date.now() / 1_000 - process.uptime()), context)
  const { max, mean } = watching
  for (const [of, nanoseconds] of [["mean", mean], ["max", max], ["p99", watching.percentile(99)]] as const) {
    const milliseconds = Number.isFinite(nanoseconds) ? nanoseconds / 1_000_000 : 0
    Metric.withAttributes(loopDelay, { of }).updateUnsafe(milliseconds, context)
  }
  watching.reset()
}
