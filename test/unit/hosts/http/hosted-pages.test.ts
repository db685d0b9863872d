// The hosted pages: language, policy, and what their script does with a session.
import { createHash } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import { confirm } from "../../../../hosts/http/hosted/confirm.ts"
import { languageOf } from "../../../../hosts/http/hosted/language.ts"
import { hostedPage } from "../../../../hosts/http/hosted/pages.ts"
import { outcomes } from "../../../../hosts/http/hosted/words.ts"
import { originOf } from "../../../../hosts/http/origin.ts"

const page = (path: string, language?: string) =>
  hostedPage(path, {
    method: "GET",
    target: path,
    headers: { "accept-language": language },
    body: new Uint8Array()
  })

const paths = [
  "/hosted/liveness",
  "/hosted/liveness/provider",
  "/hosted/kyc",
  "/hosted/kyb/company",
  "/hosted/kyb/representative"
]

describe("the language §hosted-language", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["fr-FR, fr;q=0.9", "en"],
    ["en-US,en;q=0.9,pt;q=0.8", "en"],
    ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
    ["PT", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["en;q=0.5, pt-BR;q=0.7", "pt-BR"],
    ["fr, pt;q=0.1", "pt-BR"],
    ["pt;q=0", "en"],
    ["pt;q=x, en;q=0.1", "en"]
  ])("of %s is %s", (header, language) => {
    expect(languageOf(header)).toBe(language)
    expect(page("/hosted/kyc", header)).toMatchObject({
      headers: { "content-language": language, vary: "accept-language" },
      body: expect.stringContaining(`<html lang="${language}">`) as unknown
    })
  })
})

describe("a page §hosted-pages §hosted-no-third-party §hosted-no-framing", () => {
  it.each(paths)("%s asks nobody else, runs its one script and cannot be framed", (path) => {
    for (const language of ["en", "pt-BR"]) {
      const answer = page(path, language)
      const body = answer?.body ?? ""
      const policy = answer?.headers["content-security-policy"] ?? ""
      expect(body.match(/\b(?:https?:)?\/\/[\w-]+\./g)).toBeNull()
      expect(body).not.toMatch(/<(?:iframe|img|script [^>]*src|link [^>]*stylesheet)|\son\w+=|style="/)
      const inline = (tag: string) => [...body.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))]
      for (const tag of ["script", "style"]) {
        expect(inline(tag).length).toBe(1)
        const hash = createHash("sha256").update(inline(tag)[0]?.[1] ?? "").digest("base64")
        expect(policy).toContain(`${tag}-src 'sha256-${hash}'`)
      }
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(answer?.headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" })
      expect(body).toContain("width=device-width")
    }
  })

  it("is nowhere else", () => {
    for (const path of ["/hosted", "/hosted/", "/hosted/kyb", "/hosted/toString", "/hosted/liveness/"]) {
      expect([path, page(path)]).toEqual([path, undefined])
    }
  })
})

describe("its script §hosted-confirms", () => {
  afterEach(() => vi.unstubAllGlobals())

  const open = (hash: string, answer: () => Promise<unknown>) => {
    const button = { disabled: true, hidden: false, click: () => undefined as unknown }
    const status = { textContent: "" }
    const replace = vi.fn<(to: string) => void>()
    const asked = vi.fn<(path: string, request: unknown) => Promise<unknown>>(() => answer())
    vi.stubGlobal("location", { hash, replace })
    vi.stubGlobal("fetch", asked)
    vi.stubGlobal("document", {
      querySelector: (selector: string) =>
        selector === "button"
          ? Object.assign(button, { addEventListener: (_: string, act: () => unknown) => button.click = act })
          : status
    })
    const words = outcomes.en
    confirm({ path: "/hosted/api/attempt", field: "session", outcomes: words })
    const press = async () => {
      button.click()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return { button, status, replace, asked, press, words }
  }
  const answered = (status: number, body: unknown = {}) => () =>
    Promise.resolve({ status, ok: status < 300, json: () => Promise.resolve(body) })

  it("sends the session of the fragment when the button is pressed, and says so", async () => {
    const { asked, button, press, replace, status, words } = open("#abc.def-_", answered(200))
    expect([button.disabled, asked.mock.calls.length]).toEqual([false, 0])
    await press()
    expect(asked.mock.calls).toEqual([["/hosted/api/attempt", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session: "abc.def-_" })
    }]])
    expect([status.textContent, button.hidden, replace.mock.calls]).toEqual([words.done, true, []])
  })

  it("§hosted-redirect goes where the answer says, and only to a web address", async () => {
    const { press, replace } = open("#s", answered(200, { data: { redirectUrl: "https://shop.example/back" } }))
    await press()
    expect(replace.mock.calls).toEqual([["https://shop.example/back"]])
    for (const redirectUrl of ["javascript:alert(1)", "//evil.example", 1, null]) {
      const other = open("#s", answered(200, { data: { redirectUrl } }))
      await other.press()
      expect(other.replace.mock.calls).toEqual([])
      expect(other.status.textContent).toBe(other.words.done)
    }
  })

  it("asks for nothing without a session", () => {
    const { asked, button, status, words } = open("", answered(200))
    expect([status.textContent, button.hidden, asked.mock.calls]).toEqual([words.noSession, true, []])
  })

  it.each(
    [
      [429, "tooMany", false],
      [503, "failed", false],
      [500, "failed", false],
      [400, "refused", true],
      [404, "refused", true]
    ] as const
  )("says of %s that it is %s, and whether it may be tried again", async (code, said, isOver) => {
    const { button, press, status, words } = open("#s", answered(code))
    await press()
    expect([status.textContent, button.hidden, button.disabled]).toEqual([words[said], isOver, isOver])
  })

  it("can be tried again when nobody answers", async () => {
    const { button, press, status, words } = open("#s", () => Promise.reject(new TypeError("offline")))
    await press()
    expect([status.textContent, button.disabled]).toEqual([words.failed, false])
  })
})

describe("the origin of addresses", () => {
  it.each([
    ["api.pontepay.example", "https://api.pontepay.example"],
    ["api.pontepay.example:8443", "https://api.pontepay.example:8443"],
    ["localhost:3000", "http://localhost:3000"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["192.168.1.5", "http://192.168.1.5"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["sandbox.test", "http://sandbox.test"],
    ["pontepay:3000", "http://pontepay:3000"],
    [undefined, "http://localhost"]
  ])("of %s is %s", (host, origin) => {
    expect(originOf({ method: "GET", target: "/", headers: { host }, body: new Uint8Array() })).toBe(origin)
  })
})
