// The page of a charge in a real browser, which is paid while it is looked at. Phones first, two languages.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumPath, closeBrowser, noChromium, phone, withPage } from "../support/browser.ts"
import { type TestHost, bannerKey, openHost } from "../support/host.ts"
import { send } from "../support/http.ts"
import { depositOf, recordOf } from "../http/sandbox.ts"
import { looked, small } from "./hosted-page.ts"

describe.skipIf(chromiumPath === undefined)(`a charge in a browser (${chromiumPath ?? noChromium})`, () => {
  let host: TestHost
  let key: string
  beforeAll(async () => {
    host = await openHost()
    key = bannerKey(host)
  })
  afterAll(async () => {
    await closeBrowser()
    await host.close()
  })

  it("counts down, is copied, and turns to paid by itself §charge-live §charge-shown §hosted-browser", async () => {
    await send(host.base, { path: "/api/deposit/asset", key, body: depositOf({ externalId: "pedido-1" }) })
    const { chargeUrl, qrCode, trackId } = await recordOf(host.base, key, "pedido-1")
    for (const scheme of ["light", "dark"] as const) {
      await withPage(small, "en", async (page) => {
        await page.goto(String(chargeUrl))
        expect(await page.locator("h1").textContent()).toBe("Pay with PIX")
        await looked(page)
      }, { scheme })
    }
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(String(chargeUrl))
      expect(await page.locator("#status").textContent()).toBe("Aguardando seu pagamento")
      expect(await page.locator("#timer").textContent()).toMatch(/^23:59:\d\d$|^24:00:00$/)
      expect(await page.locator("#code").inputValue()).toBe(qrCode)
      await page.click("#copy")
      await page.getByText(/Copiado|copie-o manualmente/).waitFor()
      const ticket = { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
      await send(host.base, { path: "/provider/webhook", key, body: { event: ticket } })
      await page.getByText("Tudo certo").waitFor()
      expect(await page.locator("svg").isVisible()).toBe(false)
      await looked(page)
    })
  })
})
