// The page of a charge over the wire: where its owner finds it, what it shows, and that a wrong link tells nothing.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createDeposit } from "../../hosts/http/api/definition/deposit.ts"
import {
  type TestHost,
  bannerKey,
  declared,
  eventually,
  keyOf,
  openHost,
  secretsKey,
  startProcess
} from "../support/host.ts"
import {
  type Answer,
  behindProxy,
  bodyOf,
  dataOf,
  expectSuccess,
  fromElsewhere,
  lasting,
  send
} from "../support/http.ts"
import { depositOf, makeDeposit, recordOf } from "./sandbox.ts"

const html = { accept: "text/html,*/*" }
const tokenForm = /^\/hosted\/charge\/dep_\w+\.[0-9a-f]{64}$/

describe("the page of a charge", () => {
  let host: TestHost
  let key: string
  beforeAll(async () => {
    host = await openHost({ variables: behindProxy })
    key = bannerKey(host)
  })
  afterAll(() => host.close())

  const pathOf = async (externalId: string) => {
    const url = new URL(String((await recordOf(host.base, key, externalId))["chargeUrl"]))
    expect([url.origin, url.pathname]).toEqual([host.base, expect.stringMatching(tokenForm)])
    return url.pathname
  }
  const get = (path: string, headers = {}): Promise<Answer> => send(host.base, { path, headers })

  it("is named by the answer and its header, again under its key, and by neither of a dry run §charge-link", async () => {
    const create = (path: string) =>
      send(host.base, { path, key, body: depositOf({ externalId: "first" }), headers: { "idempotency-key": "k" } })
    const made = await create("/api/deposit/asset")
    expectSuccess(createDeposit, made)
    expect(made.headers["link"]).toBe(`<${host.base}${await pathOf("first")}>; rel="payment"`)
    expect(bodyOf(made)["chargeUrl"]).toBe(`${host.base}${await pathOf("first")}`)
    const again = await create("/api/deposit/asset")
    expect([again.text, again.headers["link"]]).toEqual([made.text, made.headers["link"]])
    const dry = await send(host.base, { path: "/api/deposit/asset?dryRun=true", key, body: depositOf() })
    expect([dry.status, dry.headers["link"]]).toEqual([200, undefined])
  })

  it("shows amount, receiver, QR code and text in the language of the payer §charge-shown", async () => {
    const { externalId } = await makeDeposit(host.base, key, { value: 123_456, externalId: "<b>pedido & cia</b>" })
    const path = await pathOf(externalId)
    const { qrCode } = await recordOf(host.base, key, externalId)
    const portuguese = await get(path)
    expect(portuguese).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-language": "pt-BR",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY"
      }
    })
    for (const text of ["R$ 1.234,56", "Sandbox", "&lt;b&gt;pedido &amp; cia&lt;/b&gt;", String(qrCode), "<svg"]) {
      expect(portuguese.text).toContain(text)
    }
    expect(portuguese.text).not.toContain("<b>")
    expect((await get(path, { "accept-language": "en" })).text).toContain("R$1,234.56")
    expect((await get(`${path}?lang=en`)).text).toContain("Pay with PIX")
    expect(portuguese.headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/)
  })

  it("follows the charge until it is delivered §charge-live", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, key)
    const path = await pathOf(externalId)
    const status = async () => dataOf(await get(`${path}/status`))
    expect(await status()).toMatchObject({ status: "WAITING" })
    const event = { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
    await send(host.base, { path: "/provider/webhook", key, body: { event } })
    await eventually(status, ({ status }) => status === "DELIVERED")
    expect((await get(path, { "accept-language": "en" })).text).toContain(`data-status="DELIVERED"`)
  })

  it("has its QR code as images §charge-qr", async () => {
    const path = await pathOf((await makeDeposit(host.base, key)).externalId)
    const svg = await get(`${path}/qr.svg`)
    expect([svg.status, svg.headers["content-type"], svg.text.slice(0, 4)]).toEqual([200, "image/svg+xml", "<svg"])
    const png = await get(`${path}/qr.png`)
    expect([png.status, png.headers["content-type"], png.text.slice(1, 4)]).toEqual([200, "image/png", "PNG"])
  })

  it("answers a wrong link exactly as a missing page §charge-missing", async () => {
    const path = await pathOf((await makeDeposit(host.base, key)).externalId)
    const wrong = [
      `${path.slice(0, -1)}${path.endsWith("0") ? "1" : "0"}`,
      `${path}0`,
      path.split(".")[0] ?? "",
      path.replace("dep_", "dep_0"),
      "/hosted/charge/",
      "/hosted/charge/%00"
    ]
    for (const headers of [{}, html, { ...html, "accept-language": "pt-BR" }]) {
      const missing = await get("/hosted/nothing", headers)
      expect(missing.status).toBe(404)
      for (const each of wrong) {
        for (const suffix of ["", "/status", "/qr.png", "/qr.svg", "/more"]) {
          const answer = await get(`${each}${suffix}`, { ...headers, ...fromElsewhere() })
          expect([each, answer.status, answer.text, lasting(answer)]).toEqual([
            each,
            404,
            missing.text,
            lasting(missing)
          ])
        }
      }
    }
    expect((await send(host.base, { path, method: "POST", body: {} })).status).toBe(405)
  })
})

describe("a charge of another environment", () => {
  it("is missing there, though both know the same secret §charge-missing", async () => {
    const live = "live.example"
    const service = await openHost({
      accounts: [declared("test")],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: live,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: "operator-token-of-the-tests-0123456789"
      }
    })
    try {
      const { externalId } = await makeDeposit(service.base, keyOf("test"))
      const path = new URL(String((await recordOf(service.base, keyOf("test"), externalId))["chargeUrl"])).pathname
      expect((await send(service.base, { path })).status).toBe(200)
      expect((await send(service.base, { path, headers: { host: live } })).status).toBe(404)
    } finally {
      await service.close()
    }
  })
})

describe("a token in a path", () => {
  it("is in no line that the process writes §hosted-not-logged", async () => {
    const host = await startProcess({ variables: { LOG_LEVEL: "trace" } })
    const { externalId } = await makeDeposit(host.base, host.key)
    const path = new URL(String((await recordOf(host.base, host.key, externalId))["chargeUrl"])).pathname
    const token = path.split("/").at(-1) ?? ""
    const proof = token.split(".")[1] ?? ""
    for (const each of [path, `${path}/status`, `${path}0`, `/hosted/receipt/pay_1.1.${proof}`]) {
      await send(host.base, { path: each })
      await send(host.base, { path: each, method: "POST", body: "{" })
    }
    await host.stop()
    const { stderr, stdout } = host.output()
    expect(proof).toMatch(/^[0-9a-f]{64}$/)
    expect(`${stdout}${stderr}`).not.toContain(proof)
  })
})

describe("an unknown page", () => {
  it("is said to people in their language, and to programs as every missing path §charge-missing", async () => {
    const host = await openHost({ worker: false })
    try {
      const person = await send(host.base, { path: "/hosted/x", headers: { ...html, "accept-language": "pt-BR" } })
      expect([person.status, person.headers["content-language"]]).toEqual([404, "pt-BR"])
      const program = await send(host.base, { path: "/hosted/x" })
      expect(bodyOf(program)).toEqual(bodyOf(await send(host.base, { path: "/elsewhere" })))
    } finally {
      await host.close()
    }
  })
})
