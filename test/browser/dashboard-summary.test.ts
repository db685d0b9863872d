// The head of a payment's page in Chromium: amount, who paid, who was paid, status and what happened are on the first screen of
// a phone and of a desktop, in both languages (each in one in the quick tier); then what happens next. And the page of search, which leads there.
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardWorld, openDashboard, ownerKey } from "../http/dashboard-world.ts"
import {
  type Language,
  axe,
  chromiumPath,
  closeBrowser,
  desktop,
  noChromium,
  phone,
  withPage
} from "../support/browser.ts"
import { depth } from "../support/depth.ts"
import { goTo, signIn } from "./dashboard-page.ts"

type Row = Readonly<Record<string, unknown>>

/** What each page says; a moment is any. */
interface Expected {
  readonly heading: Readonly<Record<Language, string>>
  readonly amount: Readonly<Record<Language, RegExp>>
  readonly payer: Readonly<Record<Language, RegExp>>
  readonly payee: Readonly<Record<Language, RegExp>>
  readonly status: Readonly<Record<Language, RegExp>>
  readonly sentence: Readonly<Record<Language, RegExp>>
}

const same = (pattern: RegExp): Readonly<Record<Language, RegExp>> => ({ en: pattern, "pt-BR": pattern })

const moment = {
  en: String.raw`[A-Z][a-z]{2} \d\d, 20\d\d, \d\d:\d\d`,
  "pt-BR": String.raw`\d\d/\d\d/20\d\d às \d\d:\d\d`
}

const said = (en: string, pt: string): Readonly<Record<Language, RegExp>> => ({
  en: new RegExp(`^${en.replace("{at}", moment.en)}$`),
  "pt-BR": new RegExp(`^${pt.replace("{at}", moment["pt-BR"])}$`)
})

const pages = {
  deposit: {
    heading: { en: "Deposit", "pt-BR": "Depósito" },
    amount: { en: /^R\$ 50\.00\s*→ [\d.]+ USDC$/, "pt-BR": /^R\$ 50,00\s*→ [\d,]+ USDC$/ },
    payer: same(/^Ana Souza/),
    payee: same(/^acme[^]*0x5290…169EE7 · base$/),
    status: { en: /^Completed$/, "pt-BR": /^Concluído$/ },
    sentence: said(
      String.raw`Ana Souza paid R\$ 50\.00 by PIX, and [\d.]+ USDC was delivered on {at}\.`,
      String.raw`Ana Souza pagou R\$ 50,00 por PIX; entrega de [\d,]+ USDC concluída em {at}\.`
    )
  },
  refund: {
    heading: { en: "Deposit", "pt-BR": "Depósito" },
    amount: { en: /^R\$ 50\.00\s*→ [\d.]+ USDC$/, "pt-BR": /^R\$ 50,00\s*→ [\d,]+ USDC$/ },
    payer: same(/^Ana Souza/),
    payee: same(/^acme/),
    status: { en: /^Refunded$/, "pt-BR": /^Devolvido$/ },
    sentence: said(
      String.raw`R\$ 50\.00 went back to Ana Souza by PIX on {at}, after [\d.]+ USDC had been delivered\.`,
      String.raw`PIX de R\$ 50,00 devolvido a Ana Souza em {at}, depois da entrega de [\d,]+ USDC\.`
    )
  },
  payout: {
    heading: { en: "Payout", "pt-BR": "Saque PIX" },
    amount: { en: /^[\d.]+ USDT\s*→ R\$ 50\.00$/, "pt-BR": /^[\d,]+ USDT\s*→ R\$ 50,00$/ },
    payer: same(/^acme[^]*0x\w{4}…\w{6} · polygon$/),
    payee: same(/^MARIA DA SILVA\s*maria@example\.com · BANCO SANDBOX S\.A\.$/),
    status: { en: /^Completed$/, "pt-BR": /^Concluído$/ },
    sentence: said(
      String.raw`R\$ 50\.00 was paid by PIX to MARIA DA SILVA on {at}\.`,
      String.raw`PIX de R\$ 50,00 pago a MARIA DA SILVA em {at}\.`
    )
  },
  "payout that was given back": {
    heading: { en: "Payout", "pt-BR": "Saque PIX" },
    amount: { en: /^[\d.]+ USDT\s*→ R\$ 50\.00$/, "pt-BR": /^[\d,]+ USDT\s*→ R\$ 50,00$/ },
    payer: same(/^acme/),
    payee: same(/^fail@sandbox\.test$/),
    status: { en: /^Failed$/, "pt-BR": /^Falhou$/ },
    sentence: said(
      String.raw`The bank refused the PIX; [\d.]+ USDT went back to the wallet on {at}\.`,
      String.raw`O banco recusou o PIX; devolução de [\d,]+ USDT para a carteira concluída em {at}\.`
    )
  },
  invoice: {
    heading: { en: "Lightning invoice", "pt-BR": "Fatura Lightning" },
    amount: { en: /^[\d.]+ BTC\s*→ R\$ 10\.00$/, "pt-BR": /^[\d,]+ BTC\s*→ R\$ 10,00$/ },
    payer: { en: /^Not identified$/, "pt-BR": /^Não identificado$/ },
    payee: same(/^MARIA DA SILVA/),
    status: { en: /^Completed$/, "pt-BR": /^Concluída$/ },
    sentence: said(
      String.raw`R\$ 10\.00 was paid by PIX to MARIA DA SILVA on {at}\.`,
      String.raw`PIX de R\$ 10,00 pago a MARIA DA SILVA em {at}\.`
    )
  }
} as const satisfies Readonly<Record<string, Expected>>

const nothingNext = { en: "Nothing: this payment is final.", "pt-BR": "Nada: este pagamento está encerrado." } as const

/** The parts of a summary in the order of the page. */
const partsOf = (page: Page) => {
  const summary = page.locator("main .summary")
  return [
    ["amount", summary.locator(".summary-amount")],
    ["payer", summary.locator("dd").nth(0)],
    ["payee", summary.locator("dd").nth(1)],
    ["status", summary.locator(".badge")],
    ["sentence", summary.locator(".summary-happened p")]
  ] as const
}

const looks = [
  ["phone", "pt-BR", phone],
  ["desktop", "en", desktop],
  ["phone", "en", phone],
  ["desktop", "pt-BR", desktop]
] as const

describe.skipIf(chromiumPath === undefined)(`the head of a payment's page (${chromiumPath ?? noChromium})`, () => {
  let world: DashboardWorld
  const ids: Partial<Record<keyof typeof pages | "held", string>> = {}
  beforeAll(async () => {
    world = await openDashboard()
    const payer = { name: "Ana Souza", taxId: "52998224725" }
    for (const name of ["deposit", "refund"] as const) {
      const { id } = await world.deposit()
      await world.write(ownerKey, `/sandbox/deposits/${id}/pay`, { payer })
      await world.until("deposits", id, "COMPLETED")
      ids[name] = id
    }
    await world.write(ownerKey, `/sandbox/deposits/${ids.refund}/return`, {})
    await world.until("deposits", ids.refund ?? "", "REFUNDED")
    ids.payout = await world.payout(ownerKey, "maria@example.com")
    await world.until("payouts", ids.payout, "COMPLETED")
    ids["payout that was given back"] = await world.payout(ownerKey, "fail@sandbox.test")
    await world.until("payouts", ids["payout that was given back"], "FAILED")
    ids.held = await world.payout(ownerKey, "hold@sandbox.test")
    const hash = await world.invoice(ownerKey, { pixKey: "maria@example.com" })
    await world.write(ownerKey, `/sandbox/lightning-invoices/${hash}/pay`)
    await world.until("lightning-invoices", hash, "COMPLETED")
    const { rows } = await world.read(ownerKey, `/search?q=${hash}`)
    ids.invoice = String((rows as ReadonlyArray<Row>)[0]?.["recordId"])
  })
  afterAll(async () => {
    await closeBrowser()
    await world.close()
  })

  const shown = (viewport: typeof desktop, lang: Language, token: string, work: (page: Page) => Promise<void>) =>
    withPage(viewport, lang, async (page) => {
      await signIn(page, world.host.base, token)
      await work(page)
    })

  describe.each(looks.slice(0, depth.looks))("on a %s, in %s", (_, lang, viewport) => {
    it.each(Object.keys(pages) as ReadonlyArray<keyof typeof pages>)(
      "shows amount, parties, status and what happened of a %s on its first screen §dashboard-summary-first §dashboard-next",
      (name) =>
        shown(viewport, lang, world.token, async (page) => {
          const expected = pages[name]
          await goTo(page, `#/records/${ids[name]}`, expected.heading[lang])
          await page.locator("main .summary").waitFor()
          let above = 0
          for (const [part, element] of partsOf(page)) {
            expect((await element.innerText()).trim()).toMatch(expected[part][lang])
            const box = await element.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
            expect(box.width).toBeGreaterThan(0)
            expect(box.x).toBeGreaterThanOrEqual(0)
            expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
            expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
            // Each begins below what comes before it, or beside it.
            expect(box.y + box.height).toBeGreaterThan(above)
            above = box.y
          }
          const next = page.locator("main .panel").nth(1)
          expect(await next.innerText()).toContain(nothingNext[lang])
          expect(await next.locator("details[open]").count()).toBe(0)
          expect(await next.locator(".next-list li:visible").count()).toBe(0)
        })
    )
  })

  it("lists what is expected of a payment that goes on, and the rest behind a line §dashboard-next", () =>
    shown(desktop, "en", world.token, async (page) => {
      await goTo(page, `#/records/${ids.held}`, "Payout")
      const next = page.locator("main .panel").nth(1)
      await next.getByText("the PIX has settled").waitFor()
      expect(await next.locator(".next-list").first().locator("> li").count()).toBe(2)
      await next.getByText("Rare later events").click()
      await next.getByText("it is not known yet whether the asset left the wallet").first().waitFor()
      await axe(page)
    }))

  it("does not name a payer to an account that may not see payers §dashboard-summary-first", () =>
    shown(phone, "en", ownerKey, async (page) => {
      await goTo(page, `#/records/${ids.deposit}`, "Deposit")
      await page.getByText("Not shown to this account").waitFor()
      expect(await page.locator("main").innerText()).not.toMatch(/Ana Souza|982\.247/)
      expect(await page.locator(".summary-happened p").innerText()).toMatch(/^R\$ 50\.00 was paid by PIX, and /)
    }))

  it("is found by a name, an amount and a PIX key §dashboard-search-name", () =>
    shown(phone, "pt-BR", world.token, async (page) => {
      const find = async (text: string) => {
        await page.getByRole("search").getByRole("searchbox").fill(text)
        await page.keyboard.press("Enter")
        await page.getByText(`Resultados para “${text}”`).waitFor()
      }
      await find("ana souza")
      await page.getByRole("row").nth(2).waitFor()
      await find("MARIA@example.com")
      await page.getByTitle(ids.payout ?? "").waitFor()
      await find("R$ 10,00")
      await page.getByRole("row").nth(1).getByRole("link").first().click()
      await page.getByRole("heading", { level: 1, name: "Fatura Lightning" }).waitFor()
      await find("ninguém com este nome")
      await page.getByText("Nenhum pagamento encontrado").waitFor()
      expect(await page.getByRole("row").count()).toBe(0)
      await find("acme")
      await page.getByRole("row").filter({ hasText: "Subconta" }).getByRole("link", { name: "acme" }).waitFor()
      await axe(page)
    }))
})
