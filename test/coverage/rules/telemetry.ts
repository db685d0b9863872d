// What the service tells of itself.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "telemetry-otlp", text: "traces and metrics go to the collector that OTEL_* names", source: "0147" },
  { id: "telemetry-off", text: "without an endpoint nothing is loaded, begun or sent", source: "0147" },
  { id: "telemetry-variables", text: "a wrong OTEL_* variable is refused by name", source: "0147" },
  {
    id: "telemetry-spans",
    text: "spans of requests, use cases and calls of ports, one below the other",
    source: "0147"
  },
  { id: "telemetry-parent", text: "a trace that comes in goes on, recorded or not as it says", source: "0147" },
  { id: "telemetry-jobs", text: "a step of a job links to the trace that asked for it", source: "0147" },
  { id: "telemetry-records", text: "spans name the records by ids of ours", source: "0149" },
  { id: "telemetry-secrets-kept-out", text: "no canary in traces and metrics", source: "0149" },
  { id: "telemetry-sampler", text: "the samplers that OpenTelemetry names", source: "0147" },
  { id: "telemetry-metrics", text: "metrics have the same names on the page and at the collector", source: "0148" },
  { id: "telemetry-counts", text: "requests, use cases, calls, steps, deliveries, balances, process", source: "0148" },
  { id: "telemetry-bounded", text: "no label holds what a caller invents", source: "0148" },
  { id: "telemetry-dashboard", text: "the dashboard and the alerts ask for what is told", source: "0148" },
  { id: "logs-correlated", text: "every line of a request or a job names it and its records", source: "0149" }
]
