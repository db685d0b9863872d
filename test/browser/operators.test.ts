// Operators in a browser: the first owner, invitations with a second factor, and what each role sees and may do. Each page that logs an error or asks another origin fails its test.
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import type { OperatorRole } from "../../core/operations/operator/role.ts"
import { isEnough } from "../../core/operations/operator/role.ts"
import { managementEndpoints } from "../../hosts/http/api/definition/management.ts"
import { type DashboardWorld, openDashboard, ownerKey } from "../http/dashboard-world.ts"
import { axe, chromiumPath, closeBrowser, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { type TestHost, openHost, operatorToken, secretsKey, sqliteDatabase } from "../support/host.ts"
import { dataOf, send } from "../support/http.ts"
import { freezeTime } from "../support/staff.ts"
import { goTo, signIn } from "./dashboard-page.ts"
import {
  type Person,
  acceptInvitation,
  addressBefore,
  asPerson,
  cookiesOf,
  fillSignIn,
  forced,
  leadsToDoor,
  person
} from "./operator-page.ts"

const refusals = [/status of 4\d\d/]

/** What is pressed on a page beside its navigation, its bar and what only copies. */
const buttonsOn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.getByRole("main").getByRole("button").evaluateAll((buttons) =>
    buttons.map((button) => button.textContent).filter((text) => !/^Copy|Newer|Older/.test(text))
  )

const invitedLink = async (page: Page, name: string, email: string, role: OperatorRole): Promise<string> => {
  await goTo(page, "#/operators", "Operators")
  await page.getByRole("button", { name: "Invite an operator" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill(name)
  await dialog.getByLabel("Email").fill(email)
  await dialog.getByLabel("Role").selectOption(role)
  await dialog.getByRole("button", { name: "Invite" }).click()
  const link = String(await dialog.locator(".secret code").textContent())
  await dialog.getByRole("button", { name: "Close" }).click()
  return link
}

describe.skipIf(chromiumPath === undefined)(`operators in production (${chromiumPath ?? noChromium})`, () => {
  let host: TestHost
  let address: Awaited<ReturnType<typeof addressBefore>>
  beforeAll(async () => {
    address = await addressBefore()
    host = await openHost({
      worker: false,
      variables: {
        DATABASE_URL: sqliteDatabase().url,
        PONTEPAY_PRODUCTION_DATABASE_URL: sqliteDatabase().url,
        PONTEPAY_SANDBOX_HOST: "localhost",
        PONTEPAY_PRODUCTION_HOST: address.name,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      }
    })
    address.leadTo(host.port)
  })
  afterAll(async () => {
    address.close()
    await host.close()
  })
  beforeEach(freezeTime)
  afterEach(() => void vi.useRealTimers())

  it("begin with one whom the operator's token invites, and which opens nothing afterwards", () =>
    withPage(desktop, "en", async (page) => {
      const addresses: Array<string> = []
      page.on("request", (request) => addresses.push(request.url()))
      await signIn(page, address.base, operatorToken)
      const link = await invitedLink(page, "Ana Souza", "ana@staff.example", "owner")
      expect(link).toMatch(/\/dashboard\/#\/invitation\/.+/)
      await page.getByRole("row").filter({ hasText: "ana@staff.example" }).getByText("Invited").waitFor()

      const accepted = await acceptInvitation(page, link)
      expect(accepted.recoveryCodes).toHaveLength(10)
      // The invitation is in no address: of a request, of the page, or of where Back leads.
      const invitation = link.split("/").at(-1) ?? ""
      expect(invitation.length).toBeGreaterThan(40)
      expect([...addresses, page.url()].filter((address) => address.includes(invitation))).toEqual([])
      await page.goBack().catch(() => null)
      expect(page.url()).not.toContain(invitation)
      await page.goto(`${address.base}/dashboard/`)
      await page.getByText("Ana Souza · Owner").waitFor()
      expect(await cookiesOf(page)).toEqual([{
        name: "__Host-pontepay-production",
        httpOnly: true,
        path: "/",
        sameSite: "Strict",
        secure: true,
        value: expect.stringMatching(/^opr_/) as string
      }])
      expect(await page.evaluate(() => [document.cookie, sessionStorage.length])).toEqual(["", 0])

      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByLabel("Email").waitFor()
      expect(await cookiesOf(page)).toEqual([])
      await page.getByRole("button", { name: "Sign in with a token or an API key" }).click()
      await page.getByLabel("Operator token or API key").fill(operatorToken)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.getByRole("alert").filter({ hasText: "opens nothing here" }).waitFor({ state: "attached" })

      await page.getByRole("button", { name: "Sign in with email and password" }).click()
      await fillSignIn(page, { email: "ana@staff.example", ...accepted })
      await page.getByText("Ana Souza · Owner").waitFor()
      await page.goto(link)
      // Once it is shown the invitation is out of the address, and loading the page again leads to the person who is signed in.
      await page.getByText("This invitation is no longer valid").waitFor()
      await page.reload()
      await page.getByText("Ana Souza · Owner").waitFor()
      await page.evaluate((place) => {
        location.hash = new URL(place).hash
      }, link)
      await page.getByText("This invitation is no longer valid").waitFor()
    }, { tolerates: refusals }))
})

describe.skipIf(chromiumPath === undefined)(`operators (${chromiumPath ?? noChromium})`, () => {
  let world: DashboardWorld
  let owner: Person
  let operator: Person
  let support: Person
  let webhook: string
  const base = () => world.host.base
  beforeAll(async () => {
    world = await openDashboard(false)
    webhook = await world.webhook()
    await world.bury("job-1")
    freezeTime()
    owner = await person(base(), world.token, "owner")
    operator = await person(base(), world.token, "operator")
    support = await person(base(), world.token, "support")
  })
  afterAll(async () => {
    vi.useRealTimers()
    await closeBrowser()
    await world.close()
  })

  /** Pages on which something is done, with the heading of each. */
  const pages = (): ReadonlyArray<readonly [place: string, heading: string]> => [
    ["#/accounts", "Accounts"],
    [`#/accounts/${world.acme}`, "acme"],
    [`#/accounts/${world.acme}/keys`, "acme"],
    [`#/accounts/${world.acme}/webhooks`, "acme"],
    [`#/webhooks/${webhook}`, world.receiver.base],
    ["#/dead-jobs", "Dead jobs"],
    ["#/approvals", "Approvals"],
    ["#/sandbox", "Sandbox"]
  ]

  const everyButton = async (page: Page): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = []
    for (const [place] of pages()) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, place)
      await page.waitForFunction((hash) => location.hash === hash, place)
      await page.waitForFunction(() =>
        document.querySelector("main h1") !== null && document.querySelector(".loading") === null
      )
      found.push(...await buttonsOn(page))
    }
    return found
  }

  const entriesOf = (page: Page): Promise<ReadonlyArray<string>> =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents()

  /** The endpoints that a role is not enough for, each answered as that. */
  const refusedTo = async (page: Page, role: OperatorRole): Promise<void> => {
    const above = managementEndpoints.filter(({ isOpen, leastRole }) => !isOpen && !isEnough(role, leastRole))
    expect(above.length).toBeGreaterThan(5)
    for (const { identifier, method, path } of above) {
      expect([identifier, await forced(page, method, path.replace(/:\w+/g, "x"))]).toEqual([
        identifier,
        { status: 403, errorCode: "ROLE_REQUIRED" }
      ])
    }
  }

  it("of support see everything and are offered nothing to do; what they force is refused", () =>
    asPerson(base(), support, async (page) => {
      await page.getByText(`${support.name} · Support`).waitFor()
      expect(await entriesOf(page)).toEqual(expect.arrayContaining(["Accounts", "Ledger", "Audit log", "Approvals"]))
      expect(await entriesOf(page)).not.toContain("Operators")
      expect(await everyButton(page)).toEqual([])
      await goTo(page, "#/operators", "There is no such page")
      await refusedTo(page, "support")
    }))

  it("who act are offered that, and nothing of keys, secrets and operators", () =>
    asPerson(base(), operator, async (page) => {
      expect(await entriesOf(page)).not.toContain("Operators")
      const buttons = await everyButton(page)
      expect(buttons).toEqual(expect.arrayContaining(["Retry", "1 hour"]))
      expect(buttons.filter((name) => /key|secret|account|Revoke|Rotate/i.test(name))).toEqual([])
      await refusedTo(page, "operator")
      await goTo(page, "#/dead-jobs", "Dead jobs")
      await page.getByRole("button", { name: "Retry job-1" }).click()
      await page.getByRole("status").filter({ hasText: "once more" }).waitFor()
      // Who did it is in the audit log by name.
      await goTo(page, "#/acts", "Audit log")
      await page.getByRole("row").filter({ hasText: "Job tried again" }).getByText(operator.name).waitFor()
    }))

  it("who own it invite, change roles, invite again and disable; each counts at once", () =>
    asPerson(base(), owner, async (page) => {
      const link = await invitedLink(page, "Bia Lima", "bia@staff.example", "support")
      const row = page.getByRole("row").filter({ hasText: "bia@staff.example" })
      await withPage(phone, "en", async (other) => {
        await other.goto(link)
        await other.getByRole("img", { name: "QR code for an authenticator app" }).waitFor()
        expect(
          await other.getByRole("img", { name: /QR/ }).evaluate((image) => (image as HTMLImageElement).naturalWidth)
        )
          .toBeGreaterThan(100)
        await axe(other)
        const bia = await acceptInvitation(other, link)
        await axe(other)
        await row.getByText("Active").waitFor()
        expect((await forced(other, "POST", "/admin/dead-jobs/x/retry")).errorCode).toBe("ROLE_REQUIRED")

        await row.getByRole("button", { name: "Change role: Bia Lima" }).click()
        await page.getByRole("dialog").getByLabel("Role").selectOption("operator")
        await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click()
        await row.getByText("Operator", { exact: true }).waitFor()
        expect((await forced(other, "POST", "/admin/dead-jobs/x/retry")).errorCode).toBe("NOT_FOUND")

        await row.getByRole("button", { name: "Invite again: Bia Lima" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Invite again" }).click()
        const second = String(await page.getByRole("dialog").locator(".secret code").textContent())
        expect(second).not.toBe(link)
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
        await goTo(other, "#/deposits", "Sign in")
        await leadsToDoor(other)
        expect((await acceptInvitation(other, second)).secret).not.toBe(bia.secret)

        await row.getByRole("button", { name: "Disable: Bia Lima" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click()
        await row.getByText("Disabled").waitFor()
        expect(await row.getByRole("button").count()).toBe(0)
        await goTo(other, "#/payouts", "Sign in")
        await leadsToDoor(other)
      }, { tolerates: refusals })

      await page.getByRole("button", { name: `Disable: ${owner.name}` }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click()
      await page.getByRole("alert").filter({ hasText: "LAST_OWNER" }).waitFor()
    }))

  it("make tokens for automation, shown once, which a click ends", () =>
    asPerson(base(), owner, async (page) => {
      await goTo(page, "#/operators", "Operators")
      await page.getByRole("button", { name: "Create a token" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Name").fill("nightly export")
      await dialog.getByRole("button", { name: "Create a token" }).click()
      const token = String(await dialog.locator(".secret code").textContent())
      const session = () => send(base(), { path: "/dashboard/api/session", key: token })
      expect(dataOf(await session())["viewer"]).toMatchObject({ by: { name: "nightly export" }, role: "support" })
      await dialog.getByRole("button", { name: "Close" }).click()
      expect(await page.content()).not.toContain(token)
      await page.getByRole("button", { name: "Revoke: nightly export" }).click()
      await dialog.getByRole("button", { name: "Revoke" }).click()
      await page.getByRole("status").filter({ hasText: "The token was revoked" }).waitFor()
      expect((await session()).status).toBe(401)
    }))

  it("of support never have a secret before them: not in a page, an answer or what the browser keeps", async () => {
    const { secret: signing } = await world.write(ownerKey, `/admin/webhooks/${webhook}/secret`)
    const { secret: service } = await world.write(world.token, "/admin/service-tokens", {
      name: "planted",
      role: "operator",
      expiresInDays: 1
    })
    await asPerson(base(), support, async (page) => {
      const seen: Array<string> = []
      const answers: Array<Promise<void>> = []
      page.on("response", (response) => {
        if (/event-stream/.test(response.headers()["content-type"] ?? "")) return
        answers.push(response.text().then((text) => void seen.push(text), () => undefined))
      })
      for (const [place] of [...pages(), ["#/"], ["#/acts"], ["#/open"], ["#/own"], ["#/webhooks"]] as const) {
        await page.evaluate((hash) => {
          location.hash = hash
        }, place)
        await page.waitForFunction(() =>
          document.querySelector("main h1") !== null && document.querySelector(".loading") === null
        )
        seen.push(await page.content())
      }
      await Promise.all(answers)
      seen.push(
        await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
      )
      expect(seen.length).toBeGreaterThan(20)
      const [cookie] = await cookiesOf(page)
      const secrets = {
        signing,
        service,
        key: ownerKey,
        token: world.token,
        cookie: cookie?.value,
        password: support.password,
        authenticator: support.shown,
        ...Object.fromEntries(support.recoveryCodes.map((code, number) => [`code ${number}`, code])),
        ownersAuthenticator: owner.shown
      }
      for (const [name, value] of Object.entries(secrets)) {
        expect(String(value).length).toBeGreaterThan(10)
        expect([name, seen.filter((text) => text.includes(String(value)))]).toEqual([name, []])
      }
    })
  })
})
