// The dashboard and the alerts that are shipped ask for nothing that a running sandbox does not tell.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { unconfiguredChain } from "../../adapters/unconfigured/ports.ts"
import type { Restrictions } from "../../core/ports/restrictions.ts"
import { chainAdapter } from "../../core/ports/moving/adapter.ts"
import {
  type HostProcess,
  declared,
  eventually,
  keyOf,
  openHost,
  sqliteDatabase,
  startProcess
} from "../support/host.ts"
import { bodyOf, send } from "../support/http.ts"
import { awayState, providerIn } from "../support/provider-states.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import { makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const shipped = (name: string): string => readFileSync(join(import.meta.dirname, "../../hosts/deploy", name), "utf8")

interface Panel {
  readonly title: string
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

const panels = (JSON.parse(shipped("grafana-dashboard.json")) as { readonly panels: ReadonlyArray<Panel> }).panels
const asked = panels.flatMap(({ targets = [], title }) => targets.map(({ expr }) => ({ from: title, expr })))
const alerts = [...shipped("alerts.yml").matchAll(/alert: (\w+)\n\s+expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/g)]
  .map(([, from = "", block = "", line = ""]) => ({ from, expr: block + line }))

/** Words of the query language, and what Prometheus itself tells. */
const words = new Set([
  "by",
  "clamp_min",
  "histogram_quantile",
  "increase",
  "le",
  "max",
  "or",
  "rate",
  "sum",
  "up",
  "vector"
])

/** The metrics that an expression asks for: names that are neither words, labels nor text. */
const namesIn = (expr: string): ReadonlyArray<string> =>
  (expr.replace(/"[^"]*"|\[[^\]]*\]/g, "").replace(/\bby\s*\([^)]*\)/g, "").replace(/\{[^}]*\}/g, "").match(
    /[a-z_]\w*/g
  ) ??
    []).filter((name) => !words.has(name))

describe("the dashboard and the alerts", () => {
  let host: HostProcess
  let receiver: WebhookReceiver
  let page: string
  let lowFloats: unknown

  beforeAll(async () => {
    receiver = await openReceiver(() => 204)
    host = await startProcess({
      accounts: [declared("seen", { webhooks: [{ url: `${receiver.base}/hook`, secret: "c0ffee".padEnd(64, "1") }] })],
      variables: {
        DATABASE_URL: sqliteDatabase().url,
        PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
        PONTEPAY_AUDIT_INTERVAL_SECONDS: "1"
      }
    })
    const { externalId, trackId } = await makeDeposit(host.base, keyOf("seen"))
    await settleWithKey(host.base, keyOf("seen"), trackId)
    await untilStatus(host.base, keyOf("seen"), externalId, "COMPLETED")
    await send(host.base, { path: "/api/deposit/asset/none-of-mine", key: keyOf("seen") })
    page = await eventually(
      async () => (await send(host.base, { path: "/metrics" })).text,
      (text) => /^audit_age_seconds/m.test(text) && /deliveries_total\{[^}]*"delivered"\} [1-9]/.test(text),
      60_000
    )
    // The sandbox of a process has no provider that could be counted, and no float with a mark.
    const floats = () => Effect.succeed([{ network: "base", what: "USDC", units: 1n, role: "treasury" } as const])
    const sandbox = {
      providers: [providerIn("bank", awayState)],
      chain: chainAdapter.succeed({ ...unconfiguredChain, floats }),
      restrictions: (configured: Restrictions): Restrictions => ({
        ...configured,
        floatMarks: [{ network: "base", what: "USDC", low: 2n }]
      })
    }
    const beside = await openHost({ adapters: { sandbox } })
    page += await eventually(
      async () => (await send(beside.base, { path: "/metrics" })).text,
      (text) => /^float_low\{/m.test(text),
      60_000
    )
    const [plane] = bodyOf(await send(beside.base, { path: "/ready" }))["planes"] as ReadonlyArray<object>
    lowFloats = plane === undefined ? undefined : Object.entries(plane).find(([name]) => name === "floats")?.[1]
    await beside.close()
  })
  afterAll(async () => {
    await host.stop()
    await receiver.close()
  })

  it("have low floats, which /ready names without an amount", () => {
    expect(page).toContain("float_low{environment=\"sandbox\",network=\"base\",what=\"USDC\"} 1")
    expect(page).toContain("float{environment=\"sandbox\",network=\"base\",what=\"USDC\"} 0.000001")
    expect(lowFloats).toEqual([{ network: "base", what: "USDC", level: "low", since: expect.any(String) }])
  })

  it("are read", () => {
    expect(asked.length).toBeGreaterThan(30)
    expect(alerts.length).toBeGreaterThan(9)
    for (const { expr, from } of [...asked, ...alerts]) {
      expect([from, namesIn(expr).length > 0 || /\bup\b/.test(expr)]).toEqual([from, true])
    }
  })

  it.each([...asked, ...alerts])("asks for what is told: $from §telemetry-dashboard", ({ expr }) => {
    const told = new Set([...page.matchAll(/^([a-z_]\w*)(?:\{| )/gm)].map(([, name]) => name))
    expect(namesIn(expr).filter((name) => !told.has(name))).toEqual([])
  })

  it("counts requests by route, use cases by outcome, calls, steps and deliveries §telemetry-counts", () => {
    for (
      const line of [
        /^http_requests_total\{method="POST",route="\/api\/deposit\/asset",status="200"\} 1$/m,
        /^http_request_duration_milliseconds_count\{method="GET",route="\/api\/deposit\/asset\/:externalId",status="404"\} 1$/m,
        /^use_cases_total\{environment="sandbox",use_case="createDeposit",outcome="done"\} 1$/m,
        /^use_cases_total\{environment="sandbox",use_case="readDeposit",outcome="NotFound"\} 1$/m,
        /^port_calls_total\{environment="sandbox",port="PixRail",operation="createCharge",outcome="done"\} 1$/m,
        /^port_calls_total\{environment="sandbox",port="Chain",operation="deliver",outcome="done"\} 1$/m,
        /^job_steps_total\{environment="sandbox",task="perform-movement",outcome="finished"\} 1$/m,
        /^jobs_claimed_total\{environment="sandbox",task="perform-movement"\} 1$/m,
        /^jobs_dead_total\{environment="sandbox",task="perform-movement"\} 0$/m,
        /^webhook_deliveries_total\{environment="sandbox",outcome="delivered"\} [1-9]/m,
        /^ledger_balance\{environment="sandbox",account="fee-income",asset="BRL"\} 1\.25$/m,
        /^process_resident_memory_bytes [1-9]\d{6,}$/m,
        /^nodejs_eventloop_delay_milliseconds\{of="p99"\} /m
      ]
    ) expect(page).toMatch(line)
  })

  it("labels nothing with what a caller invents §telemetry-bounded", async () => {
    const series = async () => (await send(host.base, { path: "/metrics" })).text.split("\n").length
    const ask = (path: string) => send(host.base, { path, key: keyOf("seen"), method: "BREW" })
    await ask("/api/warm")
    await send(host.base, { path: "/api/deposit/asset/warm", key: keyOf("seen") })
    await send(host.base, { path: "/warm" })
    const before = await series()
    await Promise.all(Array.from({ length: 50 }, (_, n) =>
      Promise.all([
        ask(`/api/invented-${n}`),
        send(host.base, { path: `/api/deposit/asset/invented-${n}`, key: keyOf("seen") }),
        send(host.base, { path: `/invented-${n}` })
      ])))
    const { text } = await send(host.base, { path: "/metrics" })
    expect(text).not.toContain("invented")
    expect(text.split("\n").length - before).toBeLessThan(60)
  })
})
