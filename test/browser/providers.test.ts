// The table of providers in a browser: how each is, and why its last call failed.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { axe, chromiumPath, closeBrowser, desktop, noChromium, withPage } from "../support/browser.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { operatorTokenOf } from "../http/as-operator.ts"
import { awayState, providerIn, unusedState } from "../support/provider-states.ts"
import { asConfigured } from "../support/restrictions.ts"
import { goTo, signIn } from "./dashboard-page.ts"

describe.skipIf(chromiumPath === undefined)(`the providers (${chromiumPath ?? noChromium})`, () => {
  let host: TestHost
  beforeAll(async () => {
    const providers = [providerIn("bank", awayState), providerIn("prices", unusedState, ["fxRates"])]
    host = await openHost({ adapters: { sandbox: { providers, restrictions: asConfigured } }, worker: false })
  })
  afterAll(async () => {
    await closeBrowser()
    await host.close()
  })

  it("shows under open work how each provider is, and why it fails §providers-seen", () =>
    withPage(desktop, "en", async (page) => {
      await signIn(page, host.base, operatorTokenOf(host))
      await goTo(page, "#/open", "Open work")
      const table = page.getByRole("table", { name: "Providers" })
      await table.waitFor()
      const texts = await table.locator("tbody tr").allInnerTexts()
      expect(texts.length).toBe(2)
      for (const text of ["bank", "Away", "12", "9", "5", "the connection failed: ECONNREFUSED"]) {
        expect(texts[0]).toContain(text)
      }
      expect(texts[1]).toMatch(/prices\s+Not asked yet/)
      await axe(page)
    }))
})
