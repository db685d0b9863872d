// What strangers may ask of the documentation: searches of a length, at a rate of their address, where it is served at all; and
// answers that are made once.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { docsAnswer } from "../../hosts/http/pages/docs/docs.ts"
import { type TestHost, type Variables, openHost, operatorToken, secretsKey } from "../support/host.ts"
import { behindProxy, expectFailure, fromElsewhere, lasting, send } from "../support/http.ts"

const documents = [
  "/docs",
  "/docs/reference",
  "/docs/reference.md",
  "/docs/api",
  "/llms.txt",
  "/llms-full.txt",
  "/openapi.json"
]

describe("strangers who read the documentation", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ variables: behindProxy, worker: false })
  })
  afterAll(() => host.close())
  const searched = (query: string) => send(host.base, { path: `/docs/search?${query}`, headers: fromElsewhere() })
  const said = "A search takes at most 8 words and 100 characters."

  it.each([
    ["8 words", "e ".repeat(8)],
    ["100 characters", `${"webhook".padEnd(50)}${"signature".padStart(50)}`],
    ["100 characters of four bytes", "𝄞".repeat(100)]
  ])("search for %s §limit-documentation-search", async (_what, question) => {
    const answer = await searched(new URLSearchParams({ q: question }).toString())
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(said)
  })

  it.each([
    ["9 words", "e ".repeat(9)],
    ["101 characters", "e".repeat(101)],
    ["101 characters of four bytes", "𝄞".repeat(101)],
    ["7,000 words", "e ".repeat(7_000)]
  ])("do not search for %s, and read what they may §limit-documentation-search", async (_what, question) => {
    const answer = await searched(new URLSearchParams({ q: question }).toString())
    expect([answer.status, answer.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"])
    expect(answer.text).toContain(said)
    expect(answer.text.length).toBeLessThan(20_000)
  })

  it("find what they typed in the field, and may type no more than is taken", async () => {
    const { text } = await searched("q=one+two+three+four+five+six+seven+eight+nine")
    expect(text).toContain("maxlength=\"100\" value=\"one two three four five six seven eight nine\"")
  })

  it("read at the rate of their address §limit-documentation-rate", async () => {
    const { burst } = limits.documentationRate
    const headers = fromElsewhere()
    const read = (path: string) => send(host.base, { path, headers })
    const statuses = await Promise.all(
      Array.from({ length: burst }, async (_, n) => (await read(documents[n % 3] ?? "")).status)
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    // What time has added meanwhile is taken first.
    let last = await read("/llms.txt")
    for (let n = 0; n < 10 * burst && last.status === 200; n++) last = await read("/llms.txt")
    expectFailure(last, { status: 429, errorCode: "RATE_LIMITED" })
    expect(last.headers["retry-after"]).toBe("1")
    expect((await send(host.base, { path: "/docs", headers: fromElsewhere() })).status).toBe(200)
    expect((await send(host.base, { path: "/health", headers })).status).toBe(200)
  })

  it.each(documents)("share one copy of %s §docs-once", async (path) => {
    const [first, second] = await Promise.all([docsAnswer(path, "", false), docsAnswer(path, "", false)])
    expect(first.body).toBeInstanceOf(Uint8Array)
    expect((await docsAnswer(path, "", false)).body).toBe(first.body)
    expect(second.body).toBe(first.body)
    const { headers, status, text } = await send(host.base, { path, headers: fromElsewhere() })
    expect([status, text, headers["content-type"]]).toEqual([
      200,
      Buffer.from(first.body).toString(),
      first.headers["content-type"]
    ])
  })
})

const beside = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_HOST: "live.example",
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: operatorToken
}

describe.each<[where: string, variables: Variables, sandbox: boolean, production: boolean]>([
  ["everywhere, by default", beside, true, true],
  ["in the sandbox alone", { ...beside, PONTEPAY_DOCS: "sandbox" }, true, false],
  ["nowhere", { ...beside, PONTEPAY_DOCS: "none" }, false, false]
])("the documentation %s", (_where, variables, inSandbox, inProduction) => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ variables, worker: false })
  })
  afterAll(() => host.close())

  it.each([
    ["localhost", inSandbox],
    ["live.example", inProduction]
  ])("is at %s or no more there than any other path §docs-left-out", async (name, isServed) => {
    for (const path of [...documents, "/docs/search?q=limits"]) {
      for (const accept of ["*/*", "text/html"]) {
        const ask = (asked: string, method: string) =>
          send(host.base, { method, path: asked, headers: { host: name, accept } })
        if (isServed) expect([path, (await ask(path, "GET")).status]).toEqual([path, 200])
        for (const method of isServed ? [] : ["GET", "HEAD", "POST"]) {
          const [answer, missing] = [await ask(path, method), await ask("/docz", method)]
          expect([path, answer.status, answer.text, lasting(answer)]).toEqual([
            path,
            404,
            missing.text,
            lasting(missing)
          ])
        }
      }
    }
  })

  it.each([
    ["localhost", inSandbox],
    ["live.example", inProduction]
  ])("has a way to it at %s where it is served §docs-left-out", async (name, isServed) => {
    const { text } = await send(host.base, { path: "/", headers: { host: name, accept: "text/html" } })
    expect(text.includes("href=\"/docs\"")).toBe(isServed)
    expect(text).toContain("href=\"/dashboard\"")
  })
})
