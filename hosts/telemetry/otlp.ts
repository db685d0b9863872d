// Traces and metrics over OTLP/HTTP, by Effect's own exporter. This file is loaded where an endpoint is configured and
// nowhere else. A collector that is away costs what it missed: nothing waits for it.
import { readFileSync } from "node:fs"
import { Context, Effect, Layer, Redacted, Tracer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import type { TelemetryConfig } from "./config.ts"
import { type Sampler, Sampling } from "./observe.ts"

/** How long the end of the process waits for what is still to be exported. */
const shutdownTimeout = "2 seconds"

/** Starts exporting until the scope closes; what it gives makes the fibres that get it record traces. */
export const openOtlp = (config: TelemetryConfig) =>
  Effect.gen(function*() {
    const resource = {
      serviceName: config.serviceName,
      serviceVersion: version(),
      attributes: { "process.pid": process.pid, ...config.resource }
    }
    const common = { resource, headers: Redacted.value(config.headers), shutdownTimeout } as const
    if (config.metricsUrl !== undefined) {
      yield* OtlpMetrics.make({
        ...common,
        url: config.metricsUrl,
        exportInterval: config.metricsEveryMs,
        temporality: "cumulative"
      })
    }
    if (config.tracesUrl === undefined) return Context.empty()
    const tracer = yield* OtlpTracer.make({ ...common, url: config.tracesUrl, exportInterval: config.tracesEveryMs })
    return Context.make(Tracer.Tracer, tracer).pipe(Context.add(Sampling, samplerOf(config.sampling)))
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        config.protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf,
        FetchHttpClient.layer,
        OtlpExporter.layerFlusher
      )
    )
  )

const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : ""
}

/** The sampler; a ratio is taken of the trace id where there is one, so that every service of a trace decides alike. */
export const samplerOf = ({ followsParent, ratio }: TelemetryConfig["sampling"]): Sampler => (parent) => {
  if (parent === undefined) return Math.random() < ratio
  return followsParent ? parent.sampled : Number.parseInt(parent.traceId.slice(-13), 16) < ratio * 2 ** 52
}
