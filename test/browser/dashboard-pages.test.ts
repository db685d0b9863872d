// Every page of the dashboard in a browser: axe finds nothing serious, nothing is wider than the screen, no page logs an
// error; for the operator on a desktop and for an owner on a phone, in both languages, light and dark.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { ownerKey } from "../http/dashboard-world.ts"
import { axe, chromiumPath, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { filledDashboard, signIn } from "./dashboard-page.ts"

describe.skipIf(chromiumPath === undefined)(`the pages of the dashboard (${chromiumPath ?? noChromium})`, () => {
  const dashboard = filledDashboard()

  const shared = () => [
    "#/",
    "#/deposits",
    "#/payouts",
    "#/invoices",
    "#/transfers",
    "#/swaps",
    "#/disputes",
    `#/records/${dashboard.filled.paid}`,
    `#/records/${dashboard.filled.held}`,
    `#/records/${dashboard.filled.rejected}`,
    `#/events/${dashboard.filled.event}`,
    `#/subaccounts/${dashboard.filled.subaccount}`,
    `#/accounts/${dashboard.world.acme}`,
    `#/accounts/${dashboard.world.acme}/keys`,
    `#/accounts/${dashboard.world.acme}/webhooks`,
    `#/webhooks/${dashboard.filled.webhook}`,
    `#/subaccounts?accountId=${dashboard.world.acme}`,
    "#/kyc",
    `#/statement?accountId=${dashboard.world.acme}`,
    "#/sandbox",
    "#/search?q=nothing",
    "#/nowhere"
  ]
  const operators = [
    "#/accounts",
    "#/ledger",
    "#/open",
    "#/dead-jobs",
    "#/reviews",
    "#/acts",
    "#/approvals",
    "#/operators"
  ]

  // A page that was judged while it loads would pass with nothing on it.
  const settled = async (page: Page, place: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = hash
    }, place)
    await page.waitForFunction((hash) => location.hash === hash, place)
    await page.waitForFunction(() =>
      document.querySelector("main h1") !== null && document.querySelector(".loading") === null
    )
  }

  const checkAll = async (page: Page, places: ReadonlyArray<string>): Promise<void> => {
    for (const place of places) {
      await settled(page, place)
      await axe(page)
      const { clientWidth, scrollWidth } = await page.evaluate(() => ({
        clientWidth: document.documentElement.clientWidth,
        scrollWidth: document.documentElement.scrollWidth
      }))
      expect({ place, scrollWidth }).toEqual({ place, scrollWidth: clientWidth })
    }
  }

  it("hold for the operator, on a desktop, light, in English §dashboard-pages", () =>
    withPage(desktop, "en", async (page) => {
      await page.goto(`${dashboard.world.host.base}/dashboard/`)
      await axe(page)
      await signIn(page, dashboard.world.host.base, dashboard.world.token)
      await checkAll(page, shared())
    }))

  it("hold where they are the operator's alone, in Portuguese §dashboard-pages", () =>
    withPage(desktop, "pt-BR", async (page) => {
      await signIn(page, dashboard.world.host.base, dashboard.world.token)
      await checkAll(page, operators)
    }))

  it("hold for an owner, on a phone, dark, in Portuguese §dashboard-pages", () =>
    withPage(phone, "pt-BR", async (page) => {
      await page.goto(`${dashboard.world.host.base}/dashboard/`)
      await axe(page)
      await signIn(page, dashboard.world.host.base, ownerKey)
      await checkAll(page, shared())
    }, { scheme: "dark" }))
})
