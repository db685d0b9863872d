// Telemetry by configuration: what variables mean, that nothing is loaded without them, and whose traces are recorded.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Context, Effect, Exit, Option, Redacted, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { readConfig } from "../../../../hosts/http/settings/config.ts"
import { optionalPackage } from "../../../../hosts/http/environments/optional-package.ts"
import { samplerOf } from "../../../../hosts/telemetry/otlp.ts"
import { Sampling, type Work, rootSpan, touch, traced } from "../../../../hosts/telemetry/observe.ts"

const root = join(import.meta.dirname, "../../../..")
const node = join(root, "node_modules/.bin/node")

const telemetryOf = (variables: Readonly<Record<string, string>>) => {
  const config = readConfig(variables)
  if ("length" in config) return config.map(({ message, variable }) => `${variable}: ${message}`)
  return config.telemetry
}

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" }

describe("variables", () => {
  it("ask for nothing by themselves §telemetry-off", () => {
    expect(telemetryOf({})).toBeUndefined()
    expect(telemetryOf({ OTEL_SERVICE_NAME: "x", OTEL_TRACES_SAMPLER: "always_on" })).toBeUndefined()
    expect(telemetryOf({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeUndefined()
    expect(telemetryOf({ ...endpoint, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" })).toBeUndefined()
  })

  it("name where each signal goes, and as whom §telemetry-variables", () => {
    expect(telemetryOf(endpoint)).toMatchObject({
      tracesUrl: "http://collector:4318/v1/traces",
      metricsUrl: "http://collector:4318/v1/metrics",
      protocol: "http/protobuf",
      serviceName: "pontepay",
      sampling: { followsParent: true, ratio: 1 }
    })
    expect(telemetryOf({
      ...endpoint,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/own",
      OTEL_METRICS_EXPORTER: "none"
    })).toMatchObject({ tracesUrl: "https://traces.example/own", metricsUrl: undefined })
    const told = telemetryOf({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%2Cb, x = y" })
    if (told === undefined || "length" in told) throw new Error("refused")
    expect(Redacted.value(told.headers)).toEqual({ "api-key": "a,b", x: "y" })
    expect(JSON.stringify(told)).not.toContain("a,b")
  })

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "ftp://collector"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "no pair"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x=%zz"],
    ["OTEL_RESOURCE_ATTRIBUTES", "=y"],
    ["OTEL_TRACES_SAMPLER", "sometimes"],
    ["OTEL_BSP_SCHEDULE_DELAY", "0"],
    ["OTEL_METRIC_EXPORT_INTERVAL", "soon"],
    ["OTEL_SDK_DISABLED", "maybe"],
    ["OTEL_TRACES_EXPORTER", "zipkin"]
  ])("are refused by name: %s=%s §telemetry-variables", (variable, value) => {
    expect(telemetryOf({ ...endpoint, [variable]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${variable}: must be `))
    ])
  })

  it.each(["-0.1", "1.1", "half", "1e-1"])("a ratio is from 0 to 1, not %s §telemetry-variables", (ratio) => {
    const asked = { ...endpoint, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: ratio }
    expect(telemetryOf(asked)).toEqual(["OTEL_TRACES_SAMPLER_ARG: must be from 0 to 1"])
  })
})

describe("without an endpoint", () => {
  it("nothing that exports is loaded §telemetry-off", async () => {
    const script = `
      import { registerHooks } from "node:module"
      const seen = []
      registerHooks({ resolve: (name, context, next) => { const found = next(name, context); seen.push(found.url); return found } })
      const { embed } = await import("./hosts/http/index.ts")
      const service = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "none" })
      await service.fetch(new Request("http://localhost/api/subaccount"))
      await service.close()
      console.log(JSON.stringify(seen))
    `
    const { stdout } = await promisify(execFile)(node, ["--input-type=module", "--eval", script], { cwd: root })
    const modules = JSON.parse(stdout) as ReadonlyArray<string>
    expect(modules.some((url) => url.endsWith("/hosts/telemetry/observe.ts"))).toBe(true)
    expect(modules.filter((url) => /telemetry\/otlp\.ts|\/Otlp\w+\.js|FetchHttpClient/.test(url))).toEqual([])
  })

  it("no span is begun §telemetry-off", () => {
    const seen = Effect.runSync(
      rootSpan(
        () => {
          throw new Error("asked what the span is")
        },
        traced("x", "internal", () => ({}), Effect.option(Effect.currentSpan), () => ({})),
        () => ({})
      )
    )
    expect(Option.isNone(seen)).toBe(true)
  })
})

describe("samplers", () => {
  const recorded = Tracer.externalSpan({ traceId: "0".repeat(31) + "1", spanId: "1".repeat(16), sampled: true })
  const unrecorded = Tracer.externalSpan({ traceId: "f".repeat(32), spanId: "1".repeat(16), sampled: false })
  const of = (sampler: string, ratio = "1") => {
    const told = telemetryOf({ ...endpoint, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio })
    if (told === undefined || "length" in told) throw new Error("refused")
    const sample = samplerOf(told.sampling)
    return [sample(undefined), sample(recorded), sample(unrecorded)]
  }

  it.each([
    ["always_on", "1", [true, true, true]],
    ["always_off", "1", [false, false, false]],
    ["traceidratio", "1", [true, true, true]],
    ["traceidratio", "0", [false, false, false]],
    ["parentbased_always_on", "1", [true, true, false]],
    ["parentbased_always_off", "1", [false, true, false]],
    ["parentbased_traceidratio", "0", [false, true, false]]
  ])("%s %s §telemetry-sampler", (sampler, ratio, expected) => {
    expect(of(sampler, ratio)).toEqual(expected)
  })

  it("a ratio is of the trace id, alike in every service §telemetry-sampler", () => {
    const [, low, high] = of("traceidratio", "0.5")
    expect([low, high]).toEqual([true, false])
  })
})

describe("spans", () => {
  const ended: Array<{ readonly name: string; readonly exit: string; readonly attributes: unknown }> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const end = span.end.bind(span)
      span.end = (at, exit) => {
        ended.push({ name: span.name, exit: JSON.stringify(exit), attributes: Object.fromEntries(span.attributes) })
        end(at, exit)
      }
      return span
    }
  })

  it("say what failed by its name, and nothing that it says of people §telemetry-secrets-kept-out", () => {
    const secret = "529.982.247-25"
    const failing = Effect.die(new TypeError(`cannot read ${secret}`, { cause: secret }))
    const exit = Effect.runSyncExit(
      rootSpan(
        () => ({ name: "root", kind: "server", attributes: {} }),
        traced("below", "internal", () => ({}), failing, () => ({ problem: "TypeError" })),
        () => ({ problem: "TypeError" })
      ).pipe(Effect.provideContext(Context.make(Tracer.Tracer, tracer).pipe(Context.add(Sampling, () => true))))
    )
    expect(Exit.isFailure(exit)).toBe(true)
    expect(ended.map(({ name }) => name)).toEqual(["below", "root"])
    expect(JSON.stringify(ended)).not.toContain(secret)
    expect(ended[0]?.attributes).toEqual({ "error.type": "TypeError" })
  })

  it("name ids of our own making alone §telemetry-records", () => {
    const work: Work = { records: [] }
    const id = `dep_${"0".repeat(32)}`
    for (const text of [id, `answer/${id}/529.982.247-25`, "maria@example.com", "dep_short", "f".repeat(64)]) {
      touch(work, text)
    }
    touch(work, "65a1b2c3d4e5f60718293a4b")
    expect(work.records).toEqual([id, "65a1b2c3d4e5f60718293a4b"])
  })
})

describe("a package that one adapter needs", () => {
  const asked = (load: () => Promise<unknown>) => Effect.runPromise(Effect.flip(optionalPackage("pg", load)))

  it("is requested by name where it is missing §package-asked-for", async () => {
    const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: "ERR_MODULE_NOT_FOUND" })
    expect((await asked(() => Promise.reject(missing))).message).toBe(
      "needs a package that is not installed: npm install pg"
    )
    expect((await asked(() => Promise.reject(new SyntaxError("broken")))).message).toBe(
      "the package pg cannot be loaded"
    )
  })
})
