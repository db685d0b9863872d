// The client in a real browser, from its bundle, under a policy that allows neither inline scripts nor eval: it derives the
// published keys in a worker while the page stays alive, and pays with a PIN through the page's own backend, which alone has
// the API key (0129).
import { createServer } from "node:http"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type BundledFile, bundleOf, clientEntry } from "../support/bundle.ts"
import { chromiumPath, closeBrowser, noChromium, phone, withPage } from "../support/browser.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { type Loopback, onLoopback } from "../support/loopback.ts"
import { vectors } from "../unit/client/wallet-keys.ts"

/** What the page may do: its own files, no inline script, no eval, no WebAssembly. */
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'"
/** What the file of the worker may do on top: compile the WebAssembly that is in it. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

const html =
  "<!doctype html><html lang=\"en\"><title>Pay</title><body><button>Pay</button><script type=\"module\" src=\"/entry.js\"></script>"

// What the page's own code does with the client; the tests ask it by these names.
const script = `
import * as pontepay from ${JSON.stringify(clientEntry)}
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
let beats = 0
setInterval(() => beats += 1, 10)
globalThis.tests = {
  async unlocks({ pin, keys }) {
    const before = beats
    const wallet = await pontepay.unlockWallet({ pin, keys })
    const held = wallet.symmetricKey
    const symmetricKey = hex(held)
    wallet.dispose()
    return { symmetricKey, after: hex(held), beats: beats - before }
  },
  async fails({ pin, keys, worker }) {
    const make = worker && (() => new Worker(worker, { type: "module" }))
    try {
      await pontepay.unlockWallet({ pin, keys, ...(make && { worker: make }) })
      return "nothing"
    } catch (error) {
      return error.name
    }
  },
  async pays(pin, pixKey) {
    const client = pontepay.createClient({ baseUrl: location.origin + "/backend" })
    const keys = await client.wallets.keys()
    const wallet = await pontepay.unlockWallet({ pin, keys })
    try {
      const made = await client.payouts.create({ value: 5000, network: "polygon", pixKey, ...wallet.proof })
      for (;;) {
        const record = await client.payouts.get(made.transactionId)
        if (record.status !== "PENDING") return record
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    } finally {
      wallet.dispose()
    }
  },
  async refused() {
    const client = pontepay.createClient({ baseUrl: location.origin + "/backend" })
    try {
      await client.payouts.get("pay_nobody")
    } catch (error) {
      return { name: error.name, isIt: error instanceof pontepay.NotFoundError, errorCode: error.errorCode }
    }
  },
  async hears() {
    const secret = "ab".repeat(32)
    const { body, headers } = await pontepay.makeTestEvent("PAYOUT_SUCCESSFUL", { secret })
    const event = await pontepay.verifyWebhook(body, headers, secret)
    const problem = await pontepay.verifyWebhook(body + " ", headers, secret).catch((error) => error.problem)
    return { event: event.event, problem }
  }
}
document.querySelector("button").textContent = "Ready"
`

interface Site extends Loopback {
  /** Paths that were asked of the backend, with the key that the page sent. */
  readonly asked: ReadonlyArray<string>
}

/** A page with its backend: files under a policy, and `/backend` goes on to the service with the key that it has. */
const openSite = async (files: ReadonlyArray<BundledFile>, host: TestHost, apiKey: string): Promise<Site> => {
  const asked: Array<string> = []
  const entry = files.find(({ isEntry }) => isEntry)
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request
    const file = url === "/entry.js" ? entry : files.find(({ name }) => `/${name}` === url)
    const isWorker = url.includes("argon2-worker")
    if (file !== undefined) {
      response.writeHead(200, {
        "content-type": "text/javascript",
        "content-security-policy": isWorker ? workerPolicy : policy
      }).end(file.text)
      return
    }
    if (!url.startsWith("/backend/")) {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy }).end(html)
      return
    }
    asked.push(`${method} ${url} ${request.headers.authorization ?? "without a key"}`)
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { "content-type": type, "idempotency-key": key } = request.headers
      void fetch(host.base + url.slice("/backend".length), {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(type !== undefined && { "content-type": type }),
          ...(typeof key === "string" && { "idempotency-key": key })
        },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) })
      }).then(async (answer) => {
        const headers = { "content-type": "application/json", "x-request-id": answer.headers.get("x-request-id") ?? "" }
        response.writeHead(answer.status, headers).end(await answer.text())
      })
    })
  })
  return { ...(await onLoopback(server)), asked }
}

describe("the client in a browser", () => {
  let host: TestHost
  let site: Site
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("paying", { flags: ["WALLET_PAYOUT_API"] })] })
    site = await openSite((await bundleOf(script)).files, host, keyOf("paying"))
  })
  afterAll(async () => {
    await closeBrowser()
    await site.close()
    await host.close()
  })

  const onPage = <A>(work: (page: Page) => Promise<A>): Promise<A> =>
    withPage(phone, "pt-BR", async (page) => {
      await page.goto(site.base)
      await page.getByText("Ready").waitFor()
      return work(page)
    })

  const ask = <A>(page: Page, name: string, ...given: ReadonlyArray<unknown>): Promise<A> =>
    page.evaluate<A, readonly [string, ReadonlyArray<unknown>]>(
      ([method, values]) =>
        (globalThis as unknown as { readonly tests: Record<string, (...values: ReadonlyArray<unknown>) => A> })
          .tests[method]?.(...values) as A,
      [name, given] as const
    )

  const keysOf = ({ email, protectedSymmetricKey }: (typeof vectors)["refused"][number]) => ({
    walletId: "0123456789abcdef01234567",
    email,
    protectedSymmetricKey
  })

  it("derives the published keys in a worker, under the policy, and the page stays alive §client-worker §client-unlock", async (context) => {
    if (chromiumPath === undefined) return context.skip(noChromium)
    await onPage(async (page) => {
      for (const vector of vectors.opens) {
        const keys = { walletId: "w", email: vector.email, protectedSymmetricKey: vector.protectedSymmetricKey }
        const got = await ask<Record<"symmetricKey" | "after", string> & Record<"beats", number>>(
          page,
          "unlocks",
          {
            pin: vector.pin,
            keys
          }
        )
        expect(got).toMatchObject({ symmetricKey: vector.symmetricKey, after: "00".repeat(32) })
        // A page that was held up would have had one beat at the most.
        expect(got.beats).toBeGreaterThan(3)
      }
      for (const [at, name] of [[0, "WrongPinError"], [4, "InvalidWalletKeysError"]] as const) {
        const refused = vectors.refused[at] ?? expect.fail("there is no such vector")
        expect(await ask(page, "fails", { pin: refused.pin, keys: keysOf(refused) })).toBe(name)
      }
      await eventually(() => Promise.resolve(page.workers()), ({ length }) => length === 0)
    })
  })

  it("says so when the policy lets no worker derive §client-worker", async (context) => {
    if (chromiumPath === undefined) return context.skip(noChromium)
    const refused = vectors.refused[0] ?? expect.fail("there are no vectors")
    const tolerates = [/./]
    await withPage(phone, "en", async (page) => {
      await page.goto(site.base)
      await page.getByText("Ready").waitFor()
      const given = { pin: refused.pin, keys: keysOf(refused), worker: "https://elsewhere.example/worker.js" }
      expect(await ask(page, "fails", given)).toBe("UnlockUnavailableError")
    }, { tolerates })
  })

  it("pays with a PIN through the page's backend, which has the API key §client-browser-payout", async (context) => {
    if (chromiumPath === undefined) return context.skip(noChromium)
    await onPage(async (page) => {
      const before = site.asked.length
      const record = await ask<Record<string, unknown>>(page, "pays", "123456", "maria@example.com")
      expect(record).toMatchObject({ status: "COMPLETED", pixKey: "maria@example.com", valueInBrl: "50.00" })
      const paths = site.asked.map((each) => each.replace(/pay_\w+/, "ID"))
      expect(paths.slice(before, before + 3)).toEqual([
        "POST /backend/api/wallet/keys without a key",
        "POST /backend/api/wallet/payout without a key",
        "GET /backend/api/wallet/payout/ID without a key"
      ])
    })
  })

  it("tells errors apart by class and name, though a bundler shortened the names §client-errors", async (context) => {
    if (chromiumPath === undefined) return context.skip(noChromium)
    await withPage(phone, "en", async (page) => {
      await page.goto(site.base)
      await page.getByText("Ready").waitFor()
      expect(await ask(page, "refused")).toEqual({ name: "NotFoundError", isIt: true, errorCode: "NOT_FOUND" })
      expect(await ask(page, "hears")).toEqual({ event: "PAYOUT_SUCCESSFUL", problem: "signature" })
    }, { tolerates: [/status of 404/] })
  })
})
