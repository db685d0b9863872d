// What a service tells of itself: traces and metrics at a collector, the page of metrics, and lines that name what they
// are about. The collector is one of our own that reads OTLP in JSON.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HostProcess, eventually, startProcess } from "../support/host.ts"
import { send } from "../support/http.ts"
import { type Collector, openCollector } from "../support/collector.ts"
import { makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
/** Of a trace that its caller does not record. */
const unrecordedId = traceId.replace("0af", "1af")
const parentId = "b7ad6b7169203331"

describe("a service with a collector", () => {
  let collector: Collector
  let host: HostProcess
  let externalId: string
  let trackId: string

  beforeAll(async () => {
    collector = await openCollector()
    host = await startProcess({
      variables: {
        LOG_LEVEL: "debug",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.base,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-key",
        OTEL_SERVICE_NAME: "pontepay-under-test",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        OTEL_BSP_SCHEDULE_DELAY: "100",
        OTEL_METRIC_EXPORT_INTERVAL: "200"
      }
    })
    const made = await makeDeposit(host.base, host.key)
    externalId = made.externalId
    trackId = made.trackId
    await settleWithKey(host.base, host.key, trackId)
    await untilStatus(host.base, host.key, externalId, "COMPLETED")
    await send(host.base, {
      path: `/api/deposit/asset/${externalId}`,
      key: host.key,
      headers: { traceparent: `00-${traceId}-${parentId}-01`, "x-request-id": "traced-read" }
    })
    await send(host.base, {
      path: `/api/deposit/asset/${externalId}`,
      key: host.key,
      headers: { traceparent: `00-${unrecordedId}-${parentId}-00` }
    })
    await eventually(
      () => Promise.resolve(collector.spans()),
      (spans) =>
        spans.some(({ name }) => name === "perform-movement") && spans.some(({ traceId: id }) => id === traceId)
    )
  })
  afterAll(async () => {
    await host.stop()
    await collector.close()
  })

  const named = (name: string) => collector.spans().filter((span) => span.name === name)
  const request = () => named("POST /api/deposit/asset")[0]

  it("says who it is, with the headers that were asked for §telemetry-otlp", () => {
    expect(collector.resource()).toMatchObject({
      "service.name": "pontepay-under-test",
      "service.version": expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
      "deployment.environment.name": "test"
    })
    expect(collector.headers()["authorization"]).toBe("Bearer collector-key")
  })

  it("traces a request, its use case and what it asks of ports §telemetry-spans", () => {
    const root = request()
    expect(root).toMatchObject({ kind: 2, parentSpanId: "" })
    expect(root?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/api/deposit/asset",
      "http.response.status_code": 200,
      "pontepay.request_id": expect.any(String) as unknown
    })
    const ofIt = collector.spans().filter((span) => span.traceId === root?.traceId)
    const useCase = ofIt.find(({ name }) => name === "createDeposit")
    expect(useCase).toMatchObject({ parentSpanId: root?.spanId, attributes: { outcome: "done" } })
    const below = ofIt.filter(({ parentSpanId }) => parentSpanId === useCase?.spanId)
    expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(["PixRail.createCharge", "Store.commit"]))
    expect(below.find(({ name }) => name === "PixRail.createCharge")?.attributes).toMatchObject({ outcome: "done" })
  })

  it("names the records that a request wrote, by ids of ours §telemetry-records", () => {
    // The answer under the Idempotency-Key is kept by the id of the account.
    expect(request()?.attributes["pontepay.records"]).toEqual([
      expect.stringMatching(/^dep_[0-9a-f]{32}$/),
      expect.stringMatching(/^acc_[0-9a-f]{32}$/)
    ])
  })

  it("goes on with the trace of whoever asked, and not with one that is not recorded §telemetry-parent", () => {
    const read = named("GET /api/deposit/asset/:externalId")
    expect(read.filter((span) => span.traceId === traceId)).toMatchObject([{
      parentSpanId: parentId,
      attributes: { "pontepay.request_id": "traced-read" }
    }])
    expect(collector.spans().filter((span) => span.traceId === unrecordedId)).toEqual([])
  })

  it("links a step of a job to the trace that asked for it §telemetry-jobs", () => {
    const [step] = named("perform-movement")
    expect(step).toMatchObject({ kind: 5, parentSpanId: "", attributes: { outcome: "finished" } })
    const asked = collector.spans().find(({ traceId: id }) => id === step?.links[0]?.traceId)
    expect(asked).toBeDefined()
    expect(collector.spans().filter((span) => span.traceId === step?.traceId).map(({ name }) => name)).toContain(
      "Chain.deliver"
    )
  })

  it("sends the metrics of its page under the same names §telemetry-metrics", async () => {
    const page = await send(host.base, { path: "/metrics" })
    const onPage = [...page.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const sent = await eventually(
      () => Promise.resolve(collector.metrics()),
      (metrics) => onPage.every((name) => metrics.has(String(name)))
    )
    expect(onPage.length).toBeGreaterThan(20)
    expect([...sent].toSorted()).toEqual(expect.arrayContaining(onPage))
  })

  it("names the request, the job and their records on every line §logs-correlated", () => {
    const lines = host.output().stderr.trimEnd().split("\n").map((line) => JSON.parse(line) as Line)
    const about = lines.filter(({ annotations }) => annotations?.["requestId"] !== undefined)
    expect(about.length).toBeGreaterThan(0)
    const answered = lines.find(({ annotations, message }) =>
      annotations?.["requestId"] === "traced-read" && String(message[0]) === "answered"
    )
    expect(answered?.message[1]).toMatchObject({ route: "GET /api/deposit/asset/:externalId", status: 200 })
    const steps = lines.filter(({ annotations }) => annotations?.["task"] === "perform-movement")
    expect(steps[0]?.annotations).toMatchObject({
      job: expect.any(String) as unknown,
      records: expect.arrayContaining([expect.stringMatching(/^dep_/)]) as unknown
    })
  })
})

interface Line {
  readonly message: ReadonlyArray<unknown>
  readonly annotations?: Readonly<Record<string, unknown>>
}
