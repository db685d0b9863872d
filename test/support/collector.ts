// An OpenTelemetry collector on loopback: takes OTLP/HTTP in JSON and says what it was told.
import { type IncomingMessage, createServer } from "node:http"
import { text } from "node:stream/consumers"
import { type Loopback, onLoopback } from "./loopback.ts"

type Attributes = Readonly<Record<string, unknown>>

export interface CollectedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  /** Empty for a root. */
  readonly parentSpanId: string
  readonly attributes: Attributes
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
}

export interface Collector extends Loopback {
  readonly spans: () => ReadonlyArray<CollectedSpan>
  /** Names of the metrics that came. */
  readonly metrics: () => ReadonlySet<string>
  readonly resource: () => Attributes
  /** Headers of the last request. */
  readonly headers: () => IncomingMessage["headers"]
  /** Everything that came, as it came. */
  readonly raw: () => string
}

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface WireSpan extends Omit<CollectedSpan, "attributes" | "parentSpanId"> {
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<KeyValue>
}

interface Batch {
  readonly resource: { readonly attributes: ReadonlyArray<KeyValue> }
  readonly scopeSpans?: ReadonlyArray<{ readonly spans: ReadonlyArray<WireSpan> }>
  readonly scopeMetrics?: ReadonlyArray<{ readonly metrics: ReadonlyArray<{ readonly name: string }> }>
}

const valueOf = (value: Readonly<Record<string, unknown>>): unknown => {
  const [held] = Object.values(value)
  return "arrayValue" in value
    ? (held as { readonly values: ReadonlyArray<Readonly<Record<string, unknown>>> }).values.map(valueOf)
    : held
}

const attributesOf = (pairs: ReadonlyArray<KeyValue>): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, valueOf(value)]))

/** Opens a collector. */
export const openCollector = async (): Promise<Collector> => {
  const bodies: Array<string> = []
  const spans: Array<CollectedSpan> = []
  const metrics = new Set<string>()
  let resource: Attributes = {}
  let headers: IncomingMessage["headers"] = {}
  const take = (batch: Batch): void => {
    resource = attributesOf(batch.resource.attributes)
    for (const span of batch.scopeSpans?.flatMap((scope) => scope.spans) ?? []) {
      spans.push({ ...span, parentSpanId: span.parentSpanId ?? "", attributes: attributesOf(span.attributes) })
    }
    for (const { name } of batch.scopeMetrics?.flatMap((scope) => scope.metrics) ?? []) metrics.add(name)
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      ;({ headers } = request)
      bodies.push(body)
      const told = JSON.parse(body) as Readonly<Record<"resourceSpans" | "resourceMetrics", ReadonlyArray<Batch>>>
      for (const batch of [...told.resourceSpans ?? [], ...told.resourceMetrics ?? []]) take(batch)
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  return {
    ...(await onLoopback(server)),
    spans: () => spans,
    metrics: () => metrics,
    resource: () => resource,
    headers: () => headers,
    raw: () => bodies.join("\n")
  }
}
