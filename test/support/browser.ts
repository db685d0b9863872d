// A real browser for tests of pages: Chromium from the machine, driven by playwright-core. A page that logs an error or asks
// anybody but its own host fails the test that opened it. Where there is no Chromium, tests skip and say so.
import { existsSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { AxeResults } from "axe-core"
import { type Browser, type Page, type ViewportSize, chromium } from "playwright-core"

const { CHROMIUM_PATH, PATH = "" } = process.env

/** Where Chromium is: CHROMIUM_PATH, or the first of the PATH; undefined where there is none. */
export const chromiumPath: string | undefined = CHROMIUM_PATH ??
  PATH.split(delimiter).flatMap((directory) => ["chromium", "chromium-browser"].map((name) => join(directory, name)))
    .find(existsSync)

/** What a test says that skips because there is no browser. */
export const noChromium = "Chromium is not on the PATH, nor named by CHROMIUM_PATH"

export const desktop: ViewportSize = { width: 1280, height: 800 }
export const phone: ViewportSize = { width: 390, height: 844 }

export type Language = "en" | "pt-BR"

export interface PageOptions {
  readonly scheme?: "light" | "dark"
  /** Errors of the console that are meant to be there, such as Chromium's line about a 401 that a test provokes. */
  readonly tolerates?: ReadonlyArray<RegExp>
  /** Origins that may be asked besides the one that was opened first. */
  readonly origins?: ReadonlyArray<string>
}

/** Nothing but this machine can be reached, whatever the page or the browser would like. */
export const offlineFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
]

// The camera is a moving test picture, and whoever asks for it gets it.
const flags = [...offlineFlags, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]

let launched: Promise<Browser> | undefined

const browser = (): Promise<Browser> => {
  if (chromiumPath === undefined) throw new Error(noChromium)
  launched ??= chromium.launch({ executablePath: chromiumPath, args: flags })
  return launched
}

/** Ends the browser of this process, for `afterAll`. */
export const closeBrowser = async (): Promise<void> => {
  const open = launched
  launched = undefined
  await (await open)?.close()
}

/**
 * Opens an empty page of this size and language, lets the work use it, and closes it. Fails, after the work, when the
 * console showed an error or a request went to an origin that is not the first page's.
 */
export const withPage = async <A>(
  viewport: ViewportSize,
  lang: Language,
  work: (page: Page) => Promise<A>,
  { origins = [], scheme = "light", tolerates = [] }: PageOptions = {}
): Promise<A> => {
  const context = await (await browser()).newContext({
    viewport,
    locale: lang,
    colorScheme: scheme,
    reducedMotion: "reduce",
    timezoneId: "America/Sao_Paulo",
    isMobile: viewport.width < 600,
    hasTouch: viewport.width < 600
  })
  const problems: Array<string> = []
  const allowed = new Set(origins)
  const complain = (text: string): void => {
    if (!tolerates.some((each) => each.test(text))) problems.push(text)
  }
  try {
    const page = await context.newPage()
    page.on("console", (message) => {
      if (message.type() === "error") complain(`console: ${message.text()}`)
    })
    page.on("pageerror", (error) => complain(`uncaught: ${error.message}`))
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url())
      if (!/^(?:http|ws)s?:$/.test(protocol)) return
      if (allowed.size === origins.length && request.isNavigationRequest()) allowed.add(origin)
      if (!allowed.has(origin)) problems.push(`asked ${request.url()}`)
    })
    const result = await work(page)
    if (problems.length > 0) throw new Error(problems.join("\n"))
    return result
  } catch (error) {
    // A test that failed is easier to read with what the page said meanwhile.
    if (problems.length > 0 && error instanceof Error && !error.message.includes(problems.join("\n"))) {
      error.message += `\n${problems.join("\n")}`
    }
    throw error
  } finally {
    await context.close()
  }
}

const axeSource = () => readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

/** Fails with every serious or critical finding of axe on the page as it is now, whatever its policy forbids scripts. */
export const axe = async (page: Page): Promise<void> => {
  if (await page.evaluate("typeof axe") === "undefined") await page.evaluate(axeSource())
  const { violations } = await page.evaluate<AxeResults>("axe.run()")
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
  if (serious.length === 0) return
  const lines = serious.map(({ help, id, nodes }) =>
    `${id}: ${help}\n${nodes.map((node) => `  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`).join("\n")}`
  )
  throw new Error(`${page.url()}\n${lines.join("\n")}`)
}
