// Receipts over the wire: the link in records and events, the page and the PDF behind it, and what opens nothing.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { receiptClaims, receiptPurpose, receiptText, receiptToken } from "../../core/customers/access/proofs.ts"
import { get as getRecord } from "../../core/engine/store/records.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import { Payouts } from "../../core/payments/payout/payout.ts"
import {
  type HostProcess,
  type TestHost,
  bannerKey,
  openHost,
  scratch,
  secretsKey,
  sqliteDatabase,
  startProcess
} from "../support/host.ts"
import { type Answer, bodyOf, dataOf, expectFailure, lasting, send } from "../support/http.ts"
import { pdfLines } from "../support/pdf-text.ts"
import { cli } from "./cli-run.ts"
import { makePayout, toldOf, untilPayout } from "./payouts.ts"

const bytesOf = async (url: string, headers = {}): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url, { headers })).arrayBuffer())

const receiptUrlIn = async (host: TestHost, id: string): Promise<unknown> => {
  const owner = await host.inSandbox(
    Effect.map(getRecord(Payouts, id), (found) => Option.getOrThrow(found).value.owner)
  )
  const told = await toldOf(host, owner, id)
  return told.find(({ name }) => name === "PAYOUT_SUCCESSFUL")?.data["receiptUrl"]
}

describe("a receipt", () => {
  let host: TestHost
  let key: string
  let url: string
  let id: string
  beforeAll(async () => {
    host = await openHost()
    key = bannerKey(host)
    id = await makePayout(host.base, key, { pixKey: "52998224725", pixKeyType: "CPF", value: 1_234 })
    url = String((await untilPayout(host.base, key, id, "COMPLETED"))["receiptUrl"])
  })
  afterAll(() => host.close())

  const pathOf = () => new URL(url).pathname
  const get = (path: string, headers = {}): Promise<Answer> => send(host.base, { path, headers })

  it("has a link in the record once the PIX has settled, under the address that was asked §receipt-url", async () => {
    expect(url).toMatch(new RegExp(`^${host.base}/hosted/receipt/${id}\\.\\d+\\.[0-9a-f]{64}/receipt\\.pdf$`))
    const held = await makePayout(host.base, key, { pixKey: "hold@sandbox.test" })
    const record = dataOf(await send(host.base, { path: `/api/wallet/payout/${held}`, key }))
    expect(record).toMatchObject({ status: "PENDING", receipt: null, receiptUrl: null })
  })

  it("has none in events where no public address is known §receipt-url-null", async () => {
    expect(await receiptUrlIn(host, id)).toBeNull()
  })

  it("is a PDF with the fields of the payment, its CPF masked §receipt-pdf §receipt-masked", async () => {
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/pdf",
      "no-store"
    ])
    expect(answer.headers.get("content-disposition")).toBe(`inline; filename="pix-${id}.pdf"`)
    const lines = pdfLines(new Uint8Array(await answer.arrayBuffer()))
    const record = dataOf(await send(host.base, { path: `/api/wallet/payout/${id}`, key }))
    const whole = lines.join("\n")
    expect(whole).toContain("***.982.247-**")
    expect(whole).not.toContain("52998224725")
    expect(whole).toContain("12,34")
    expect(whole.replaceAll("\n", "")).toContain(String(record["endToEndId"]))
  })

  it("speaks Portuguese, or what it is asked for §receipt-languages", async () => {
    const titles = async (query: string, headers = {}) => pdfLines(await bytesOf(`${url}${query}`, headers)).join(" ")
    expect(await titles("", { "accept-language": "" })).toContain("Comprovante de PIX")
    expect(await titles("", { "accept-language": "en-US,en" })).toContain("PIX receipt")
    expect(await titles("?lang=en", { "accept-language": "pt-BR" })).toContain("PIX receipt")
    expect(await titles("?lang=pt-BR", { "accept-language": "en" })).toContain("Comprovante de PIX")
    expect(Buffer.compare(await bytesOf(url), await bytesOf(url))).toBe(0)
  })

  it("is a page with the same lines, and a way to the PDF §receipt-page", async () => {
    const page = await get(pathOf().replace("/receipt.pdf", ""))
    expect(page.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer" })
    for (const text of ["Comprovante de PIX", "R$ 12,34", "***.982.247-**", id, `${pathOf()}?lang=pt-BR`]) {
      expect(page.text).toContain(text)
    }
    expect(page.text).not.toContain("52998224725")
    expect(page.headers["content-security-policy"]).not.toContain("script-src")
  })

  it("opens with its own link alone, and any other is a missing page §receipt-signed", async () => {
    const missing = await get("/hosted/nothing")
    const [, day = "", proof = ""] = pathOf().split("/")[3]?.split(".") ?? []
    const altered = `${proof.startsWith("0") ? "1" : "0"}${proof.slice(1)}`
    for (const token of [`${id}.${day}.${altered}`, `${id}.${Number(day) + 1}.${proof}`, `pay_0.${day}.${proof}`, id]) {
      for (const suffix of ["", "/receipt.pdf"]) {
        const answer = await get(`/hosted/receipt/${token}${suffix}`)
        expect([token, answer.status, answer.text, lasting(answer)]).toEqual([
          token,
          404,
          missing.text,
          lasting(missing)
        ])
      }
    }
  })
})

describe("a receipt of a service with a public address", () => {
  it("has its link in the event too, and both are the same §receipt-url §public-url", async () => {
    const host = await openHost({ variables: { PONTEPAY_PUBLIC_URL: "https://pay.example" } })
    try {
      const id = await makePayout(host.base, bannerKey(host))
      const { receiptUrl } = await untilPayout(host.base, bannerKey(host), id, "COMPLETED")
      expect(receiptUrl).toMatch(/^https:\/\/pay\.example\/hosted\/receipt\/pay_/)
      expect(await receiptUrlIn(host, id)).toBe(receiptUrl)
      const { pathname } = new URL(String(receiptUrl))
      expect((await send(host.base, { path: pathname })).status).toBe(200)
    } finally {
      await host.close()
    }
  })
})

// The package is hidden from a process of its own; `npm run packed` shows the same where it really is not installed.
describe("a service without pdfkit", () => {
  const database = sqliteDatabase()
  let host: HostProcess
  beforeAll(async () => {
    const hidden = join(scratch(), "without-pdfkit.mjs")
    writeFileSync(
      hidden,
      `import { registerHooks } from "node:module"
registerHooks({
  resolve: (name, context, next) => {
    if (name !== "pdfkit") return next(name, context)
    throw Object.assign(new Error("Cannot find package 'pdfkit'"), { code: "ERR_MODULE_NOT_FOUND" })
  }
})
`
    )
    host = await startProcess({
      variables: {
        DATABASE_URL: database.url,
        LOG_LEVEL: "info",
        NODE_OPTIONS: `--import ${hidden}`,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: "the operator's token of the tests"
      }
    })
  })
  afterAll(() => host.stop())

  it("says so at start, in /ready and in the doctor §receipt-not-installed", async () => {
    expect(host.output().stderr).toContain(
      "Receipts as PDF need the package pdfkit, which is not installed: npm install pdfkit"
    )
    const [plane] = bodyOf(await send(host.base, { path: "/ready" }))["planes"] as ReadonlyArray<{
      readonly adapters: Readonly<Record<string, string>>
    }>
    expect(plane?.adapters["receiptPrinter"]).toBe("not installed")
    const { out } = await cli(["doctor"], { env: { PONTEPAY_URL: host.base, PONTEPAY_API_KEY: host.key, PORT: "0" } })
    expect(out).toMatch(/warning {2}receipts .*pdfkit is not installed[^]*npm install pdfkit/)
  })

  it("links no PDF, answers 501 with the package's name, and still shows the page §receipt-not-installed §error-package-not-installed", async () => {
    const id = await makePayout(host.base, host.key, { pixKey: "52998224725", pixKeyType: "CPF" })
    expect(await untilPayout(host.base, host.key, id, "COMPLETED")).toMatchObject({ receiptUrl: null })
    const events = await send(host.base, { path: "/api/events", key: host.key })
    expect(events.text).toMatch(/"event":"PAYOUT_SUCCESSFUL"[^]*"receiptUrl":null/)
    // A link that was made while the package was there.
    const other = await openHost({
      variables: { DATABASE_URL: database.url, PONTEPAY_SECRETS_KEY: secretsKey },
      worker: false
    })
    const claims = receiptClaims(id, Date.now())
    const proof = await other.inSandbox(Secrets.use((secrets) => secrets.proof(receiptPurpose, receiptText(claims))))
    await other.close()
    const path = `/hosted/receipt/${receiptToken(claims, proof)}`
    const pdf = expectFailure(await send(host.base, { path: `${path}/receipt.pdf` }), {
      status: 501,
      errorCode: "NOT_AVAILABLE"
    })
    expect(pdf["error"]).toContain("npm install pdfkit")
    const page = await send(host.base, { path })
    expect([page.status, page.text.includes("receipt.pdf")]).toEqual([200, false])
    expect(page.text).toContain("***.982.247-**")
  })
})
