// The pages under /docs as the host serves them: all of them, their links, their policy, the search and the texts for
// machines; and what is printed into them, against what it is printed from.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { AnyMachine } from "../../core/engine/machine/machine.ts"
import { depositStates } from "../../core/payments/deposit/deposit.states.ts"
import { kycStates } from "../../core/customers/kyc/kyc-attempt.states.ts"
import { payoutStates } from "../../core/payments/payout/payout.states.ts"
import { eventPayloads } from "../../hosts/http/api/definition/events.ts"
import { root, textOf } from "../../hosts/http/pages/docs/files.ts"
import { bodiesOf } from "../../hosts/http/pages/docs/print-events.ts"
import { rendered } from "../../hosts/http/pages/docs/render.ts"
import { search } from "../../hosts/http/pages/docs/search.ts"
import { inSlices } from "../../hosts/http/pages/docs/slices.ts"
import { addressOf, allPages, sections, sourceAddressOf } from "../../hosts/http/pages/docs/site.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { send } from "../support/http.ts"

const menu = sections.flatMap(({ pages }) => pages)

describe("the documentation", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ worker: false })
  })
  afterAll(() => host.close())
  const get = (path: string) => send(host.base, { path })

  it.each(menu)("shows $title, and gives it as Markdown §docs-site §docs-policy", async (page) => {
    const answer = await get(addressOf(page))
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    const policy = String(answer.headers["content-security-policy"])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src|unsafe|https?:/)
    expect(answer.text).not.toMatch(/<script|\son[a-z]+=|\sstyle=|<link[^>]+href="(?!data:)|src="(?!data:)/i)
    expect(answer.text).toContain(`<h1>`)
    const source = await get(sourceAddressOf(page))
    expect([source.status, source.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"])
    expect(source.text).toBe(textOf(page.file))
  })

  it("says 404 of what is no page, and takes reads alone", async () => {
    expect((await get("/docs/nothing")).status).toBe(404)
    expect((await get("/docs/../package.json")).status).toBe(404)
    const person = await send(host.base, { path: "/docs/nothing", headers: { accept: "text/html" } })
    expect([person.status, person.text]).toEqual([404, expect.stringContaining("No such page")])
    expect((await send(host.base, { path: "/docs", method: "POST" })).status).toBe(405)
  })

  it("shows a list to go through with marks, not with fields that do nothing", async () => {
    const { text } = await get("/docs/going-live")
    expect(text.match(/☐ /g)?.length).toBe(textOf("hosts/docs/going-live.md").match(/^- \[ \] /gm)?.length)
    expect(text.replace(/<header>[\s\S]*<\/header>/, "")).not.toContain("<input")
  })

  it("searches without a script, and shows what was asked as text §docs-search", async () => {
    const found = await get("/docs/search?q=webhook+signature")
    expect(found.text).toContain("href=\"/docs/webhooks")
    const hostile = await get(`/docs/search?q=${encodeURIComponent("\"><img src=x onerror=alert(1)>")}`)
    expect(hostile.text).not.toContain("<img")
    expect((await get("/docs/search")).status).toBe(200)
  })

  it("has a list and a whole text for machines §docs-machines", async () => {
    const list = await get("/llms.txt")
    expect([list.status, list.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"])
    for (const page of menu) expect(list.text).toContain(`](${sourceAddressOf(page)})`)
    const whole = await get("/llms-full.txt")
    for (const page of menu) expect(whole.text).toContain(textOf(page.file).trim())
  })
})

describe("what the pages say", () => {
  const elsewhere = new Set(["/docs/api", "/docs/search", "/llms.txt", "/llms-full.txt", "/openapi.json"])
  const anchors = new Map(
    allPages().map((page) => [addressOf(page), new Set(rendered(page).headings.map(({ id }) => id))])
  )

  it("leads somewhere §docs-links", () => {
    const wrong = allPages().flatMap((page) =>
      [...rendered(page).html.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) => {
        const [path = "", anchor] = href.split("#")
        const address = path === "" ? addressOf(page) : path
        if (/^https?:/.test(href) || elsewhere.has(address)) return []
        const known = anchors.get(address)
        const isThere = known !== undefined && (anchor === undefined || known.has(anchor))
        return isThere ? [] : [`${page.file}: ${href}`]
      })
    )
    expect(anchors.size).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })

  it("names files that are there §docs-links", () => {
    const named = allPages().flatMap((page) =>
      [...rendered(page).html.matchAll(/class="file" title="([^"#]+)/g)].map(([, path = ""]) =>
        join(page.file, "..", path)
      )
    )
    const missing = named.filter((path) => {
      try {
        return readdirSync(join(root, path)).length === 0
      } catch {
        try {
          return readFileSync(join(root, path)).length === 0
        } catch {
          return true
        }
      }
    })
    expect(missing).toEqual([])
  })

  it.each<[string, AnyMachine]>([
    ["states/deposit", depositStates],
    ["states/payout", payoutStates],
    ["states/kyc", kycStates]
  ])("draws every row of %s §docs-states", (slug, machine) => {
    const page = menu.find((each) => each.slug === slug)
    const html = page === undefined ? "" : rendered(page).html
    const [, told = ""] = /<svg[^>]+aria-label="([^"]+)"/.exec(html) ?? []
    for (const row of machine.rows) {
      for (const from of row.from) {
        const label = row.when === undefined ? row.on : `${row.on} [${row.when}]`
        expect(told).toContain(`${from} to ${row.to === "same" ? from : row.to} on ${label}`)
      }
    }
    for (const state of Object.keys(machine.states)) expect(html).toContain(`class="state">${state}</text>`)
    expect(html).not.toContain("stateDiagram")
  })

  it.each(Object.keys(eventPayloads) as ReadonlyArray<keyof typeof eventPayloads>)(
    "shows %s as its schema takes it §docs-events",
    (name) => {
      const bodies = bodiesOf(name)
      expect(bodies.length).toBeGreaterThan(0)
      const decode = Schema.decodeUnknownSync(eventPayloads[name], {
        onExcessProperty: "error"
      })
      for (const body of bodies) {
        expect(() => decode(body.data)).not.toThrow()
        expect(textOf("hosts/docs/events.md")).toContain(JSON.stringify(body, undefined, 2))
      }
    }
  )

  it("lists every variable that a host reads §docs-configuration", () => {
    const files = readdirSync(join(root, "hosts"), { recursive: true, encoding: "utf8" })
      .filter((name) => /^(?:http|telemetry|worker)\/.*config\.ts$/.test(name))
    expect(files.length).toBeGreaterThan(0)
    const variables = files.flatMap((name) =>
      [...textOf(`hosts/${name}`).matchAll(/"((?:PONTEPAY|OTEL)_[A-Z_]+|PORT|HOST|DATABASE_URL|LOG_LEVEL)"/g)]
        .map(([, variable]) => variable)
    )
    const page = textOf("hosts/docs/configuration.md")
    expect(variables.filter((variable) => !page.includes(`\`${variable}\``))).toEqual([])
  })

  it("is found by its title first, then by headings, then by words §docs-search", async () => {
    const found = (question: string) => inSlices(() => search(question.split(" ")))
    expect((await found("limits"))[0]?.page.slug).toBe("limits")
    expect((await found("unknown")).map(({ address }) => address)).toContain("/docs/operations#unknown")
    expect((await found("netstrings")).map(({ page }) => page.slug)).toContain("decisions/0122-the-journal-is-sealed")
    expect(await found("no page holds these words zzz")).toEqual([])
  })
})

it("shows pictures in the README that are there, and small §readme-pictures", () => {
  const pictures = [...textOf("README.md").matchAll(/(?:src="|\]\()(hosts\/docs\/images\/[^")]+)/g)].map((
    [, path = ""]
  ) => path)
  expect(pictures.length).toBeGreaterThan(1)
  expect(pictures.filter((path) => readFileSync(join(root, path)).length > 150_000)).toEqual([])
})
