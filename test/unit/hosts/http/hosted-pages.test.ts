// The hosted pages: language, policy, and what their script does with a session.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { afterEach, describe, expect, it, vi } from "vitest"
import { languageFor, languageOf } from "../../../../hosts/http/pages/hosted/language.ts"
import type { PageAnswer } from "../../../../hosts/http/pages/hosted/ask.ts"
import { confirmLiveness } from "../../../../hosts/http/pages/hosted/liveness-script.ts"
import { livenessWords } from "../../../../hosts/http/pages/hosted/liveness-words.ts"
import { hostedPage } from "../../../../hosts/http/pages/hosted/pages.ts"
import { originOf } from "../../../../hosts/http/api/request/wire.ts"

const page = (path: string, language?: string) => {
  const answer = hostedPage(path, {
    method: "GET",
    target: path,
    headers: { "accept-language": language },
    body: new Uint8Array()
  })
  return answer && { ...answer, body: Buffer.from(answer.body).toString() }
}

const paths = [
  "/hosted/liveness",
  "/hosted/liveness/provider",
  "/hosted/kyc",
  "/hosted/kyb/company",
  "/hosted/kyb/representative",
  "/hosted/pin"
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
    // What no browser sends is not read to its end.
    [`${"fr,".repeat(5_000)}pt`, "en"],
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

describe("a language that is asked for §hosted-language", () => {
  const asked = (target: string, language?: string) =>
    languageFor({ method: "GET", target, headers: { "accept-language": language }, body: new Uint8Array() }, "pt-BR")

  it.each([
    ["/x?lang=en", "pt-BR", "en"],
    ["/x?a=1&lang=pt-BR", "en", "pt-BR"],
    ["/x?lang=fr", "en", "en"],
    ["/x", "en", "en"],
    ["/x", "de", "pt-BR"],
    ["/x", undefined, "pt-BR"]
  ])("by %s, liking %s, is %s", (target, likes, language) => {
    expect(asked(target, likes)).toBe(language)
  })
})

describe("a page §hosted-pages §hosted-no-third-party §hosted-no-framing", () => {
  it.each(paths)("%s asks no one else, runs its one script and cannot be framed", (path) => {
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

it("the icon is the dashboard's, inside the page", () => {
  const drawing = readFileSync("hosts/dashboard/src/styles/icon.svg").toString("base64")
  expect(page("/hosted/kyc")?.body).toContain(`<link rel="icon" href="data:image/svg+xml;base64,${drawing}">`)
})

describe("the script of a capture §hosted-confirms", () => {
  afterEach(() => vi.unstubAllGlobals())

  const words = livenessWords.en
  const path = "/api/public/liveness/validate"
  const statePath = "/hosted/api/liveness"
  type Answer = PageAnswer | undefined
  const answered = (status: number, data?: object): Answer => ({ status, body: { data }, retryAfter: undefined })
  interface Given {
    readonly allowed?: boolean
    readonly live?: boolean
    readonly state?: Answer
  }
  const open = async (
    hash: string,
    answer: Answer,
    { allowed = true, live = true, state = answered(200, { status: "OPEN" }) }: Given = {}
  ) => {
    const button = { disabled: true, hidden: false, textContent: words.turnOn, click: () => undefined as unknown }
    const status = { textContent: "" }
    const video = { hidden: true }
    const confirmed: Array<object> = []
    const ask = (asked: string, body: object) => {
      if (asked === path) confirmed.push(body)
      return Promise.resolve(asked === path ? answer : state)
    }
    const stop = vi.fn<() => void>()
    vi.stubGlobal("location", { hash })
    vi.stubGlobal("document", {
      querySelectorAll: () => [],
      querySelector: (selector: string) =>
        selector === "button"
          ? Object.assign(button, { addEventListener: (_: string, act: () => unknown) => button.click = act })
          : selector === "video"
          ? video
          : status
    })
    const camera = {
      start: () => allowed ? Promise.resolve() : Promise.reject(new Error("denied")),
      isLive: () => Promise.resolve(live),
      stop
    }
    confirmLiveness({ path, statePath, words }, { ask, film: () => camera })
    const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
    const press = async () => {
      button.click()
      await settled()
    }
    await settled()
    return { button, status, video, confirmed, press, stop }
  }

  it("turns the camera on, looks, sends the token of the fragment, and turns it off", async () => {
    const { button, confirmed, press, status, stop, video } = await open("#abc.def-_", answered(200))
    expect([button.disabled, video.hidden, confirmed.length]).toEqual([false, true, 0])
    await press()
    expect([video.hidden, status.textContent, confirmed.length]).toEqual([false, words.look, 0])
    await press()
    expect(confirmed).toEqual([{ validateLivenessToken: "abc.def-_" }])
    expect([status.textContent, button.hidden, video.hidden, stop.mock.calls.length]).toEqual([
      words.done,
      true,
      true,
      1
    ])
  })

  it("asks for nothing without a token, without a camera, or while no one is seen", async () => {
    const without = await open("", answered(200))
    expect([without.status.textContent, without.button.hidden]).toEqual([words.noSession, true])
    const denied = await open("#s", answered(200), { allowed: false })
    await denied.press()
    expect([denied.status.textContent, denied.button.disabled]).toEqual([words.noCamera, false])
    const dark = await open("#s", answered(200), { live: false })
    await dark.press()
    await dark.press()
    expect([dark.status.textContent, dark.button.disabled]).toEqual([words.notSeen, false])
    expect([without, denied, dark].map(({ confirmed }) => confirmed.length)).toEqual([0, 0, 0])
  })

  it.each(
    [
      [429, "tooMany", false],
      [503, "failed", false],
      [400, "refused", true],
      [404, "refused", true]
    ] as const
  )("says of %s that it is %s, and whether it may be tried again", async (code, said, isOver) => {
    const { button, press, status } = await open("#s", answered(code))
    await press()
    await press()
    expect([status.textContent, button.hidden, button.disabled]).toEqual([words[said], isOver, isOver])
  })

  it("can be tried again when no one answers", async () => {
    const { button, press, status } = await open("#s", undefined)
    await press()
    await press()
    expect([status.textContent, button.disabled]).toEqual([words.failed, false])
  })

  it.each(
    [
      [answered(200, { status: "DONE" }), "done"],
      [answered(200, { status: "EXPIRED" }), "refused"],
      [answered(400), "refused"]
    ] as const
  )("that is over already turns no camera on, but says so: $0", async (state, said) => {
    const { button, status } = await open("#s", answered(200), { state })
    expect([status.textContent, button.hidden]).toEqual([words[said], true])
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
