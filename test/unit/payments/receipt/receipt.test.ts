// Receipts: the token of a link, the lines in both languages, and the PDF that is made of them.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as pdf from "../../../../adapters/pdf/receipt.ts"
import { readReceiptToken, receiptClaims, receiptToken } from "../../../../core/customers/access/proofs.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import type { Cents } from "../../../../core/base/money/units.ts"
import { receiptOf } from "../../../../core/standards/pix/receipt.ts"
import { ReceiptPrinter } from "../../../../core/ports/receipt-printer.ts"
import { type PaidPix, receiptLines, shownBrl } from "../../../../core/standards/pix/receipt-lines.ts"
import { pdfLines } from "../../../support/pdf-text.ts"

const cents = (value: bigint): Cents => value as Cents
const paidAt = Date.UTC(2026, 10, 22, 1, 30, 5)
const receiver = {
  name: "José da Conceição",
  taxId: "11144477735",
  bankName: "Banco de Exemplo S.A.",
  ispb: "00000000",
  branch: "0001",
  account: "0123456-7",
  accountType: "CACC"
}
const pixOf = (parts: Partial<PaidPix> = {}, pixKey = "maria@example.com"): PaidPix => ({
  transactionId: "pay_1",
  paidAt,
  value: cents(123_456n),
  receipt: receiptOf({
    endToEndId: "E123456782026112201300000000000A",
    paidAt,
    value: cents(123_456n),
    payerIspb: "12345678",
    pixKey,
    receiver
  }),
  orderedBy: "Ana Souza",
  returned: cents(0n),
  isSimulated: false,
  ...parts
})
const rowsOf = (...parameters: Parameters<typeof receiptLines>) =>
  new Map(
    receiptLines(...parameters).sections.flatMap(({ heading, rows }) =>
      rows.map(([label, value]) => [`${heading}/${label}`, value] as const)
    )
  )
const print = (pix: PaidPix, language: "en" | "pt-BR") =>
  Effect.runPromise(
    Effect.flatMap(ReceiptPrinter, (printer) => printer?.print(receiptLines(pix, language)) ?? Effect.die("no printer"))
      .pipe(Effect.provide(pdf.layer))
  )

describe("the token of a link §receipt-signed", () => {
  const proof = "ab".repeat(32)

  it("opens for thirty days at least, and to the end of the day §limit-receipt-link-ms", () => {
    const day = 86_400_000
    for (const madeAt of [0, 1, day - 1, day, 1_800_000_000_123]) {
      const read = readReceiptToken(receiptToken(receiptClaims("pay_1", madeAt), proof))
      const over = Math.floor((madeAt + limits.receiptLinkMs) / day) * day + day
      expect([read?.isOver(over - 1), read?.isOver(over)]).toEqual([false, true])
      expect(over - madeAt).toBeGreaterThan(limits.receiptLinkMs)
    }
  })

  it("is the same all day", () => {
    const noon = Date.UTC(2026, 5, 1, 12)
    expect(receiptClaims("pay_1", noon)).toEqual(receiptClaims("pay_1", noon + 3_600_000))
  })

  it.each([
    "",
    "pay_1",
    `pay_1.1.${proof}0`,
    `pay_1.1.${proof.slice(1)}`,
    `dep_1.1.${proof}`,
    `pay_1.x.${proof}`,
    `pay_1.1234567890123456.${proof}`,
    `pay_1/../x.1.${proof}`
  ])("is not %j", (token) => expect(readReceiptToken(token)).toBeUndefined())

  it("holds for its own proof alone", () => {
    const read = readReceiptToken(`inv_1.7.${proof}`)
    expect([read?.id, read?.proved, read?.holds(proof), read?.holds("ac".repeat(32))]).toEqual([
      "inv_1",
      "inv_1.7",
      true,
      false
    ])
  })
})

describe("the lines", () => {
  it("say what a PIX receipt says, in Brazilian time §receipt-languages", () => {
    expect(receiptLines(pixOf(), "pt-BR")).toMatchObject({
      title: "Comprovante de PIX",
      amount: "R$ 1.234,56",
      status: "Pagamento concluído",
      warning: null
    })
    expect([...rowsOf(pixOf(), "pt-BR")]).toEqual([
      ["Pagamento/Data e hora", "21/11/2026 22:30:05 (horário de Brasília)"],
      ["Pagamento/Tipo", "PIX"],
      ["Pagamento/ID da transação (EndToEnd)", "E123456782026112201300000000000A"],
      ["Pagamento/Código do pagamento", "pay_1"],
      ["Quem recebeu/Nome", "José da Conceição"],
      ["Quem recebeu/CPF/CNPJ", "***.444.777-**"],
      ["Quem recebeu/Chave PIX", "maria@example.com"],
      ["Quem recebeu/Instituição", "Banco de Exemplo S.A."],
      ["Quem recebeu/ISPB", "00000000"],
      ["Quem recebeu/Agência", "0001"],
      ["Quem recebeu/Conta", "****4567"],
      ["Quem recebeu/Tipo de conta", "Conta corrente"],
      ["Quem pagou/Solicitado por", "Ana Souza"],
      ["Quem pagou/ISPB", "12345678"]
    ])
    const english = rowsOf(pixOf(), "en")
    expect(english.get("Payment/Paid at")).toBe("2026-11-21 22:30:05 (Brasília time)")
    expect(english.get("Receiver/Account type")).toBe("Checking")
  })

  it("mask a CPF also where it is the key, and nothing else §receipt-masked", () => {
    expect(rowsOf(pixOf({}, "11144477735"), "en").get("Receiver/PIX key")).toBe("***.444.777-**")
    expect(rowsOf(pixOf({}, "11222333000181"), "en").get("Receiver/PIX key")).toBe("11222333000181")
    expect(JSON.stringify(receiptLines(pixOf({}, "11144477735"), "pt-BR"))).not.toMatch(/11144477735|0123456/)
  })

  it("leave out what no one told", () => {
    const receipt = receiptOf({
      endToEndId: null,
      paidAt,
      value: cents(1n),
      payerIspb: null,
      pixKey: null,
      receiver: null
    })
    expect([...rowsOf(pixOf({ receipt, orderedBy: null }), "en").keys()]).toEqual([
      "Payment/Paid at",
      "Payment/Rail",
      "Payment/Transaction"
    ])
  })

  it("say what was returned, and that a sandbox moves no money", () => {
    const lines = receiptLines(pixOf({ returned: cents(100n), isSimulated: true }), "en")
    expect([lines.status, lines.warning]).toEqual([
      "Payment completed, then returned",
      "Test environment: no money was moved. This is not proof of payment."
    ])
    expect(rowsOf(pixOf({ returned: cents(100n) }), "en").get("Payment/Returned by the receiver's bank")).toBe("R$1.00")
  })

  it.each([
    [1n, "R$ 0,01", "R$0.01"],
    [100_000n, "R$ 1.000,00", "R$1,000.00"],
    [999_999_999_999n, "R$ 9.999.999.999,99", "R$9,999,999,999.99"]
  ])("show %s cents as %s and %s", (value, portuguese, english) => {
    expect([shownBrl(cents(value), "pt-BR"), shownBrl(cents(value), "en")]).toEqual([portuguese, english])
  })
})

describe("the PDF §receipt-pdf", () => {
  it.each(["en", "pt-BR"] as const)("holds every line in %s", async (language) => {
    const shown = pdfLines(await print(pixOf({}, "11144477735"), language)).join("\n")
    const { amount, footer, sections, status, title } = receiptLines(pixOf({}, "11144477735"), language)
    const words = [title, amount, status, footer, ...sections.flatMap(({ heading, rows }) => [heading, ...rows.flat()])]
    for (const word of words.flatMap((line) => line.split(" "))) expect(shown).toContain(word)
    expect(shown).not.toMatch(/11144477735|0123456/)
  })

  it("has the same bytes each time, dated by the payment", async () => {
    const [first, second] = [await print(pixOf(), "pt-BR"), await print(pixOf(), "pt-BR")]
    expect(Buffer.compare(first, second)).toBe(0)
    const text = Buffer.from(first).toString("latin1")
    expect(text).toMatch(/^%PDF-1\.\d/)
    expect([...text.matchAll(/\(D:(\d+)Z\)/g)].map(([, date]) => date)).toEqual(["20261122013005", "20261122013005"])
    expect(text).toContain("/Lang (pt-BR)")
  })
})
