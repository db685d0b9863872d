// What the pages of a record, an event, a subaccount and its KYC say, in both languages, and that they follow what no one told
// them of. Each page that logs an error or asks another origin fails its test.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { explainable } from "../../core/reports/explain/explainable.ts"
import { axe, chromiumPath, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { eventually } from "../support/host.ts"
import { filledDashboard, goTo, signIn } from "./dashboard-page.ts"

/** What triggers mean, as the service says it. */
const english = Object.values(explainable).flatMap(({ lifecycle }) => Object.values(lifecycle?.triggers ?? {}))
const guards = /\b(?:nothingReturned|returnsEqualValue|tellsId|withinAndAutoRefund|isNews|isProof)\b/

const mainText = (page: Page): Promise<string> => page.locator("main").innerText()

/** A stream that is open and never tells of anything, as of changes that another process makes. */
const deafen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (target, options) => {
      if (typeof target !== "string" || !target.endsWith("/live")) return fetch(target, options)
      const start = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(new TextEncoder().encode("event: hello\ndata: {}\n\n"))
      return Promise.resolve(new Response(new ReadableStream({ start })))
    }
  })

describe.skipIf(chromiumPath === undefined)(`the dashboard's records (${chromiumPath ?? noChromium})`, () => {
  const dashboard = filledDashboard()
  const { asOperator, asOwner, refusals } = dashboard

  it("show what they went through, with its evidence, before what was booked §dashboard-transitions", () =>
    asOperator(async (page) => {
      await goTo(page, `#/records/${dashboard.filled.paid}`, "Deposit")
      const headings = await page.getByRole("heading", { level: 2 }).allTextContents()
      expect(headings.slice(0, 6)).toEqual([
        "What happens next",
        "Simulate outside events",
        "Identifiers",
        "Timeline",
        "Transitions",
        "Postings"
      ])
      const rows = page.getByRole("region", { name: /^Transitions/ }).getByRole("row")
      expect(await rows.nth(1).innerText()).toMatch(
        /Pending\s*→?\s*Processing[^]*a PIX on the charge has settled[^]*\S/
      )
      expect(await rows.nth(2).innerText()).toMatch(/Processing[^]*Completed[^]*the asset has arrived/)
      await goTo(page, `#/records/${dashboard.filled.subaccount}`, "Subaccount")
      await page.getByText("No transitions recorded").waitFor()
    }))

  it("keep the focus on their heading, and name the tab, when they have come §dashboard-keyboard", () =>
    asOperator(async (page) => {
      let answer = (): void => undefined
      const looked = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route("**/explain/*", async (route) => {
        await looked
        await route.continue()
      })
      await goTo(page, `#/records/${dashboard.filled.paid}`, "Record")
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      await eventually(focused, (text) => text === "Record")
      answer()
      await page.getByRole("heading", { level: 1, name: "Deposit" }).waitFor()
      expect(await focused()).toBe("Deposit")
      await eventually(() => page.title(), (title) => title === `Deposit ${dashboard.filled.paid} · Pontepay`)
    }))

  it("write amounts in reais and assets §dashboard-exact", () =>
    asOperator(async (page) => {
      await goTo(page, `#/records/${dashboard.filled.payout}`, "Saque PIX")
      const fact = (name: string) =>
        page.locator(`dl[data-look=stacked] dt[title=${name}]`).locator("xpath=following-sibling::dd[1]").innerText()
      expect(await fact("value")).toMatch(/^R\$ \d+,\d\d$/)
      expect(await fact("units")).toMatch(/^\d+(?:,\d+)? USDT$/)
    }, "pt-BR"))

  it("name a day of a plot as the service does, wherever it is looked at from §dashboard-series", () =>
    asOperator(async (page) => {
      const { world } = dashboard
      const { points } = await world.read(world.token, "/series?by=day")
      const last = (points as ReadonlyArray<{ readonly at: string }>).at(-1)?.at ?? ""
      const day = new Intl.DateTimeFormat("pt-BR", { day: "2-digit", month: "short", timeZone: "UTC" })
        .format(new Date(last))
      await goTo(page, "#/?by=day", "Visão geral")
      const plot = page.locator("figure").first()
      await plot.locator("summary").click()
      await plot.getByRole("row").last().waitFor()
      const [when] = (await plot.getByRole("row").last().innerText()).split("\t")
      expect(when).toBe(day)
    }, "pt-BR"))

  it("show every amount of a refund whole, also on a phone §dashboard-refund", () =>
    withPage(phone, "pt-BR", async (page) => {
      await signIn(page, dashboard.world.host.base, dashboard.world.token)
      await goTo(page, `#/records/${dashboard.filled.payout}`, "Saque PIX")
      await page.getByRole("button", { name: "Devolver…" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("O que é lançado").waitFor()
      const right = await dialog.evaluate((element) => element.getBoundingClientRect().right)
      const edges = await dialog.locator("dd").evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().right)
      )
      expect(edges.length).toBeGreaterThan(3)
      expect(edges.filter((edge) => edge > right)).toEqual([])
    }))

  it("tell what a dispute is about, and lead to its deposit §dashboard-transitions", () =>
    asOperator(async (page) => {
      const { record } = await dashboard.world.read(dashboard.world.token, `/admin/explain/${dashboard.filled.paid}`)
      await goTo(page, `#/records/${(record as { readonly endToEndId: string }).endToEndId}`, "Dispute")
      const fact = (name: string) =>
        page.locator(`dl[data-look=stacked] dt[title=${name}]`).locator("xpath=following-sibling::dd[1]")
      expect(await fact("value").innerText()).toBe("R$ 50.00")
      expect(await fact("reason").innerText()).toBe("FRAUD")
      expect(await fact("payerName").innerText()).toBe("—")
      await fact("depositId").getByRole("link").click()
      await page.getByRole("heading", { level: 1, name: "Deposit" }).waitFor()
      expect(await page.locator(".nav-link[aria-current=page]").innerText()).toBe("Deposits")
      await page.locator(".timeline").getByRole("link", { name: dashboard.filled.event }).click()
      await page.getByRole("heading", { level: 1, name: "Event" }).waitFor()
    }))

  it("are listed whatever an address says of instants, and none where no one has the id §dashboard-lists", () =>
    asOperator(async (page) => {
      await goTo(page, "#/deposits?from=lixo", "Deposits")
      await page.getByRole("row").nth(1).waitFor()
      await goTo(page, "#/deposits?subAccountId=sub_nobody", "Deposits")
      await page.getByText("No account or subaccount has this id").waitFor()
      expect(await page.getByRole("alert").count()).toBe(0)
    }))

  it("say what may happen next in words §dashboard-said", () =>
    asOwner(async (page) => {
      await goTo(page, `#/records/${dashboard.filled.paid}`, "Deposit")
      await page.getByText("Rare later events").click()
      expect(await mainText(page)).toMatch(/when the returns add up to the whole value/)
      expect(await mainText(page)).not.toMatch(guards)
    }))

  it("speak Portuguese alone to whoever reads Portuguese §dashboard-said", () =>
    asOperator(async (page) => {
      const { filled } = dashboard
      const places = [
        [filled.paid, "Depósito", "um PIX da cobrança foi liquidado"],
        [filled.waiting, "Depósito", "o prazo para pagar a cobrança acabou"],
        [filled.payout, "Saque PIX", "o PIX foi liquidado"],
        [filled.held, "Saque PIX", "Estamos verificando com o banco se o PIX de R$ 50,00"],
        [filled.failed, "Saque PIX", "o banco de quem recebe recusou o pagamento"],
        [filled.rejected, "Tentativa de KYC", "o provedor rejeitou"]
      ] as const
      for (const [id, heading, said] of places) {
        await goTo(page, `#/records/${id}`, heading)
        await page.locator(".copyable").getByText(id).waitFor()
        const text = await mainText(page)
        expect(text).toContain(said)
        expect(english.filter((means) => text.includes(means))).toEqual([])
        expect(text).not.toMatch(guards)
        expect(await page.locator("main [lang]").count()).toBe(0)
      }
    }, "pt-BR"))

  it("say refusals and what a refund cannot do in Portuguese §dashboard-said", () =>
    asOperator(async (page) => {
      await goTo(page, `#/accounts/${dashboard.world.acme}/webhooks`, "acme")
      await page.getByRole("button", { name: "Cadastrar endereço" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Endereço").fill("http://127.0.0.1:1/nobody")
      await dialog.getByRole("button", { name: "Cadastrar endereço" }).click()
      const alert = dialog.getByRole("alert")
      await alert.getByText("WEBHOOK_TEST_FAILED").waitFor()
      expect(await alert.innerText()).toMatch(/O endereço não aceitou .*: a conexão falhou: ECONNREFUSED/)
      await page.keyboard.press("Escape")

      await goTo(page, `#/records/${dashboard.filled.held}`, "Saque PIX")
      await page.getByRole("button", { name: "Devolver…" }).click()
      await dialog.getByText("Não há o que devolver").waitFor()
      expect(await dialog.innerText()).not.toContain("has nothing to give back")

      await goTo(page, `#/accounts/${dashboard.world.acme}`, "acme")
      await page.getByText("saque pela tron").waitFor()
      await page.getByLabel("Limite por saque").fill("muito")
      await page.getByRole("button", { name: "Salvar" }).click()
      await page.getByText("precisa ser um valor em reais, como 3.000,00").waitFor()
      await page.getByLabel("Limite por saque").fill("2.500,50")
      await page.getByRole("button", { name: "Salvar" }).click()
      const limit = () => page.getByLabel("Limite por saque").inputValue()
      await eventually(() => page.getByText("não foram salvas").count(), (count) => count === 0)
      expect(await limit()).toBe("2.500,50")
      expect(await mainText(page)).not.toContain("payout on tron")
    }, "pt-BR"))

  const words = {
    en: {
      event: "Event",
      data: "Data of every delivery",
      kyc: "KYC attempts",
      reason: "The document cannot be read; send a clearer picture",
      rejected: "Rejected",
      pending: "Pending",
      source: "Hosted page",
      customer: "Customer"
    },
    "pt-BR": {
      event: "Evento",
      data: "Dados de cada entrega",
      kyc: "Tentativas de KYC",
      reason: "O documento não pode ser lido; envie uma foto mais nítida",
      rejected: "Rejeitada",
      pending: "Pendente",
      source: "Página hospedada",
      customer: "Cliente"
    }
  } as const

  describe.each(["en", "pt-BR"] as const)("in %s", (lang) => {
    const said = words[lang]

    it("show an event with its deliveries §dashboard-pages", () =>
      asOwner(async (page) => {
        await goTo(page, `#/events/${dashboard.filled.event}`, said.event)
        await page.getByRole("heading", { level: 2, name: said.data }).waitFor()
        const text = await mainText(page)
        expect(text).toContain("DEPOSIT_ASSET_SUCCESS")
        expect(text).toContain("\"valueInBrl\"")
        await page.getByRole("row").filter({ hasText: "DEPOSIT_ASSET_SUCCESS" }).first().waitFor()
        await axe(page)
      }, lang))

    it("show a subaccount with its attempts §dashboard-pages", () =>
      asOperator(async (page) => {
        await goTo(page, `#/subaccounts/${dashboard.filled.subaccount}`, "Ana Souza")
        const rejected = page.getByRole("row").filter({ hasText: said.rejected })
        expect(await rejected.innerText()).toContain(said.reason)
        expect(await mainText(page)).toContain(said.customer)
        await axe(page)
      }, lang))

    it("show attempts, filtered by their status §dashboard-pages", () =>
      asOperator(async (page) => {
        await goTo(page, "#/kyc", said.kyc)
        const rows = page.getByRole("row").filter({ hasText: said.source })
        await rows.filter({ hasText: said.pending }).first().waitFor()
        expect(await rows.filter({ hasText: said.rejected }).innerText()).toContain(said.reason)
        await page.getByLabel("Status").selectOption("REJECTED")
        await eventually(() => rows.count(), (count) => count === 1)
        await axe(page)
      }, lang))
  })

  it("follow changes that no one tells of, by and by and at once when they are looked at again §dashboard-refresh", () =>
    withPage(desktop, "en", async (page) => {
      await page.clock.install()
      await deafen(page)
      await signIn(page, dashboard.world.host.base, dashboard.world.token, "#/deposits")
      await page.getByRole("row").nth(1).waitFor()
      const rowOf = (id: string) => page.getByRole("row").filter({ has: page.getByTitle(id) })
      const first = await dashboard.world.deposit()
      await page.clock.runFor(20_000)
      expect(await rowOf(first.id).count()).toBe(0)
      await page.clock.runFor(12_000)
      await rowOf(first.id).waitFor()

      const link = rowOf(first.id).getByRole("link").first()
      await link.focus()
      const second = await dashboard.world.deposit()
      await page.evaluate(() => dispatchEvent(new Event("focus")))
      await page.clock.runFor(2_000)
      await rowOf(second.id).waitFor()
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    }))

  it("wait while somebody writes §dashboard-refresh", () =>
    withPage(desktop, "en", async (page) => {
      await page.clock.install()
      await deafen(page)
      await signIn(page, dashboard.world.host.base, dashboard.world.token, `#/accounts/${dashboard.world.acme}`)
      let asked = 0
      page.on("request", () => asked++)
      // The page may still ask for its parts.
      for (let before = -1; before !== asked; await page.waitForTimeout(500)) before = asked
      asked = 0
      await page.getByRole("textbox", { name: "Name" }).fill("half a na")
      await page.clock.runFor(65_000)
      expect(asked).toBe(0)
      await page.getByRole("heading", { level: 1 }).focus()
      await page.clock.runFor(32_000)
      await eventually(() => Promise.resolve(asked), (count) => count > 0)
      expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("half a na")
    }, { tolerates: refusals }))

  it("are drawn anew when the system changes its theme §dashboard-theme", () =>
    asOperator(async (page) => {
      const scheme = () => page.evaluate(() => getComputedStyle(document.body).colorScheme)
      const drawn = () => page.locator("canvas").first().evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
      await page.locator("canvas").first().waitFor({ state: "attached" })
      const light = await drawn()
      await page.emulateMedia({ colorScheme: "dark" })
      await eventually(scheme, (now) => now === "dark")
      await eventually(drawn, (now) => now !== light)
      await page.getByLabel("Theme").selectOption("light")
      expect(await scheme()).toBe("light")
      await page.emulateMedia({ colorScheme: "light" })
      await page.emulateMedia({ colorScheme: "dark" })
      expect(await scheme()).toBe("light")
    }))
})
