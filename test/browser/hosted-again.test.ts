// The pages of end users where things go wrong first: a field is corrected, a link is over, a page is opened again. With a
// mouse that takes its time, as hands do.
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumPath, closeBrowser, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { type TestHost, bannerKey, openHost } from "../support/host.ts"
import { dataOf, send } from "../support/http.ts"
import { depositOf, recordOf } from "../http/sandbox.ts"
import { address, fill, nextOf, picture } from "./hosted-page.ts"

const program = { name: "documento.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") }

/** Presses where a button is now, and lets go later. */
const press = async (page: Page, button: Locator): Promise<void> => {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (box === null) throw new Error("The button is not shown")
  // Near its upper edge, where a shift of a line is felt.
  await page.mouse.move(box.x + box.width / 2, box.y + 4)
  await page.mouse.down()
  await page.waitForTimeout(120)
  await page.mouse.up()
}

const person = {
  fullName: "Ana Souza",
  dateOfBirth: "1990-05-17",
  taxIdNumber: "529.982.247-25",
  email: "ana@example.com"
}
const company = {
  legalName: "Padaria Ltda",
  taxIdNumber: "11.222.333/0001-81",
  incorporationDate: "2010-01-02",
  email: "ops@padaria.example"
}

describe.skipIf(chromiumPath === undefined)(`once more in a browser (${chromiumPath ?? noChromium})`, () => {
  let host: TestHost
  let key: string
  beforeAll(async () => {
    host = await openHost()
    key = bannerKey(host)
  })
  afterAll(async () => {
    await closeBrowser()
    await host.close()
  })
  const post = (path: string, body: object) => send(host.base, { path, key, body })
  const subaccount = async (parts: object) => dataOf(await post("/api/subaccount", parts))["subAccountId"]
  const kyc = async (name: string) =>
    String(dataOf(await post("/api/kyc", { subAccountId: await subaccount({ name }) }))["url"])
  const kyb = async () => {
    const owner = { name: "Padaria Ltda", email: company.email, accountType: "COMPANY" }
    return String(dataOf(await post("/api/kyb", { subAccountId: await subaccount(owner) }))["basicCompanyDataUrl"])
  }

  it.each([["KYC", person], ["KYB", company]] as const)(
    "%s: the first press counts after the last field was corrected, or spoiled",
    async (form, values) => {
      const url = form === "KYC" ? await kyc("Ana") : await kyb()
      for (const viewport of [phone, desktop]) {
        await withPage(viewport, "pt-BR", async (page) => {
          await page.goto(url)
          await page.locator("#f-phone:visible").waitFor()
          await fill(page, values)
          // Typed as people do: what is filled in at once may tell of its change too early.
          await page.click("#f-phone")
          await page.keyboard.type("123")
          await press(page, nextOf(page, 0))
          expect(await page.locator("#e-phone").textContent()).not.toBe("")
          expect(await page.evaluate("document.activeElement.id")).toBe("f-phone")
          await page.keyboard.press("Control+A")
          await page.keyboard.type("11987654321")
          expect(await page.locator("#e-phone").textContent()).toBe("")
          await press(page, nextOf(page, 0))
          await page.locator("#f-zipCode:visible").waitFor()
        })
      }
    }
  )

  it("KYC: Back goes one step back and keeps what was typed, and a reload asks first", async () => {
    const url = await kyc("Rui")
    await withPage(desktop, "pt-BR", async (page) => {
      const asked: Array<string> = []
      page.on("dialog", (dialog) => {
        asked.push(dialog.type())
        void dialog.accept()
      })
      await page.goto(url)
      await page.locator("#f-fullName:visible").waitFor()
      expect(await page.locator("#f-country option").count()).toBe(249)
      expect(await page.locator("#f-countryOfTaxId option:checked").textContent()).toBe("Brasil")
      await fill(page, person)
      await press(page, nextOf(page, 0))
      await page.locator("#f-zipCode:visible").waitFor()
      await page.goBack()
      await page.locator("#f-fullName:visible").waitFor()
      expect(await page.locator("#f-fullName").inputValue()).toBe(person.fullName)
      await page.goForward()
      await page.locator("#f-zipCode:visible").waitFor()
      await page.getByRole("button", { name: "Voltar" }).click()
      await page.locator("#f-fullName:visible").waitFor()
      await page.reload()
      await page.locator("#f-fullName:visible").waitFor()
      expect(asked).toEqual(["beforeunload"])
    })
  })

  it("KYC: what is wrong with a file or the capture is said until it is mended", async () => {
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(await kyc("Bia"))
      await page.locator("#f-fullName:visible").waitFor()
      await fill(page, person)
      await nextOf(page, 0).click()
      await fill(page, address)
      await nextOf(page, 1).click()
      await page.locator("#f-front:visible").waitFor()
      await page.setInputFiles("#f-front", program)
      expect(await page.locator("#e-front").textContent()).toBe("Somente JPEG, PNG ou PDF.")
      await page.setInputFiles("#f-front", picture)
      expect(await page.locator("#e-front").textContent()).toBe("")
      await nextOf(page, 2).click()
      await page.locator("#film:visible").waitFor()
      await nextOf(page, 3).click()
      expect(await page.locator("#e-selfie").textContent()).toBe("Faça primeiro a captura.")
      await page.locator("#film").click()
      await page.locator("video:visible").waitFor()
      expect(await page.locator("#e-selfie").textContent()).toBe("")
    })
  })

  it.each([`/hosted/kyc#${"0".repeat(64)}`, "/hosted/kyb/company"])(
    "%s: a link that is over is said as an error, without how to begin",
    async (path) => {
      await withPage(phone, "pt-BR", async (page) => {
        await page.goto(`${host.base}${path}`)
        await page.locator("#message[data-bad]").waitFor()
        expect(await page.locator("#about").isVisible()).toBe(false)
        expect(await page.locator("form:visible").count()).toBe(0)
      }, { tolerates: [/404 \(Not Found\)|400 \(Bad Request\)/] })
    }
  )

  it("a capture that was confirmed is told when its page is opened again", async () => {
    const subAccountId = await subaccount({ name: "Caio" })
    const made = dataOf(await post("/api/kyc/document", { subAccountId, documentType: "SELFIE-FROM-LIVENESS" }))
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(String(made["livenessUrl"]))
      await page.getByRole("button", { name: "Ligar a câmera" }).click()
      await page.getByRole("button", { name: "Capturar" }).click()
      const done = page.getByText("sua captura foi confirmada")
      await done.waitFor()
      await page.reload()
      await done.waitFor()
      expect(await page.locator("button:visible").count()).toBe(0)
    })
  })

  it("a long amount stands on one line of a narrow screen", async () => {
    await post("/api/deposit/asset", depositOf({ externalId: "pedido-2" }))
    const { chargeUrl } = await recordOf(host.base, key, "pedido-2")
    for (const [lang, width] of [["en", 375], ["pt-BR", 320]] as const) {
      await withPage({ width, height: 740 }, lang, async (page) => {
        await page.goto(String(chargeUrl))
        const amount = page.locator(".amount")
        expect(await amount.getAttribute("class")).toBe("amount short")
        const shown = await amount.evaluate((element) => {
          element.setAttribute("class", "amount")
          element.textContent = "R$\u00a09.999.999.999,99"
          return { isWhole: element.scrollWidth <= element.clientWidth, lines: Math.round(element.clientHeight / 26) }
        })
        expect(shown).toEqual({ isWhole: true, lines: 1 })
      })
    }
  })

  it("a person who lost the way is led to what there is, a program is answered as ever", async () => {
    for (const [path, status] of [["/", 200], ["/nowhere", 404]] as const) {
      await withPage(phone, "pt-BR", async (page) => {
        expect((await page.goto(`${host.base}${path}`))?.status()).toBe(status)
        expect(await page.getByRole("link", { name: "Documentação" }).getAttribute("href")).toBe("/docs")
        expect(await page.getByRole("link", { name: "Painel" }).getAttribute("href")).toBe("/dashboard")
      }, { tolerates: [/404 \(Not Found\)/] })
      const asked = await send(host.base, { path })
      expect([asked.status, asked.headers["content-type"]]).toEqual([404, "application/json"])
    }
    const html = { accept: "text/html" }
    for (const path of ["/api", "/api/nowhere", "/provider/nowhere/webhook"]) {
      const { headers, status } = await send(host.base, { path, headers: html })
      expect([path, status === 404, headers["content-type"]?.startsWith("text/html")]).toEqual([
        path,
        true,
        false
      ])
    }
  })
})
