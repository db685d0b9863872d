// What others try at the door of operators, in a browser: a page of another origin, a session planted before the sign-in, and
// guessing. The other origin is another port of the same machine, so the cookie comes along and SameSite alone stops nothing.
import { once } from "node:events"
import { type Server, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type DashboardWorld, openDashboard } from "../http/dashboard-world.ts"
import { chromiumPath, closeBrowser, desktop, noChromium, withPage } from "../support/browser.ts"
import { ask, forward, freezeTime, sessionPath, staff } from "../support/staff.ts"
import { type Person, asPerson, cookiesOf, enter, fillSignIn, newCode, person } from "./operator-page.ts"

/** What a page of somebody else may log: what it asks is refused, and it may not read the answers. */
const refusals = [/status of 4\d\d/, /CORS policy/, /ERR_FAILED/, /Failed to fetch/, /form-action/]

describe.skipIf(chromiumPath === undefined)(`the door of operators (${chromiumPath ?? noChromium})`, () => {
  let world: DashboardWorld
  let owner: Person
  let foreign: Server
  let foreignBase: string
  beforeAll(async () => {
    world = await openDashboard(false)
    freezeTime()
    owner = await person(world.host.base, world.token, "owner")
    foreign = createServer((_, answer) =>
      answer.setHeader("content-type", "text/html").end("<!doctype html><title>elsewhere</title><body>")
    )
    foreign.listen(0, "127.0.0.1")
    await once(foreign, "listening")
    foreignBase = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    vi.useRealTimers()
    await closeBrowser()
    foreign.closeAllConnections()
    foreign.close()
    await world.close()
  })

  const tokens = async (): Promise<unknown> => (await world.read(world.token, "/admin/service-tokens"))["tokens"]

  /** Has a page of the other origin send a request as browsers let any page do; gives the status that it was answered with. */
  const sentFromElsewhere = async (
    elsewhere: Page,
    by: "form" | "fetch",
    path: string,
    body?: string
  ): Promise<number> => {
    await elsewhere.goto(`${foreignBase}/`)
    const target = `${world.host.base}${path}`
    const answered = elsewhere.waitForEvent("response", (response) => response.url() === target)
    // A form leads away from the page, which then says nothing more.
    elsewhere.evaluate((asked) => {
      if (asked.by === "fetch") {
        const sent = asked.body === undefined ? {} : { method: "POST", body: asked.body }
        void fetch(asked.target, { credentials: "include", mode: "no-cors", ...sent })
        return
      }
      // A form of this type sends its field as `name=value`: JSON to whoever does not look at the type.
      const form = document.createElement("form")
      Object.assign(form, { method: "post", action: asked.target, enctype: "text/plain" })
      const [name = "", value = ""] = (asked.body ?? "").split("=")
      form.append(Object.assign(document.createElement("input"), { name, value }))
      document.body.append(form)
      form.submit()
    }, { body, by, target }).catch(() => undefined)
    const status = (await answered).status()
    if (by === "form") await elsewhere.waitForURL(target)
    return status
  }

  it("gives nothing to a page of another origin, although the cookie comes along", () =>
    asPerson(world.host.base, owner, async (page) => {
      const before = await tokens()
      const elsewhere = await page.context().newPage()
      const body = "{\"name\":\"planted\",\"role\":\"operator\",\"expiresInDays\":9,\"x\":\"=\"}"
      for (const by of ["form", "fetch"] as const) {
        expect([by, await sentFromElsewhere(elsewhere, by, "/admin/service-tokens", body)]).toEqual([by, 403])
        expect([by, await sentFromElsewhere(elsewhere, by, "/dashboard/api/sign-out-everywhere", "{=}")]).toEqual([
          by,
          403
        ])
      }
      expect(await tokens()).toEqual(before)
      // What only reads shows that the cookie comes along: it is answered to the browser, which keeps it from the page.
      expect(await sentFromElsewhere(elsewhere, "fetch", sessionPath)).toBe(200)
      await elsewhere.goto(`${foreignBase}/`)
      const read = await elsewhere.evaluate(
        (target) => fetch(target, { credentials: "include" }).then((answer) => answer.text(), () => "kept from it"),
        `${world.host.base}${sessionPath}`
      )
      expect(read).toBe("kept from it")
    }, { origins: [foreignBase, world.host.base], tolerates: refusals }))

  it("signs no one in from a page of another origin, as whoever it may be", () =>
    withPage(desktop, "en", async (page) => {
      const { email, password, secret } = owner
      const body = JSON.stringify({ email, password, code: newCode(secret), x: "=" })
      await page.goto(`${world.host.base}/dashboard/`)
      const elsewhere = await page.context().newPage()
      for (const by of ["form", "fetch"] as const) {
        expect([by, await sentFromElsewhere(elsewhere, by, "/dashboard/api/sign-in", body)]).toEqual([by, 403])
      }
      expect(await cookiesOf(page)).toEqual([])
    }, { origins: [foreignBase, world.host.base], tolerates: refusals }))

  it("keeps no session that was planted before the sign-in, and ends it", () =>
    withPage(desktop, "en", async (page) => {
      const attacker = await staff(world.host.base, world.token, "support")
      const [name = "", value = ""] = attacker.cookie.split("=")
      await page.goto(`${world.host.base}/dashboard/`)
      await page.getByLabel("Email").waitFor()
      const { hostname } = new URL(world.host.base)
      await page.context().addCookies([
        { name, value, domain: hostname, path: "/", secure: true, httpOnly: true, sameSite: "Strict" }
      ])
      expect((await cookiesOf(page)).map((cookie) => cookie.value)).toEqual([value])
      await fillSignIn(page, owner)
      await page.getByText(`${owner.name} · Owner`).waitFor()
      const [session, another] = await cookiesOf(page)
      expect(another).toBeUndefined()
      expect(session?.value).toMatch(new RegExp(`^${owner.operatorId}\\.`))
      expect((await ask(world.host.base, attacker, "GET", sessionPath)).status).toBe(401)
      const mine = session?.value
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByLabel("Email").waitFor()
      await fillSignIn(page, owner)
      await page.getByText(`${owner.name} · Owner`).waitFor()
      const [next] = await cookiesOf(page)
      expect(next?.value).not.toBe(mine)
      expect((await ask(world.host.base, { cookie: `${name}=${mine ?? ""}`, csrf: "" }, "GET", sessionPath)).status)
        .toBe(401)
    }, { tolerates: refusals }))

  it("is closed after ten wrong guesses, to the right ones too, and leaves those who are in", () =>
    asPerson(world.host.base, owner, (inside) =>
      withPage(desktop, "en", async (page) => {
        await page.goto(`${world.host.base}/dashboard/`)
        const refused = page.getByRole("alert").filter({ hasText: "Email, password or code is wrong" })
        const answered = () => page.waitForResponse((response) => response.url().endsWith("/sign-in"))
        const guess = async (parts: Partial<Person>, code?: string): Promise<readonly [number, string]> => {
          const [answer] = await Promise.all([answered(), fillSignIn(page, { ...owner, ...parts }, code)])
          const { requestId: _, ...body } = await answer.json() as Readonly<Record<string, unknown>>
          return [answer.status(), JSON.stringify(body)]
        }
        const noAnswer = await guess({ email: "nobody@staff.example" })
        for (let guessed = 0; guessed < 10; guessed++) {
          const wrong = guessed % 2 === 0 ? guess({ password: `guess number ${guessed} of ten` }) : guess({}, "000000")
          expect(await wrong).toEqual(noAnswer)
          await refused.waitFor()
        }
        expect(await guess({})).toEqual(noAnswer)
        await refused.waitFor()
        await inside.getByRole("link", { name: "Payouts" }).click()
        await inside.getByRole("heading", { level: 1, name: "Payouts" }).waitFor()
        await inside.getByText("Nothing here yet").waitFor()
        forward(15 * 60_000)
        await enter(page, world.host.base, owner)
      }, { tolerates: refusals })))
})
