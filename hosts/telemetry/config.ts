// Where telemetry goes, from the variables that OpenTelemetry defines. Without an endpoint nothing is exported, and what
// exports is not even loaded. What we do not understand is refused by name, as every other variable is.
import { Redacted } from "effect"

/** Which traces are recorded. A ratio is from 0 to 1. */
export interface Sampling {
  /** Whether the decision of whoever asked is followed, where there is one. */
  readonly followsParent: boolean
  readonly ratio: number
}

export interface TelemetryConfig {
  /** Whole addresses; undefined where that signal is not exported. */
  readonly tracesUrl: string | undefined
  readonly metricsUrl: string | undefined
  /** They may hold a key. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly protocol: "http/json" | "http/protobuf"
  readonly serviceName: string
  readonly resource: Readonly<Record<string, string>>
  readonly sampling: Sampling
  readonly tracesEveryMs: number
  readonly metricsEveryMs: number
}

/** How variables are read, and what is wrong with one is told. */
export interface Variables {
  readonly text: (variable: string) => string | undefined
  readonly refuse: (variable: string, message: string) => undefined
  readonly oneOf: <const A extends string>(variable: string, values: ReadonlyArray<A>, fallback: A) => A
}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

/** The telemetry that variables ask for, or undefined for none. */
export const readTelemetry = (read: Variables): TelemetryConfig | undefined => {
  const base = endpointOf(read, "OTEL_EXPORTER_OTLP_ENDPOINT")
  const tracesUrl = urlOf(read, "TRACES", base)
  const metricsUrl = urlOf(read, "METRICS", base)
  const config: TelemetryConfig = {
    tracesUrl,
    metricsUrl,
    headers: Redacted.make(pairsOf(read, "OTEL_EXPORTER_OTLP_HEADERS")),
    protocol: read.oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", ["http/protobuf", "http/json"], "http/protobuf"),
    serviceName: read.text("OTEL_SERVICE_NAME") ?? "pontepay",
    resource: pairsOf(read, "OTEL_RESOURCE_ATTRIBUTES"),
    sampling: samplingOf(read),
    tracesEveryMs: millisecondsOf(read, "OTEL_BSP_SCHEDULE_DELAY", 5_000),
    metricsEveryMs: millisecondsOf(read, "OTEL_METRIC_EXPORT_INTERVAL", 60_000)
  }
  const isOff = read.oneOf("OTEL_SDK_DISABLED", ["true", "false"], "false") === "true"
  return isOff || (tracesUrl === undefined && metricsUrl === undefined) ? undefined : config
}

const endpointOf = (read: Variables, variable: string): string | undefined => {
  const text = read.text(variable)
  if (text === undefined) return undefined
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isHttp ? text : read.refuse(variable, "must be an http or https URL")
}

const urlOf = (read: Variables, signal: "TRACES" | "METRICS", base: string | undefined): string | undefined => {
  const isOff = read.oneOf(`OTEL_${signal}_EXPORTER`, ["otlp", "none"], "otlp") === "none"
  const common = base === undefined ? undefined : `${base.replace(/\/+$/, "")}/v1/${signal.toLowerCase()}`
  const url = endpointOf(read, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ?? common
  return isOff ? undefined : url
}

// `name=value,name=value`, percent-encoded (W3C Baggage).
const pairsOf = (read: Variables, variable: string): Readonly<Record<string, string>> => {
  const pairs = (read.text(variable) ?? "").split(",").map((pair) => pair.trim()).filter((pair) => pair !== "")
  try {
    return Object.fromEntries(pairs.map((pair) => {
      const [, name = "", value = ""] = /^([^=\s]+)\s*=\s*(.*)$/.exec(pair) ?? fail(pair)
      return [decodeURIComponent(name), decodeURIComponent(value)]
    }))
  } catch {
    // What was given may be a key: it is not repeated.
    return read.refuse(variable, "must be name=value pairs, percent-encoded, with commas between them") ?? {}
  }
}

const fail = (pair: string): never => {
  throw new Error(`no pair: ${pair.length} characters`)
}

const samplingOf = (read: Variables): Sampling => {
  const sampler = read.oneOf("OTEL_TRACES_SAMPLER", samplers, "parentbased_always_on")
  const argument = read.text("OTEL_TRACES_SAMPLER_ARG") ?? "1"
  const ratio = /^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.test(argument) ? Number(argument) : undefined
  const followsParent = sampler.startsWith("parentbased_")
  if (sampler.endsWith("traceidratio")) {
    return { followsParent, ratio: ratio ?? read.refuse("OTEL_TRACES_SAMPLER_ARG", "must be from 0 to 1") ?? 1 }
  }
  return { followsParent, ratio: sampler.endsWith("always_on") ? 1 : 0 }
}

const millisecondsOf = (read: Variables, variable: string, fallback: number): number => {
  const text = read.text(variable)
  if (text === undefined) return fallback
  return /^[1-9]\d{0,6}$/.test(text)
    ? Number(text)
    : read.refuse(variable, "must be from 1 to 9999999 milliseconds") ?? fallback
}
