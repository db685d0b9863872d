// What is done on the dashboard's pages, in a browser: an endpoint is changed, keys and secrets are rotated, fees are set, and the
// sandbox plays the outside world for records of every kind.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { ownerKey } from "../http/dashboard-world.ts"
import { chromiumPath, noChromium } from "../support/browser.ts"
import { eventually } from "../support/host.ts"
import { filledDashboard, goTo } from "./dashboard-page.ts"

/** Waits until it is announced. */
const announced = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor()

describe.skipIf(chromiumPath === undefined)(`actions on the dashboard (${chromiumPath ?? noChromium})`, () => {
  const dashboard = filledDashboard()
  const { asOperator, asOwner } = dashboard
  const opens = async (key: string): Promise<boolean> =>
    (await dashboard.world.ask(key, "GET", "/session")).status === 200

  it("change what an endpoint gets, show and rotate its secret and remove it §dashboard-webhook §webhook-secret-again", () =>
    asOwner(async (page) => {
      const { world } = dashboard
      const webhook = await world.webhook()
      await goTo(page, `#/webhooks/${webhook}`, "Webhooks")
      const dialog = page.getByRole("dialog")

      await page.getByRole("button", { name: "Change" }).click()
      await dialog.getByLabel("Events", { exact: true }).selectOption("some")
      await dialog.getByLabel("DEPOSIT_ASSET_SUCCESS").check()
      await dialog.getByLabel("Headers").fill("Authorization: Basic c2VjcmV0")
      await dialog.getByLabel("Retry failed deliveries").check()
      await dialog.getByRole("button", { name: "Save" }).click()
      await announced(page, "Saved")
      await page.getByText("DEPOSIT_ASSET_SUCCESS", { exact: true }).waitFor()
      expect(await page.locator("body").textContent()).not.toContain("c2VjcmV0")
      expect(await world.read(ownerKey, `/admin/webhooks/${webhook}`)).toMatchObject({
        events: ["DEPOSIT_ASSET_SUCCESS"],
        headers: ["Authorization"],
        retry: true
      })

      await page.getByRole("button", { name: "Show secret" }).click()
      const shown = await dialog.locator(".secret code").textContent() ?? ""
      expect(shown).toMatch(/^[0-9a-f]{64}$/)
      await dialog.getByRole("button", { name: "Close" }).click()
      expect(await page.locator("body").textContent()).not.toContain(shown)

      await page.getByRole("button", { name: "Rotate secret" }).click()
      await dialog.getByText("second signature").waitFor()
      await dialog.getByRole("button", { name: "Rotate secret" }).click()
      const rotated = await dialog.locator(".secret code").textContent() ?? ""
      expect(rotated).toMatch(/^[0-9a-f]{64}$/)
      expect(rotated).not.toBe(shown)
      await dialog.getByRole("button", { name: "Close" }).click()
      expect(await world.read(ownerKey, `/admin/webhooks/${webhook}`)).not.toMatchObject({ previousSecretUntil: null })

      await page.getByRole("button", { name: "Remove" }).click()
      await dialog.getByRole("button", { name: "Remove" }).click()
      await announced(page, "removed")
      await page.locator(".page-head").getByText("Removed").waitFor()
      expect(await page.getByRole("button", { name: "Change" }).count()).toBe(0)
    }))

  it("register an endpoint that is retried, unless the box is cleared §webhook-retry-preselected", () =>
    asOwner(async (page) => {
      const { world } = dashboard
      const registered = async (clears: boolean) => {
        const url = `${world.receiver.base}/${clears ? "once" : "retried"}`
        await goTo(page, `#/accounts/${world.acme}/webhooks`, "Webhooks")
        await page.getByRole("button", { name: "Register an endpoint" }).click()
        const dialog = page.getByRole("dialog")
        const box = dialog.getByLabel("Retry failed deliveries")
        expect(await box.isChecked()).toBe(true)
        await dialog.getByText("5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h").waitFor()
        if (clears) await box.uncheck()
        await dialog.getByLabel("Address").fill(url)
        await dialog.getByRole("button", { name: "Register an endpoint" }).click()
        await dialog.locator(".secret code").waitFor()
        await dialog.getByRole("button", { name: "Close" }).click()
        const { webhooks } = await world.read(ownerKey, `/admin/accounts/${world.acme}/webhooks`)
        return (webhooks as ReadonlyArray<Record<string, unknown>>).find((webhook) => webhook["url"] === url)
      }
      expect(await registered(false)).toMatchObject({ retry: true })
      expect(await registered(true)).toMatchObject({ retry: false })
    }))

  it("rotate a key: the new one is shown once, the old one opens for a while yet §dashboard-keys", () =>
    asOperator(async (page) => {
      const { world } = dashboard
      const { secret } = await world.write(world.token, `/admin/accounts/${world.stranger}/keys`)
      const old = String(secret)
      await goTo(page, `#/accounts/${world.stranger}/keys`, "stranger")
      await page.getByRole("button", { name: `Rotate pontepay_test_…${old.slice(-4)}` }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("hours yet").waitFor()
      await dialog.getByRole("button", { name: "Rotate" }).click()
      const fresh = await dialog.locator(".secret code").textContent() ?? ""
      expect(fresh).not.toBe(old)
      expect([await opens(fresh), await opens(old)]).toEqual([true, true])
      await dialog.getByRole("button", { name: "Close" }).click()
      expect(await page.locator("body").textContent()).not.toContain(fresh)
    }))

  it("set the fees of an account, and say which figure is none §dashboard-account", () =>
    asOperator(async (page) => {
      const { world } = dashboard
      await goTo(page, `#/accounts/${world.stranger}`, "stranger")
      const fees = page.getByRole("group", { name: "Deposit" })
      await fees.getByLabel("Fixed").fill("1,50")
      await page.getByRole("button", { name: "Save changes" }).click()
      await page.getByRole("alert").getByText("VALIDATION_FAILED").waitFor()
      await fees.getByLabel("Fixed").fill("150")
      await fees.getByLabel("Basis points").fill("25")
      await page.getByRole("button", { name: "Save changes" }).click()
      await announced(page, "Saved")
      const { fees: stored } = await world.read(world.token, `/admin/accounts/${world.stranger}`)
      expect(stored).toMatchObject({ deposit: { fixedCents: 150, basisPoints: 25 } })
    }))

  it("contest a PIX and send it back, after a figure that is none was refused §dashboard-sandbox", () =>
    asOwner(async (page) => {
      const { world } = dashboard
      const { id } = await world.paidDeposit()
      await world.until("deposits", id, "COMPLETED")
      await goTo(page, `#/records/${id}`, "Deposit")
      const dialog = page.getByRole("dialog")
      await page.getByRole("button", { name: `Dispute ${id}` }).click()
      await dialog.getByLabel("Reason").fill("FRAUD")
      await dialog.getByRole("button", { name: "Dispute" }).click()
      await announced(page, "Done")
      const contested = JSON.stringify(await world.read(ownerKey, "/disputes"))
      const { record } = await world.read(ownerKey, `/admin/explain/${id}`)
      expect(contested).toContain((record as { readonly endToEndId: string }).endToEndId)

      await page.getByRole("button", { name: `Return to payer ${id}` }).click()
      await dialog.getByLabel("Cents").fill("lots")
      await dialog.getByRole("button", { name: "Return to payer" }).click()
      await dialog.getByRole("alert").first().waitFor()
      await dialog.getByLabel("Cents").fill("")
      await dialog.getByRole("button", { name: "Return to payer" }).click()
      await page.locator(".summary .badge").getByText("Refunded").waitFor()
      await world.until("deposits", id, "REFUNDED")
    }))

  it("settle, refuse and send back the PIX of payouts §dashboard-sandbox", () =>
    asOwner(async (page) => {
      const { filled, world } = dashboard
      const held = await world.payout(ownerKey, "hold@sandbox.test")
      const status = page.locator(".summary .badge")
      const move = async (id: string, action: string) => {
        await goTo(page, `#/records/${id}`, "Payout")
        await page.getByRole("button", { name: `${action} ${id}` }).click()
      }
      await move(held, "Settle")
      await status.getByText("Completed").waitFor()
      await move(held, "Send back")
      await world.until("payouts", held, "REFUNDED")
      await status.getByText("Refunded").waitFor()
      await move(filled.held, "Fail")
      await world.until("payouts", filled.held, "FAILED")
      await status.getByText("Failed").waitFor()
      const moved = await world.read(ownerKey, `/admin/explain/${filled.held}`)
      expect(moved).toMatchObject({ record: { state: "RESTORED" } })
    }))

  it("pay a Lightning invoice, whose PIX then waits §dashboard-sandbox", () =>
    asOwner(async (page) => {
      const { world } = dashboard
      const paymentHash = await world.invoice()
      await goTo(page, "#/sandbox", "Sandbox")
      await page.getByRole("button", { name: `Pay ${paymentHash}` }).click()
      await announced(page, "The status is now: Paid")
      await world.until("lightning-invoices", paymentHash, "PAID")
      expect(await eventually(() => page.getByRole("button", { name: `Pay ${paymentHash}` }).count(), (n) => n === 0))
        .toBe(0)
    }))

  it("decide an attempt of KYC §dashboard-sandbox", () =>
    asOwner(async (page) => {
      const { filled, world } = dashboard
      const { attempts } = await world.read(ownerKey, `/kyc?subAccountId=${filled.subaccount}`)
      const [waiting] = (attempts as ReadonlyArray<{ readonly attemptId: string; readonly status: string }>)
        .filter(({ status }) => status !== "REJECTED")
      await goTo(page, "#/sandbox", "Sandbox")
      await page.getByRole("button", { name: `Approve ${waiting?.attemptId}` }).click()
      await announced(page, "The status is now: Approved")
      const decided = await eventually(
        () => world.read(ownerKey, `/admin/explain/${waiting?.attemptId}`),
        (explained) => JSON.stringify(explained).includes("\"APPROVED\"")
      )
      expect(decided).toBeTruthy()
    }))
})
