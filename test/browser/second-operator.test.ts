// An order above the amount of the environment in a browser: one operator asks for it, another one sees what it would do and
// approves it, and both are named afterwards.
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardWorld, openDashboard, ownerKey } from "../http/dashboard-world.ts"
import { axe, chromiumPath, closeBrowser, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { invite } from "../support/staff.ts"
import { goTo } from "./dashboard-page.ts"
import { acceptInvitation, forced } from "./operator-page.ts"

const refusals = [/status of 4\d\d/]

describe.skipIf(chromiumPath === undefined)(`a second operator (${chromiumPath ?? noChromium})`, () => {
  let world: DashboardWorld
  const payouts: Array<string> = []
  beforeAll(async () => {
    world = await openDashboard(true, { PONTEPAY_SANDBOX_SECOND_OPERATOR_ABOVE_BRL: "5.00" })
    for (const pixKey of ["maria@example.com", "jose@example.com"]) {
      const payout = await world.payout(ownerKey, pixKey)
      await world.until("payouts", payout, "COMPLETED")
      payouts.push(payout)
    }
  })
  afterAll(async () => {
    await closeBrowser()
    await world.close()
  })

  const join = async (page: Page, name: string): Promise<void> => {
    const { invitation } = await invite(world.host.base, world.token, "operator", { name })
    await acceptInvitation(page, `${world.host.base}/dashboard/#/invitation/${invitation}`)
  }

  /** Asks for the refund of a payout, which then waits, and follows the link to where it does. */
  const askFor = async (page: Page, payout: string): Promise<void> => {
    await goTo(page, `#/records/${payout}`, "Payout")
    await page.getByRole("button", { name: "Refund…" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Send the refund" }).click()
    await dialog.getByRole("alert").filter({ hasText: "it now waits for a second person" }).waitFor()
    expect(await dialog.getByRole("button", { name: "Send the refund" }).isDisabled()).toBe(true)
    await dialog.getByRole("link", { name: "Open the approvals" }).click()
    await page.getByRole("heading", { level: 1, name: "Approvals" }).waitFor()
  }

  it("approves what another one requested, and is named beside him §second-operator", () =>
    withPage(desktop, "en", async (ana) => {
      await join(ana, "Ana Souza")
      await withPage(phone, "en", async (bia) => {
        await join(bia, "Bia Lima")
        const [payout = "", other = ""] = payouts
        await askFor(ana, payout)
        const row = (page: Page, id: string) => page.getByRole("row").filter({ has: page.getByTitle(id) })
        await row(ana, payout).getByText("Refund a payout").waitFor()
        await row(ana, payout).getByText("Ana Souza").waitFor()
        expect(await row(ana, payout).getByRole("button").allTextContents()).toEqual(["Take back"])
        await axe(ana)
        const { approvals } = await world.read(world.token, "/admin/approvals")
        const [waiting] = approvals as ReadonlyArray<{ readonly approvalId: string }>
        expect(await forced(ana, "POST", `/admin/approvals/${waiting?.approvalId ?? ""}/approve`)).toEqual({
          status: 403,
          errorCode: "NOT_SECOND_OPERATOR"
        })
        expect(await world.read(world.token, `/admin/explain/${payout}`)).toHaveProperty("record.state", "COMPLETED")

        await goTo(bia, "#/approvals", "Approvals")
        await row(bia, payout).getByRole("button", { name: `Approve: ${payout}` }).click()
        const dialog = bia.getByRole("dialog")
        await dialog.getByText("What is sent").waitFor()
        await axe(bia)
        await dialog.getByRole("button", { name: "Approve" }).click()
        await bia.getByRole("status").filter({ hasText: "Approved and carried out" }).waitFor()
        await world.until("payouts", payout, "REFUNDED")
        await row(ana, payout).getByText("Approved").waitFor()
        expect(await row(ana, payout).getByRole("button").count()).toBe(0)

        await goTo(ana, `#/records/${payout}`, "Payout")
        const happened = ana.locator(".timeline li").filter({ hasText: "Payout refunded by hand" })
        await happened.filter({ hasText: "Ana Souza" }).filter({ hasText: "approved by Bia Lima" }).waitFor()
        await goTo(ana, "#/acts", "Audit log")
        await ana.getByRole("row").filter({ hasText: "Payout refunded by hand" }).filter({ hasText: "Ana Souza" })
          .getByText("approved by Bia Lima").waitFor()

        await askFor(ana, other)
        await row(ana, other).getByRole("button", { name: `Take back: ${other}` }).click()
        await ana.getByRole("dialog").getByRole("button").last().click()
        await row(ana, other).getByText("Declined").waitFor()
        await row(bia, other).getByText("Declined").waitFor()
        expect(await world.read(world.token, `/admin/explain/${other}`)).toHaveProperty("record.state", "COMPLETED")
      }, { tolerates: refusals })
    }, { tolerates: refusals }))
})
