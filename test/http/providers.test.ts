// How the providers of a plane are, for probes, operators, metrics and the doctor.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { providerFinding } from "../../hosts/cli/doctor/service.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { bodyOf, dataOf, send } from "../support/http.ts"
import { operatorTokenOf } from "./as-operator.ts"
import { awayState, providerIn, unusedState } from "../support/provider-states.ts"
import { asConfigured } from "../support/restrictions.ts"
import { cliJson } from "./cli-run.ts"

let host: TestHost
beforeAll(async () => {
  const providers = [providerIn("bank", awayState), providerIn("prices", unusedState, ["fxRates"])]
  host = await openHost({ adapters: { sandbox: { providers, restrictions: asConfigured } }, worker: false })
})
afterAll(() => host.close())

const bank = {
  name: "bank",
  ports: ["pixRail"],
  state: "away",
  lastSuccessAt: "2026-11-24T13:15:00.000Z",
  calls: 12,
  failures: 9,
  certificateDaysLeft: 5
}
const prices = {
  name: "prices",
  ports: ["fxRates"],
  state: "unused",
  lastSuccessAt: null,
  calls: 0,
  failures: 0,
  certificateDaysLeft: null
}

describe("providers §providers-seen", () => {
  it("are in /ready, which goes by the store alone and does not say why calls fail", async () => {
    const answer = await send(host.base, { path: "/ready" })
    expect(bodyOf(answer)).toMatchObject({
      ready: true,
      planes: [{ adapters: { pixRail: "bank", fxRates: "prices", chain: "simulated" }, providers: [bank, prices] }]
    })
    expect(answer.text).not.toContain("ECONNREFUSED")
  })

  it("are told to operators with why calls fail", async () => {
    const answer = await send(host.base, { path: "/admin/queue", key: operatorTokenOf(host) })
    expect(dataOf(answer)["providers"]).toEqual([
      { ...bank, problem: "the connection failed: ECONNREFUSED" },
      { ...prices, problem: null }
    ])
  })

  it("are counted in the metrics, by their names", async () => {
    const { text } = await send(host.base, { path: "/metrics" })
    const lines = text.split("\n").filter((line) => line.startsWith("provider_"))
    expect(lines.toSorted()).toEqual([
      "provider_away{environment=\"sandbox\",provider=\"bank\"} 1",
      "provider_away{environment=\"sandbox\",provider=\"prices\"} 0",
      "provider_calls{environment=\"sandbox\",provider=\"bank\"} 12",
      "provider_calls{environment=\"sandbox\",provider=\"prices\"} 0",
      "provider_certificate_days{environment=\"sandbox\",provider=\"bank\"} 5",
      "provider_failures{environment=\"sandbox\",provider=\"bank\"} 9",
      "provider_failures{environment=\"sandbox\",provider=\"prices\"} 0"
    ])
  })

  it("are looked at by the doctor", async () => {
    const { json } = await cliJson(["doctor"], { env: { PONTEPAY_URL: host.base, PORT: "0", DATABASE_URL: "memory:" } })
    const findings = json["findings"] as ReadonlyArray<{ readonly check: string; readonly state: string }>
    expect(findings.filter(({ check }) => check.startsWith("provider"))).toMatchObject([
      {
        check: "provider bank (sandbox)",
        state: "problem",
        found: "away: 9 of 12 calls failed, last answer at 2026-11-24T13:15:00.000Z, our certificate ends in 5 days"
      },
      { check: "provider prices (sandbox)", state: "ok", found: "unused: 0 of 0 calls failed" }
    ])
  })

  it.each([
    [{ state: "ready", certificateDaysLeft: null }, "ok", undefined],
    [{ state: "unused", certificateDaysLeft: 30 }, "ok", undefined],
    [{ state: "ready", certificateDaysLeft: 29 }, "warning", /another certificate/],
    [{ state: "ready", certificateDaysLeft: 7 }, "warning", /another certificate/],
    [{ state: "ready", certificateDaysLeft: 6 }, "problem", /another certificate/],
    [{ state: "unused", certificateDaysLeft: -1 }, "problem", /another certificate/],
    [{ state: "failing", certificateDaysLeft: 29 }, "warning", /GET \/admin\/queue/],
    [{ state: "failing", certificateDaysLeft: null }, "warning", /GET \/admin\/queue/],
    [{ state: "away", certificateDaysLeft: null }, "problem", /GET \/admin\/queue/],
    [{ state: "away", certificateDaysLeft: 5 }, "problem", /another certificate/]
  ])("%o is a finding: %s", (parts, state, remedy) => {
    const found = providerFinding("production", { ...prices, ...parts })
    expect(found.state).toBe(state)
    expect(found.remedy ?? "").toMatch(remedy ?? /^$/)
  })
})
