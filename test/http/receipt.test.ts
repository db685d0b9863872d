// Receipts over the wire: the link in records and events, the page and the PDF behind it, and what opens nothing.
import { Effect, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { get as getRecord } from "../../core/ports/records.ts"
import { Payouts } from "../../core/payout/payout.ts"
import { type TestHost, bannerKey, openHost } from "../support/host.ts"
import { type Answer, dataOf, lasting, send } from "../support/http.ts"
import { pdfLines } from "../support/pdf-text.ts"
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
