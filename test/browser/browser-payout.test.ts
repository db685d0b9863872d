// The example that pays from a browser: the PIN is checked on the device, the payout completes, once even when answers are
// lost, and the page asks no one but its own backend, under a policy that forbids it to.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { axe, chromiumPath, closeBrowser, noChromium, phone, withPage } from "../support/browser.ts"

const main = join(import.meta.dirname, "../../examples/browser-payout/main.ts")

describe.skipIf(chromiumPath === undefined)(`a payout from the browser (${chromiumPath ?? noChromium})`, () => {
  let example: ChildProcess
  let address = ""
  // Anew for each test: the keys of a wallet are given once a minute.
  beforeEach(async () => {
    example = spawn(process.execPath, [main], {
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [printed] = example.stdout === null ? [""] : await once(example.stdout, "data")
    address = /http:\S+(?=,)/.exec(String(printed))?.[0] ?? ""
  })
  afterEach(async () => {
    example.kill("SIGTERM")
    await once(example, "exit")
  })
  afterAll(closeBrowser)

  it("finds a wrong PIN itself, then pays with the right one §examples-browser-payout", async () => {
    await withPage(phone, "en", async (page) => {
      const asked: Array<string> = []
      page.on("request", (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(address)
      await axe(page)
      await page.getByLabel("PIN").fill("654321")
      await page.getByRole("button", { name: "Pay" }).click()
      await page.getByText("That is not your PIN").waitFor({ timeout: 30_000 })
      expect(asked.filter((path) => path.includes("payout"))).toEqual([])
      await page.getByLabel("PIN").fill("123456")
      await page.getByRole("button", { name: "Pay" }).click()
      await page.getByText("COMPLETED: R$ 100.00").waitFor({ timeout: 30_000 })
    })
  })
  it("pays once when the answer is lost, and goes on asking when that of a question is", async () => {
    await withPage(phone, "en", async (page) => {
      const asked = new Set<string>()
      const paid: Array<unknown> = []
      let isLost = true
      await page.route("**/pay/api/wallet/payout", async (route) => {
        const answer = await route.fetch()
        const { transactionId } = await answer.json()
        asked.add(`${await route.request().headerValue("idempotency-key")} ${route.request().postData()}`)
        paid.push(transactionId)
        await (isLost ? route.abort() : route.fulfill({ response: answer }))
      })
      let isAway = true
      await page.route("**/pay/api/wallet/payout/*", (route) => isAway ? route.abort() : route.continue())
      const pay = page.getByRole("button", { name: "Pay" })
      await page.goto(address)
      await page.getByLabel("PIN").fill("123456")
      await pay.click()
      await page.getByText("No one knows yet whether it was paid").waitFor({ timeout: 30_000 })
      const lost = paid.length
      expect(lost).toBeGreaterThan(0)
      expect(await page.getByLabel("Reais").isDisabled()).toBe(true)
      isLost = false
      await pay.click()
      await page.getByText("It is still being settled").waitFor({ timeout: 30_000 })
      expect(await pay.isDisabled()).toBe(true)
      isAway = false
      await page.getByText("COMPLETED: R$ 100.00").waitFor({ timeout: 30_000 })
      expect(await pay.isEnabled()).toBe(true)
      expect(paid).toHaveLength(lost + 1)
      // One payout of the service has one id: all tries named the same.
      expect([...new Set(paid)]).toEqual([expect.stringMatching(/^pay_/)])
      expect(asked.size).toBe(1)
    }, { tolerates: [/net::ERR_FAILED/] })
  })
})
