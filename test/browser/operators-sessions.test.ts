// How sessions of operators end in a browser: by themselves, by signing out of it or of all, and by a new password.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type DashboardWorld, openDashboard } from "../http/dashboard-world.ts"
import { axe, chromiumPath, closeBrowser, noChromium } from "../support/browser.ts"
import { forward, freezeTime } from "../support/staff.ts"
import { goTo } from "./dashboard-page.ts"
import { type Person, asPerson, fillSignIn, leadsToDoor, person } from "./operator-page.ts"

const minute = 60_000

describe.skipIf(chromiumPath === undefined)(`sessions of operators (${chromiumPath ?? noChromium})`, () => {
  let world: DashboardWorld
  let operator: Person
  let support: Person
  const base = () => world.host.base
  beforeAll(async () => {
    world = await openDashboard(false)
    freezeTime()
    operator = await person(base(), world.token, "operator")
    support = await person(base(), world.token, "support")
  })
  afterAll(async () => {
    vi.useRealTimers()
    await closeBrowser()
    await world.close()
  })

  it("are signed out after 30 minutes without a request, and after 12 hours in any case", () =>
    asPerson(base(), support, async (page) => {
      // One that is used stays.
      for (let used = 0; used < 25; used++) {
        forward(28 * minute)
        expect(await page.evaluate(async () => (await fetch("/dashboard/api/session")).status)).toBe(200)
      }
      forward(21 * minute)
      await goTo(page, "#/deposits", "Sign in")
      await leadsToDoor(page)
      await fillSignIn(page, support)
      await page.getByText(support.name).waitFor()
      forward(30 * minute + 1)
      await page.getByRole("link", { name: "Payouts" }).click()
      await leadsToDoor(page)
    }))

  it("sign out of every tab, or of every browser, and change their password", () =>
    asPerson(base(), operator, async (page) => {
      const tab = await page.context().newPage()
      await tab.goto(`${base()}/dashboard/`)
      await tab.getByText(operator.name).waitFor()
      await asPerson(base(), operator, async (elsewhere) => {
        await page.getByRole("button", { name: "Sign out" }).click()
        await page.getByLabel("Email").waitFor()
        await tab.getByRole("link", { name: "Payouts" }).click()
        await leadsToDoor(tab)
        await goTo(elsewhere, "#/payouts", "Payouts")
        await elsewhere.getByText("Nothing here yet").waitFor()

        await fillSignIn(page, operator)
        await page.getByRole("link", { name: `${operator.name} · Operator` }).click()
        await page.getByRole("main").getByRole("button", { name: "Sign out everywhere" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
        await page.getByLabel("Email").waitFor()
        await goTo(elsewhere, "#/deposits", "Sign in")
        await leadsToDoor(elsewhere)
        await fillSignIn(elsewhere, operator)
        await elsewhere.getByText(operator.name).waitFor()

        await fillSignIn(page, operator)
        await page.getByRole("link", { name: `${operator.name} · Operator` }).click()
        await axe(page)
        const change = async (current: string, code: string, chosen: string): Promise<void> => {
          await page.getByLabel("Current password").fill(current)
          await page.getByLabel("Code", { exact: true }).fill(code)
          await page.getByLabel("New password", { exact: true }).fill(chosen)
          await page.getByLabel("New password again").fill(chosen)
          await page.getByRole("button", { name: "Change password" }).click()
        }
        const chosen = "harbour lantern quilt"
        await change("not the password", operator.recoveryCodes[0] ?? "", chosen)
        await page.getByRole("alert").filter({ hasText: "The current password or the code is wrong" }).waitFor()
        await change(operator.password, operator.recoveryCodes[1] ?? "", chosen)
        await page.getByRole("status").filter({ hasText: "Your password was changed" }).waitFor()
        await goTo(elsewhere, "#/payouts", "Sign in")
        await leadsToDoor(elsewhere)
        await goTo(page, "#/payouts", "Payouts")
        expect(await page.getByText(operator.name).count()).toBe(1)
      })
    }))
})
