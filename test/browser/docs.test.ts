// The documentation in a browser: on a phone and on a desk, in light and dark, by keyboard and for screen readers.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { axe, chromiumPath, closeBrowser, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { type TestHost, openHost } from "../support/host.ts"

const looks = [
  {
    name: "a phone in light",
    viewport: phone,
    scheme: "light",
    paths: ["/docs", "/docs/states/payout", "/docs/webhooks", "/docs/going-live"]
  },
  {
    name: "a desk in dark",
    viewport: desktop,
    scheme: "dark",
    paths: ["/docs/limits", "/docs/operations", "/docs/decisions"]
  }
] as const

describe.skipIf(chromiumPath === undefined)(`the documentation in a browser (${chromiumPath ?? noChromium})`, () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ worker: false })
  })
  afterAll(async () => {
    await closeBrowser()
    await host.close()
  })

  it.each(looks)("fits $name, and axe finds nothing serious §docs-readable", async ({ paths, scheme, viewport }) => {
    await withPage(viewport, "en", async (page) => {
      for (const path of paths) {
        await page.goto(host.base + path)
        const { inner, outer } = await page.evaluate(() => ({
          inner: document.documentElement.scrollWidth,
          outer: document.documentElement.clientWidth
        }))
        expect(inner, `${path} is wider than the screen`).toBeLessThanOrEqual(outer)
        await axe(page)
      }
    }, { scheme })
  })

  it("is used by keyboard: skip to the page, search, follow §docs-readable §docs-search", async () => {
    await withPage(desktop, "en", async (page) => {
      await page.goto(`${host.base}/docs`)
      await page.keyboard.press("Tab")
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the page")
      await page.getByRole("searchbox").focus()
      await page.keyboard.type("dead jobs")
      await page.keyboard.press("Enter")
      await page.waitForURL(/search\?q=dead/)
      await page.getByRole("main").getByRole("link", { name: "Operations" }).first().press("Enter")
      await page.waitForURL(/\/docs\/operations/)
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Operations")
    })
  })
})
