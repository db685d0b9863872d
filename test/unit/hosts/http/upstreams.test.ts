// An operation without a sandbox upstream is refused by host and path (spec "Environments and sandbox" 14).
import { Context } from "effect"
import { expect, it } from "vitest"
import { catalogue } from "../../../../core/base/errors/catalogue.ts"
import { createQuote } from "../../../../hosts/http/api/definition/quote.ts"
import { Upstream } from "../../../../hosts/http/api/definition/needs.ts"
import { missingUpstream } from "../../../../hosts/http/api/request/route.ts"

const route = { path: createQuote.path, upstream: Context.get(createQuote.annotations, Upstream) }
const host = "sandbox.example"
const plane = (environment: "sandbox" | "production", fxRates: "simulated" | "unconfigured") => ({
  environment,
  adapters: { fxRates }
})

it("names host and path where the sandbox has nothing behind an operation §no-sandbox-upstream §error-no-sandbox-upstream", () => {
  const refusal = missingUpstream(plane("sandbox", "unconfigured"), route, host)
  if (refusal === undefined) throw new Error("nothing was refused")
  expect(catalogue.NoSandboxUpstream.message(refusal)).toBe("No sandbox upstream for sandbox.example/api/quote")
})

it("lets every other operation go on", () => {
  expect(missingUpstream(plane("sandbox", "simulated"), route, host)).toBeUndefined()
  expect(missingUpstream(plane("production", "unconfigured"), route, host)).toBeUndefined()
  expect(missingUpstream(plane("sandbox", "unconfigured"), { path: "/api/events" }, host)).toBeUndefined()
})
