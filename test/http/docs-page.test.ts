// The documentation page works without a network: everything it needs is in it, its policy lets it reach this host alone, and
// in a browser it shows the interface without trying anything else.
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestHost, openHost, scratch } from "../support/host.ts"
import { type Answer, send } from "../support/http.ts"

const { CHROMIUM_PATH, PATH = "" } = process.env
const chromium = CHROMIUM_PATH ??
  PATH.split(delimiter).flatMap((directory) => ["chromium", "chromium-browser"].map((name) => join(directory, name)))
    .find(existsSync)

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-logging=stderr",
  "--virtual-time-budget=15000",
  // Nothing but this machine can be reached, whatever the page or the browser would like.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
]

describe("the documentation page", () => {
  let host: TestHost
  let page: Answer
  beforeAll(async () => {
    host = await openHost({ worker: false })
    page = await send(host.base, { path: "/docs" })
  })
  afterAll(() => host.close())

  it("may run its own script, reach this host and nothing else §docs-page", () => {
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    const directives = new Map(
      String(page.headers["content-security-policy"]).split("; ").map((each) => {
        const [name = "", ...sources] = each.split(" ")
        return [name, sources] as const
      })
    )
    expect(directives.get("default-src")).toEqual(["'none'"])
    expect(directives.get("connect-src")).toEqual(["'self'"])
    expect(directives.get("frame-ancestors")).toEqual(["'none'"])
    const sources = new Set([...directives.values()].flat())
    expect([...sources].toSorted()).toEqual(["'none'", "'self'", "'unsafe-inline'", "data:"])
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

  it("shows every operation in a browser, and tries to reach nobody §docs-page", async (context) => {
    if (chromium === undefined) return context.skip("Chromium is not on the PATH, nor named by CHROMIUM_PATH")
    const run = promisify(execFile)
    const { stderr, stdout } = await run(chromium, [
      ...flags,
      `--user-data-dir=${scratch()}`,
      "--dump-dom",
      `${host.base}/docs`
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
