// The pictures of the README, of a sandbox that has lived for days: real deposits, payouts and refusals, made over HTTP, with
// its clock moved from day to day.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Redacted } from "effect"
import type { Page } from "playwright-core"
import { type PageOptions, desktop, phone, withPage } from "../support/browser.ts"
import { type TestHost, declared, evmAddress, keyOf, openHost } from "../support/host.ts"

const day = 86_400_000
const key = keyOf("aurora")

interface Answer {
  readonly data: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

type Call = (method: string, path: string, body?: object, bearer?: string) => Promise<Answer>

const caller = ({ base }: TestHost): Call => async (method, path, body, bearer = key) => {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" }
  const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return await answer.json() as Answer
}

/** What the owner of the shop does. */
const shopOf = async (call: Call) => {
  const { protectedSymmetricKey } = (await call("POST", "/api/wallet/keys", {})).data
  const settled = async (path: string): Promise<void> => {
    while (["PENDING", "PROCESSING"].includes(String((await call("GET", path)).data["status"]))) await sleep(20)
  }
  let orders = 0
  const charge = async (value: number, asset: string, network: string): Promise<string> => {
    const externalId = `order-${1_000 + ++orders}`
    await call("POST", "/api/deposit/asset", { value, asset, network, address: evmAddress, externalId })
    return externalId
  }
  const deposit = async (value: number, asset: string, network: string): Promise<void> => {
    const id = await charge(value, asset, network)
    const { trackId } = (await call("GET", `/api/deposit/asset/${id}`)).data
    const ticket = { id: trackId, payer: { name: "MARIA DA SILVA", taxId: "11144477735" } }
    await call("POST", "/provider/webhook", {
      event: { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket } }
    })
    await settled(`/api/deposit/asset/${id}`)
  }
  const payout = async (value: number, pixKey: string): Promise<string> => {
    const body = { value, asset: "USDC", network: "base", pixKey, walletPin: "123456", protectedSymmetricKey }
    const { transactionId } = await call("POST", "/api/wallet/payout", body)
    if (!pixKey.startsWith("hold@")) await settled(`/api/wallet/payout/${String(transactionId)}`)
    return String(transactionId)
  }
  return { charge, deposit, payout }
}

// What is bought on which day: figures that repeat, so that the pictures change only when the pages do.
const assets = [["USDC", "base"], ["BRLA", "polygon"], ["USDT", "polygon"]] as const

/** Days of a shop: a payout that was paid, and the page of a charge that no one has paid yet. */
const live = async (host: TestHost, days: number): Promise<{ readonly paid: string; readonly chargeUrl: string }> => {
  const call = caller(host)
  const operator = Redacted.value(host.service.operatorToken)
  const { charge, deposit, payout } = await shopOf(call)
  let paid = ""
  for (let today = 0; today < days; today++) {
    for (let count = 0; count < 2 + today % 4; count++) {
      const [asset, network] = assets[(today + count) % assets.length] ?? assets[0]
      await deposit(4_000 + (today * 37 + count * 113) % 97 * 100, asset, network)
    }
    for (let count = 0; count < 1 + today % 2; count++) {
      paid = await payout(6_000 + today * 450 + count * 800, "maria@example.com")
    }
    if (today % 5 === 3) await payout(5_000, "fail@sandbox.test")
    if (today < days - 1) await call("POST", "/dashboard/api/sandbox/time", { forwardMs: day }, operator)
  }
  await payout(7_500, "hold@sandbox.test")
  const { chargeUrl } = (await call("GET", `/api/deposit/asset/${await charge(5_000, "USDC", "base")}`)).data
  return { paid, chargeUrl: String(chargeUrl) }
}

/** Takes every picture into a folder, of a sandbox that has lived for so many days. The browser is left open. */
export const takePictures = async (folder: string, days: number): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const host = await openHost({
    accounts: [declared("aurora", { name: "Padaria Aurora", flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"] })]
  })
  const take = (name: string, viewport: typeof desktop, show: (page: Page) => Promise<void>, options?: PageOptions) =>
    withPage(viewport, "en", async (page) => {
      await show(page)
      // What was loaded is drawn, and letters are the right ones.
      await page.evaluate(() => document.fonts.ready)
      await sleep(500)
      await page.screenshot({ path: join(folder, `${name}.png`) })
    }, options)
  const openDashboard = async (page: Page, place: string): Promise<void> => {
    await page.goto(`${host.base}/dashboard/${place}`)
    await page.locator("input[type=password]").fill(key)
    await page.locator("button[type=submit]").click()
    await page.locator("main h1").waitFor()
    await page.locator(".loading").waitFor({ state: "detached" })
  }
  try {
    const { chargeUrl, paid } = await live(host, days)
    await take("overview", desktop, async (page) => {
      await openDashboard(page, "#/?by=day")
      await page.locator("canvas").first().waitFor()
    })
    await take("record", { width: 1180, height: 600 }, async (page) => {
      await openDashboard(page, `#/records/${paid}`)
      await page.getByText(paid).first().waitFor()
    }, { scheme: "dark" })
    await take("charge", phone, async (page) => {
      await page.goto(chargeUrl)
      await page.locator("#code").waitFor()
    })
  } finally {
    await host.close()
  }
}
