// The flows of the dashboard in a browser: signing in, webhooks, refunds, keys, the sandbox, live updates, the keyboard, both
// languages. Each page that logs an error or asks another origin fails its test.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { chromiumPath, desktop, noChromium, withPage } from "../support/browser.ts"
import { eventually } from "../support/host.ts"
import { filledDashboard, goTo, signIn } from "./dashboard-page.ts"

const hourMs = 3_600_000

describe.skipIf(chromiumPath === undefined)(`the dashboard (${chromiumPath ?? noChromium})`, () => {
  const dashboard = filledDashboard()
  const { asOperator, asOwner, refusals } = dashboard

  /** How many hours before the service's time the books are looked at. */
  const chosenBefore = async (page: Page): Promise<number> => {
    const address = await eventually(() => Promise.resolve(page.url()), (url) => url.includes("at="))
    const at = new URLSearchParams(address.split("?")[1]).get("at")
    const { now } = await dashboard.world.read(dashboard.world.token, "/sandbox/time")
    return (Date.parse(String(now)) - Date.parse(String(at))) / hourMs
  }

  it("keeps the token in the tab alone, and lets no one in without one §dashboard-token", () =>
    withPage(desktop, "en", async (page) => {
      await page.goto(`${dashboard.world.host.base}/dashboard/`)
      await page.getByLabel("Operator token or API key").fill("pontepay_test_nobody")
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("alert").waitFor({ state: "attached" })
      expect(await page.getByRole("alert").textContent()).toContain("opens nothing here")

      await signIn(page, dashboard.world.host.base, dashboard.world.token)
      const kept = await page.evaluate(() => ({
        local: JSON.stringify(localStorage),
        tab: Object.values(sessionStorage),
        cookies: document.cookie,
        address: location.href
      }))
      expect(kept).toEqual({
        local: "{}",
        tab: [dashboard.world.token],
        cookies: "",
        address: `${dashboard.world.host.base}/dashboard/`
      })

      await page.reload()
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByLabel("Operator token or API key").waitFor()
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    }, { tolerates: refusals }))

  it("shows an owner his own pages and none of the operator's §dashboard-owner", () =>
    asOwner(async (page) => {
      await page.getByRole("button", { name: "Menu" }).click()
      const names = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents()
      expect(names).toContain("API keys")
      expect(names).toContain("Deposits")
      expect(names).not.toContain("Ledger")
      expect(names).not.toContain("Accounts")
      await goTo(page, "#/ledger", "There is no such page")
    }))

  it("registers a webhook, shows what it got, and sends it once more §dashboard-webhook", () =>
    asOwner(async (page) => {
      await page.getByRole("button", { name: "Menu" }).click()
      await page.getByRole("link", { name: "Webhooks" }).click()
      await page.getByRole("button", { name: "Register an endpoint" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Address").fill(`${dashboard.world.receiver.base}/browser`)
      await dialog.getByLabel("Headers").fill("X-Tenant: 7")
      await dialog.getByRole("button", { name: "Register an endpoint" }).click()
      const secret = dialog.locator(".secret code")
      expect(await secret.textContent()).toMatch(/^[0-9a-f]{64}$/)
      await dialog.getByRole("button", { name: "Close" }).click()
      const [test] = dashboard.world.receiver.at("/browser")
      expect([String(test?.body), test?.headers["x-tenant"]]).toEqual([expect.stringContaining("WEBHOOK_TEST"), "7"])

      const { id } = await dashboard.world.paidDeposit()
      await dashboard.world.until("deposits", id, "COMPLETED")
      await page.getByRole("link", { name: `${dashboard.world.receiver.base}/browser` }).click()
      const row = page.getByRole("row").filter({ hasText: "DEPOSIT_ASSET_SUCCESS" })
      await row.getByText("Delivered").waitFor()
      await row.getByRole("button", { name: /^Replay/ }).click()
      await row.getByText("replayed once").waitFor()
      const received = await eventually(
        () =>
          Promise.resolve(
            dashboard.world.receiver.at("/browser").filter(({ body }) => String(body).includes("ASSET_SUCCESS"))
          ),
        (all) => all.length === 2
      )
      expect(String(received[1]?.body)).toBe(String(received[0]?.body))
    }))

  it("shows the secret of an endpoint also to who closed the form while it was tested §dashboard-webhook", () =>
    asOwner(async (page) => {
      let answer = (): void => undefined
      const closed = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route("**/accounts/*/webhooks", async (route) => {
        if (route.request().method() !== "POST") return route.continue()
        const response = await route.fetch()
        await closed
        return route.fulfill({ response })
      })
      await goTo(page, `#/accounts/${dashboard.world.acme}/webhooks`, "Webhooks")
      await page.getByRole("button", { name: "Register an endpoint" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Address").fill(`${dashboard.world.receiver.base}/closed`)
      await dialog.getByRole("button", { name: "Register an endpoint" }).click()
      await eventually(
        () => Promise.resolve(dashboard.world.receiver.at("/closed")),
        (tests) => tests.length === 1
      )
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      answer()
      expect(await dialog.locator(".secret code").textContent()).toMatch(/^[0-9a-f]{64}$/)
      await dialog.getByRole("button", { name: "Close" }).click()
      await page.getByRole("link", { name: `${dashboard.world.receiver.base}/closed` }).waitFor()
    }))

  it("says why an endpoint was not saved: code and request id §dashboard-failure", () =>
    asOwner(async (page) => {
      await page.goto(`${dashboard.world.host.base}/dashboard/#/accounts/${dashboard.world.acme}/webhooks`)
      await page.getByRole("button", { name: "Register an endpoint" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Address").fill("http://127.0.0.1:1/nobody")
      await dialog.getByRole("button", { name: "Register an endpoint" }).click()
      const alert = dialog.getByRole("alert")
      await alert.waitFor()
      expect(await alert.textContent()).toMatch(/Code[A-Z_]+.*Request id\S{8,}/)
    }))

  it("refunds a payout by hand after a preview §dashboard-refund", () =>
    asOperator(async (page) => {
      await goTo(page, `#/records/${dashboard.filled.payout}`, "Payout")
      await page.getByRole("button", { name: "Refund…" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("What is sent").waitFor()
      expect(await dialog.textContent()).toMatch(/9\.259259 USDT · polygon/)
      const send = dialog.getByRole("button", { name: "Send the refund" })
      expect(await dashboard.world.read(dashboard.world.token, `/admin/explain/${dashboard.filled.payout}`)).not
        .toHaveProperty("record.state", "REFUNDED")
      await send.click()
      await page.getByRole("status").filter({ hasText: "on its way" }).waitFor()
      await dashboard.world.until("payouts", dashboard.filled.payout, "REFUNDED")
      await page.locator(".summary .badge").getByText("Refunded").waitFor()
    }))

  it("shows a new key once, revokes one after asking, and gives the focus back §dashboard-keys", () =>
    asOperator(async (page) => {
      await goTo(page, `#/accounts/${dashboard.world.stranger}/keys`, "stranger")
      await page.getByRole("button", { name: "Create a key" }).click()
      const dialog = page.getByRole("dialog")
      const key = await dialog.locator(".secret code").textContent() ?? ""
      expect((await dashboard.world.ask(key, "GET", "/session")).status).toBe(200)
      await page.keyboard.press("Escape")
      await dialog.getByText("is not shown again").waitFor()
      await page.keyboard.press("Escape")
      // The browser closes the dialog first; then its content goes.
      await dialog.waitFor({ state: "detached" })
      await page.locator(".secret").waitFor({ state: "detached" })
      expect(await page.locator("body").textContent()).not.toContain(key)

      const revoke = page.getByRole("button", { name: `Revoke pontepay_test_…${key.slice(-4)}` })
      await revoke.click()
      await dialog.getByRole("button", { name: "Cancel" }).click()
      expect(await revoke.evaluate((element) => element === document.activeElement)).toBe(true)
      expect((await dashboard.world.ask(key, "GET", "/session")).status).toBe(200)
      await revoke.click()
      await dialog.getByRole("button", { name: "Revoke" }).click()
      await page.getByRole("status").filter({ hasText: "revoked" }).waitFor()
      const { status } = await eventually(
        () => dashboard.world.ask(key, "GET", "/session"),
        (answer) => answer.status === 401
      )
      expect(status).toBe(401)
    }))

  it("changes flags and limits, sending what differs alone §dashboard-account", () =>
    asOperator(async (page) => {
      await goTo(page, `#/accounts/${dashboard.world.stranger}`, "stranger")
      await page.getByLabel("TRON_PAYOUT").check()
      await page.getByLabel("Limit of one payout").fill("lots")
      await page.getByRole("button", { name: "Save changes" }).click()
      await page.getByRole("alert").getByText("VALIDATION_FAILED").waitFor()
      await page.getByLabel("Limit of one payout").fill("1234.50")
      await page.getByRole("button", { name: "Save changes" }).click()
      await page.getByRole("status").filter({ hasText: "Saved" }).waitFor()
      const account = await dashboard.world.read(dashboard.world.token, `/admin/accounts/${dashboard.world.stranger}`)
      expect(account).toMatchObject({
        perTxLimitBrl: "1234.50",
        flags: expect.arrayContaining(["TRON_PAYOUT"]) as unknown
      })
    }))

  it("lists recipients, and says in the operator's language which entry is wrong §dashboard-account", () =>
    asOperator(async (page) => {
      await goTo(page, `#/accounts/${dashboard.world.stranger}`, "stranger")
      expect(await page.getByLabel("PIX keys").count()).toBe(0)
      await page.getByLabel("Pay listed recipients alone").check()
      await page.getByLabel("PIX keys").fill("OPS@acme.test\nnot a key\n")
      await page.getByLabel("Wallets whose keys may be read in an hour").fill("20")
      await page.getByRole("button", { name: "Save changes" }).click()
      await page.getByText("Expected a PIX key").waitFor()
      expect(await page.getByLabel("PIX keys").getAttribute("aria-invalid")).toBe("true")
      await page.getByLabel("PIX keys").fill("OPS@acme.test\n")
      await page.getByRole("button", { name: "Save changes" }).click()
      await page.getByRole("status").filter({ hasText: "Saved" }).waitFor()
      const path = `/admin/accounts/${dashboard.world.stranger}`
      expect(await dashboard.world.read(dashboard.world.token, path)).toMatchObject({
        allowedRecipients: { pixKeys: ["ops@acme.test"], addresses: [] },
        walletKeysPerHour: 20
      })
      await page.getByLabel("Pay listed recipients alone").uncheck()
      await page.getByLabel("Wallets whose keys may be read in an hour").fill("")
      await page.getByRole("button", { name: "Save changes" }).click()
      const open = await eventually(
        () => dashboard.world.read(dashboard.world.token, path),
        (account) => (account as { readonly allowedRecipients?: unknown }).allowedRecipients === null
      )
      expect(open).toMatchObject({ allowedRecipients: null, walletKeysPerHour: null })
    }))

  it("pays a deposit from the sandbox's panel, and the list follows by itself §dashboard-sandbox §dashboard-live", () =>
    asOperator(async (page) => {
      await goTo(page, "#/deposits", "Deposits")
      await page.getByRole("status", { name: "Live updates" }).getByText("Live").waitFor()
      const { id } = await dashboard.world.deposit()
      const row = page.getByRole("row").filter({ has: page.getByTitle(id) })
      await row.getByText("Pending").waitFor()

      await goTo(page, "#/sandbox", "Sandbox")
      await page.getByRole("button", { name: `Pay ${id}` }).click()
      await page.getByLabel("Payer's name").fill("Maria da Silva")
      await page.getByRole("dialog").getByRole("button", { name: "Pay" }).click()
      await dashboard.world.until("deposits", id, "COMPLETED")
      await goTo(page, "#/deposits", "Deposits")
      await row.getByText("Completed").waitFor()
      expect(await row.textContent()).toContain("R$ 50.00")
    }))

  it("moves the sandbox's clock §dashboard-sandbox", () =>
    asOperator(async (page) => {
      await goTo(page, "#/sandbox", "Sandbox")
      await page.getByRole("button", { name: "1 hour" }).click()
      await page.getByText("1 hr", { exact: true }).waitFor()
      expect(await dashboard.world.read(dashboard.world.token, "/sandbox/time")).toMatchObject({ offsetMs: 3_600_000 })
    }))

  it("tries a job that was put aside once more §dashboard-jobs", () =>
    asOperator(async (page) => {
      await goTo(page, "#/dead-jobs", "Dead jobs")
      await page.getByRole("button", { name: "Retry job-1" }).click()
      await page.getByRole("status").filter({ hasText: "once more" }).waitFor()
      expect(await dashboard.world.read(dashboard.world.token, "/admin/queue")).toMatchObject({ dead: 0 })
    }))

  it("saves the statement as a file §dashboard-statement", () =>
    asOwner(async (page) => {
      await goTo(page, "#/statement", "Statement")
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download CSV" }).click()
      ])
      expect(file.suggestedFilename()).toBe(`statement_${dashboard.world.acme}.csv`)
    }))

  it("shows the books as they stood §dashboard-ledger", () =>
    asOperator(async (page) => {
      await goTo(page, "#/ledger", "Ledger")
      await page.getByRole("region", { name: /Ledger BRL/ }).waitFor()
      const slider = page.getByRole("slider")
      await slider.focus()
      await page.keyboard.press("ArrowLeft")
      expect(await chosenBefore(page)).toBeCloseTo(1, 1)
      await page.getByRole("button", { name: /Now/ }).click()
      await eventually(() => Promise.resolve(page.url()), (url) => !url.includes("at="))

      await dashboard.world.write(dashboard.world.token, "/sandbox/time", { forwardMs: 5 * hourMs })
      await goTo(page, "#/deposits", "Deposits")
      await goTo(page, "#/ledger", "Ledger")
      await page.getByRole("region", { name: /Ledger BRL/ }).waitFor()
      await slider.focus()
      await page.keyboard.press("ArrowLeft")
      expect(await chosenBefore(page)).toBeCloseTo(1, 1)
    }))

  it("lists what belongs to an account or a subaccount that is named by its id §dashboard-lists", () =>
    asOperator(async (page) => {
      const { filled, world } = dashboard
      // As where it is older than those that are offered.
      await page.route(
        "**/dashboard/api/accounts",
        (route) => route.fulfill({ json: { success: true, data: { accounts: [], nextCursor: null } } })
      )
      await goTo(page, "#/deposits", "Deposits")
      await page.getByTitle(filled.paid).waitFor()
      const account = page.getByLabel("Account", { exact: true })
      await account.fill(world.stranger)
      expect(page.url()).not.toContain("accountId")
      await account.press("Enter")
      await page.getByText("Nothing matches these filters").waitFor()
      await page.unroute("**/dashboard/api/accounts")

      await goTo(page, `#/accounts/${world.acme}`, "acme")
      await page.getByRole("main").getByRole("link", { name: "Deposits" }).click()
      await page.getByTitle(filled.paid).waitFor()
      await eventually(() => account.inputValue(), (name) => name === "acme")
      await account.fill("stranger")
      await account.press("Enter")
      await page.getByText("Nothing matches these filters").waitFor()
      expect(page.url()).toContain(`accountId=${world.stranger}`)

      await goTo(page, "#/payouts", "Payouts")
      await page.getByTitle(filled.payout).waitFor()
      await page.getByLabel("Subaccount id").fill(filled.subaccount)
      await page.getByLabel("Subaccount id").press("Enter")
      await page.getByText("Nothing matches these filters").waitFor()
      await goTo(page, "#/", "Overview")
      await page.locator("figure").first().waitFor()
      await page.getByLabel("Subaccount id").fill(filled.subaccount)
      await page.getByLabel("Subaccount id").press("Enter")
      await page.locator("figure").first().waitFor({ state: "detached" })
    }))

  it("can be used by keyboard alone §dashboard-keyboard", () =>
    asOperator(async (page) => {
      await page.keyboard.press("Tab")
      const skip = page.getByRole("link", { name: "Skip to content" })
      expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press("Enter")
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main")

      const link = page.getByRole("link", { name: "Payouts" })
      await link.focus()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { level: 1, name: "Payouts" }).waitFor()
      await eventually(
        () => page.evaluate(() => document.activeElement?.textContent),
        (focused) => focused === "Payouts"
      )
      await eventually(() => page.title(), (title) => title === "Payouts · Pontepay")
      expect(await link.getAttribute("aria-current")).toBe("page")
    }))

  it("speaks the browser's language, or the one that is chosen §dashboard-languages", () =>
    asOperator(async (page) => {
      await page.getByRole("heading", { level: 1, name: "Visão geral" }).waitFor()
      expect(await page.locator("html").getAttribute("lang")).toBe("pt-BR")
      await page.getByLabel("Idioma").selectOption("en")
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      expect([await page.locator("html").getAttribute("lang"), await page.title()]).toEqual([
        "en",
        "Overview · Pontepay"
      ])
      await page.reload()
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
    }, "pt-BR"))

  it("is dark when it is told to be §dashboard-theme", () =>
    asOperator(async (page) => {
      const page_ = () => page.evaluate(() => getComputedStyle(document.body).colorScheme)
      expect(await page_()).toBe("light")
      await page.getByLabel("Theme").selectOption("dark")
      expect(await page_()).toBe("dark")
      await page.reload()
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      expect(await page_()).toBe("dark")
    }))
})
