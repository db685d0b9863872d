// An operation without a sandbox upstream is refused by host and path (spec "Environments and sandbox" 14).
import { expect, it } from "vitest"
import { catalogue } from "../../../../core/errors/catalogue.ts"
import { missingUpstream } from "../../../../hosts/http/router.ts"

const route = { method: "POST", path: "/api/quote" }
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
  expect(missingUpstream(plane("sandbox", "unconfigured"), { method: "GET", path: "/api/quote" }, host)).toBeUndefined()
  expect(missingUpstream(plane("sandbox", "unconfigured"), { method: "POST", path: "/api/x" }, host)).toBeUndefined()
})
