// The pages of end users in a real browser: identity and company from the first field to the approval with files and camera, a
// PIN that is set and then used, and a receipt. Phones first, two languages.
import { argon2Sync, createHash } from "node:crypto"
import { createServer, request } from "node:http"
import { Result } from "effect"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openNip44 } from "../../adapters/node/wallet-vault.ts"
import { chromiumPath, closeBrowser, desktop, noChromium, phone, withPage } from "../support/browser.ts"
import { pinWords } from "../../hosts/http/pages/hosted/pin-words.ts"
import { type TestHost, bannerKey, declared, keyOf, openHost, secretsKey } from "../support/host.ts"
import { bodyOf, dataOf, send } from "../support/http.ts"
import { type Loopback, onLoopback } from "../support/loopback.ts"
import { makePayout, untilPayout } from "../http/payouts.ts"
import { address, fill, fits, looked, nextOf, picture, small } from "./hosted-page.ts"

const bill = { name: "conta.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") }

/** Presses the button of a step, once it is shown. */
const goOn = (page: Page, step: number) => nextOf(page, step).click()

/** From the first step of a person to the last button. */
const identify = async (
  page: Page,
  more: Readonly<Record<string, string>> = {},
  look: (page: Page) => Promise<void> = looked
): Promise<void> => {
  await page.locator("#f-fullName:visible").waitFor()
  await look(page)
  await goOn(page, 0)
  expect(await page.locator("[aria-invalid=true]").count()).toBeGreaterThan(3)
  await look(page)
  await fill(page, {
    fullName: "Ana Souza",
    dateOfBirth: "1990-05-17",
    taxIdNumber: "529.982.247-25",
    email: "ana@example.com",
    phone: "(11) 98765-4321",
    ...more
  })
  await goOn(page, 0)
  await page.locator("#f-zipCode:visible").waitFor()
  await look(page)
  await fill(page, address)
  await goOn(page, 1)
  await page.locator("#f-front:visible").waitFor()
  await goOn(page, 2)
  expect(await page.locator("#e-front").textContent()).not.toBe("")
  await look(page)
  await page.setInputFiles("#f-front", picture)
  await page.setInputFiles("#f-back", picture)
  await goOn(page, 2)
  await page.locator("#film:visible").click()
  await page.locator("video:visible").waitFor()
  await look(page)
  await page.click("#film")
  await page.locator("video").waitFor({ state: "hidden" })
  await goOn(page, 3)
}

describe.skipIf(chromiumPath === undefined)(`in a browser (${chromiumPath ?? noChromium})`, () => {
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

  it("KYC goes from the first field to the approval on a phone §hosted-form §hosted-browser", async () => {
    const subAccountId = await subaccount({ name: "Ana Souza" })
    const { url } = dataOf(await post("/api/kyc", { subAccountId }))
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(String(url))
      await identify(page)
      await page.getByText("Aprovado.").waitFor()
      await looked(page)
    })
    const state = dataOf(await send(host.base, { path: `/api/kyc?subAccountId=${String(subAccountId)}`, key }))
    expect(state["status"]).toBe("APPROVED")
  })

  it("KYC leads back where its owner said §hosted-redirect", async () => {
    const subAccountId = await subaccount({ name: "Rui", email: "rui@example.com" })
    const { url } = dataOf(await post("/api/kyc", { subAccountId, redirectUrl: `${host.base}/docs` }))
    await withPage(desktop, "en", async (page) => {
      await page.goto(String(url))
      // Another e-mail than that on file is said at its field, on its step.
      await identify(page, {}, fits)
      await page.locator("#f-email:visible").waitFor()
      expect(await page.locator("#e-email").textContent()).toMatch(/not the e-mail on file/)
      await page.fill("#f-email", "rui@example.com")
      for (const step of [0, 1, 2, 3]) await goOn(page, step)
      await page.waitForURL(`${host.base}/docs`)
    }, { tolerates: [/400 \(Bad Request\)/] })
  })

  it("KYB takes company, representative and both proofs §hosted-proofs §hosted-browser", async () => {
    const email = "ops@padaria.example"
    const subAccountId = await subaccount({ name: "Padaria Ltda", email, accountType: "COMPANY" })
    const { authorizedRepresentativeUrl, basicCompanyDataUrl } = dataOf(await post("/api/kyb", { subAccountId }))
    await withPage(desktop, "en", async (page) => {
      await page.goto(String(basicCompanyDataUrl))
      await fill(page, {
        legalName: "Padaria Ltda",
        taxIdNumber: "11.222.333/0001-81",
        incorporationDate: "2010-01-02",
        email
      })
      await looked(page)
      await goOn(page, 0)
      await fill(page, address)
      await goOn(page, 1)
      await page.getByText("The other page of this verification").waitFor()
    }, { scheme: "dark" })
    await withPage(small, "en", async (page) => {
      await page.goto(String(authorizedRepresentativeUrl))
      await identify(page, { role: "Partner" })
      await page.getByText("Approved.").waitFor()
    })
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(String(basicCompanyDataUrl))
      await page.getByText("Aumente os limites da empresa").waitFor()
      await looked(page)
      for (const task of ["proof-of-address", "proof-of-financial-capacity"]) {
        const form = page.locator(`form[data-proof=${task}]`)
        if (task === "proof-of-financial-capacity") await page.fill("#f-annualRevenueInBrl", "250.000,00")
        await page.setInputFiles(`#f-${task}`, bill)
        await form.locator("button").click()
        await form.getByText("Aprovado.").waitFor()
        expect(await form.getByText("Aprovado.").count()).toBe(1)
      }
      await looked(page)
    })
    const state = dataOf(await send(host.base, { path: `/api/kyc?subAccountId=${String(subAccountId)}`, key }))
    expect(state["status"]).toBe("APPROVED")
  })

  it("the liveness page confirms a capture §hosted-confirms", async () => {
    const subAccountId = await subaccount({ name: "Bia" })
    const made = dataOf(await post("/api/kyc/document", { subAccountId, documentType: "SELFIE-FROM-LIVENESS" }))
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(String(made["livenessUrl"]))
      await looked(page)
      await page.getByRole("button", { name: "Ligar a câmera" }).click()
      await page.getByRole("button", { name: "Capturar" }).click()
      await page.getByText("sua captura foi confirmada").waitFor()
    })
    const path = `/api/kyc/document/${String(made["documentId"])}?subAccountId=${String(subAccountId)}`
    expect(dataOf(await send(host.base, { path, key }))["ready"]).toBe(true)
  })

  it("a receipt is read and saved §receipt-page", async () => {
    const id = await makePayout(host.base, key)
    const { receiptUrl } = await untilPayout(host.base, key, id, "COMPLETED")
    for (
      const [viewport, language, title] of [[small, "en", "PIX receipt"], [
        phone,
        "pt-BR",
        "Comprovante de PIX"
      ]] as const
    ) {
      await withPage(viewport, language, async (page) => {
        await page.goto(String(receiptUrl).replace("/receipt.pdf", ""))
        expect(await page.locator("h1").textContent()).toBe(title)
        await looked(page)
        const pdf = await page.locator("a.button").getAttribute("href")
        const saved = await fetch(`${host.base}${pdf}`)
        expect([saved.status, saved.headers.get("content-type")]).toEqual([200, "application/pdf"])
      })
    }
  })
})

describe.skipIf(chromiumPath === undefined)(`a PIN in a browser (${chromiumPath ?? noChromium})`, () => {
  const name = "live.example"
  const live = keyOf("live", "production")
  let service: TestHost
  let front: Loopback
  /** Production is reported by its Host header, which a browser sends only to the address of that name. */
  const named = createServer((asked, answer) => {
    const { headers, method, url } = asked
    const on = request({
      host: "127.0.0.1",
      port: service.port,
      path: url,
      method,
      headers: { ...headers, host: name }
    })
    on.on("response", (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(answer)
    })
    asked.pipe(on)
  })
  beforeAll(async () => {
    service = await openHost({
      accounts: [declared("live", { environment: "production", flags: ["WALLET_PAYOUT_API"] })],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: name,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: "operator-token-of-the-tests-0123456789"
      }
    })
    front = await onLoopback(named)
  })
  afterAll(async () => {
    await closeBrowser()
    await front.close()
    await service.close()
  })
  const post = (path: string, body: object) => send(service.base, { path, key: live, body, headers: { host: name } })
  const link = async (): Promise<string> => {
    const { hash, pathname } = new URL(String(dataOf(await post("/api/wallet/pin-session", {}))["url"]))
    return `${front.base}${pathname}${hash}`
  }
  // A right PIN goes on to the chain, and there is none here.
  const opens = async (walletPin: string) =>
    bodyOf(await post("/api/wallet/create", { network: "polygon", walletPin }))["errorCode"] === "UPSTREAM_UNAVAILABLE"
  /** What a holder's own program makes of the PIN and the pair of the keys endpoint (spec "Wallet"). */
  const unlocked = async (pin: string) => {
    const { email, protectedSymmetricKey } = dataOf(await post("/api/wallet/keys", {}))
    const nonce = createHash("sha256").update(String(email).trim().toLowerCase()).digest()
    const master = argon2Sync("argon2id", {
      message: pin,
      nonce,
      memory: 65_536,
      passes: 3,
      parallelism: 4,
      tagLength: 32
    })
    return Buffer.from(Result.getOrThrow(openNip44(String(protectedSymmetricKey), master)), "base64")
  }

  it("is set, opens the wallet, and is changed §pin-page §hosted-browser", async () => {
    await withPage(phone, "pt-BR", async (page) => {
      await page.goto(await link())
      await looked(page)
      expect(await page.locator("#f-currentPin").isVisible()).toBe(false)
      await fill(page, { pin: "123456", again: "123456" })
      await page.click("button")
      expect(await page.locator("#e-pin").textContent()).toBe(pinWords["pt-BR"].guessable)
      await looked(page)
      await fill(page, { pin: "482913", again: "482913" })
      await page.click("button")
      await page.getByText("Salvo.").waitFor()
      await page.reload()
      await page.getByText("Este link já foi usado ou expirou.").waitFor()
      expect(await page.locator("form").isVisible()).toBe(false)
      await looked(page)
    }, { tolerates: [/400 \(Bad Request\)/] })
    expect([await opens("482913"), await opens("482914")]).toEqual([true, false])
    await withPage(small, "en", async (page) => {
      await page.goto(await link())
      await fill(page, { currentPin: "000000", pin: "739105", again: "739105" })
      await page.click("button")
      await page.getByText("The current PIN is wrong").waitFor()
      await looked(page)
      await page.fill("#f-currentPin", "482913")
      await page.click("button")
      await page.getByText("Saved.").waitFor()
    }, { tolerates: [/400 \(Bad Request\)/] })
    expect([await opens("739105"), await opens("482913")]).toEqual([true, false])
    expect(await unlocked("739105")).toHaveLength(32)
  })

  it("says when a wallet that is locked opens again", async () => {
    await withPage(phone, "en", async (page) => {
      await page.goto(await link())
      await fill(page, { currentPin: "000000", pin: "482913", again: "482913" })
      for (let status = 400; status === 400;) {
        const answered = page.waitForResponse(/\/hosted\/api\/pin$/)
        await page.locator("button:enabled").click()
        status = (await answered).status()
      }
      await page.getByText("locked for 24 hours, until").waitFor()
      expect(await page.locator("[role=status]").getAttribute("class")).toBe("error")
      await looked(page)
    }, { tolerates: [/400 \(Bad Request\)/, /429 \(Too Many Requests\)/] })
  })
})
