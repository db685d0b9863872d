// The reader of the interface works without a network: everything it needs is in it, its policy lets it reach this host
// alone, and in a browser it shows the interface without trying anything else.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumPath, noChromium, offlineFlags } from "../support/browser.ts"
import { type TestHost, openHost, scratch } from "../support/host.ts"
import { type Answer, send } from "../support/http.ts"

const flags = [...offlineFlags, "--headless", "--enable-logging=stderr", "--virtual-time-budget=15000"]

describe("the reader of the interface", () => {
  let host: TestHost
  let page: Answer
  beforeAll(async () => {
    host = await openHost({ worker: false })
    page = await send(host.base, { path: "/docs/api" })
  })
  afterAll(() => host.close())

  it("may run its own script, reach this host and nothing else §docs-page", () => {
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect(page.headers).toMatchObject({ "x-frame-options": "DENY", "cross-origin-opener-policy": "same-origin" })
    const directives = new Map(
      String(page.headers["content-security-policy"]).split("; ").map((each) => {
        const [name = "", ...sources] = each.split(" ")
        return [name, sources] as const
      })
    )
    expect(directives.get("default-src")).toEqual(["'none'"])
    expect(directives.get("connect-src")).toEqual(["'self'"])
    expect(directives.get("frame-ancestors")).toEqual(["'none'"])
    expect(directives.get("script-src")?.every((source) => /^'sha256-[\w+/]{43}='$/.test(source))).toBe(true)
    directives.delete("script-src")
    const sources = new Set([...directives.values()].flat())
    expect([...sources].toSorted()).toEqual(["'none'", "'self'", "'unsafe-inline'", "data:"])
  })

  it("has a language and a title of its own", () => {
    expect(page.text).toMatch(/<html lang="en"/)
    expect(page.text).toContain("<title>API reference · Pontepay</title>")
  })

  it("names no script, style, font, image or frame of another host", () => {
    const outside = page.text.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "<script></script>")
    expect(outside).not.toMatch(/(?:src|href|content)\s*=\s*["']?(?:https?:)?\/\//i)
    expect(outside).not.toMatch(/@import|url\(|<base|<iframe|<link/i)
    expect(page.text).not.toMatch(/<script[^>]+\bsrc\s*=\s*["']?https?:/i)
  })

  it("offers nothing of the reader's makers", () => {
    const configuration = page.text.slice(page.text.lastIndexOf("createApiReference"))
    expect(configuration).toMatch(/"withDefaultFonts":\s*false/)
    expect(configuration).toMatch(/"telemetry":\s*false/)
    expect(configuration).not.toMatch(/proxyUrl|scalar\.com/)
  })

  it("shows every operation in a browser, and tries to reach no one §docs-page", async (context) => {
    if (chromiumPath === undefined) return context.skip(noChromium)
    const run = promisify(execFile)
    const { stderr, stdout } = await run(chromiumPath, [
      ...flags,
      `--user-data-dir=${scratch()}`,
      "--dump-dom",
      `${host.base}/docs/api`
    ], {
      maxBuffer: 64 * 2 ** 20,
      timeout: 50_000
    })
    for (
      const text of [
        "Create a subaccount",
        "List subaccounts",
        "Read a subaccount",
        "Deposits",
        "Provider",
        "Sandbox",
        "ends in"
      ]
    ) {
      expect(stdout).toContain(text)
    }
    expect(stderr).not.toMatch(/Content Security Policy|Uncaught|net::ERR_/)
  })
})
