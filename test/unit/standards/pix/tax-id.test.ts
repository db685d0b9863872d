// CPF and CNPJ by example: the published numbers, refusals, masking.
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  Cnpj,
  Cpf,
  TaxId,
  maskTaxId,
  parseCnpj,
  parseCpf,
  parseTaxId,
  taxIdKind
} from "../../../../core/standards/pix/tax-id.ts"

describe("CPF", () => {
  it.each(["52998224725", "529.982.247-25", "11144477735", "12345678909", "47043622050"])("accepts %s", (text) => {
    expect(Result.getOrThrow(parseCpf(text))).toBe(text.replace(/[.-]/g, ""))
  })

  it.each([
    ["52998224724", "checkDigits"],
    ["52998224735", "checkDigits"],
    ["11111111111", "repeated"],
    ["00000000000", "repeated"],
    ["5299822472", "length"],
    ["529982247255", "length"],
    ["", "length"],
    ["5299822472A", "characters"],
    ["529 982 247", "characters"],
    ["٥٢٩٩٨٢٢٤٧٢٥", "characters"]
  ])("refuses %j: %s", (text, reason) => {
    expect(Result.getOrThrow(Result.flip(parseCpf(text)))).toEqual({ reason })
  })
})

describe("CNPJ", () => {
  it.each([
    "12ABC34501DE35",
    "11222333000181",
    "00000000000191",
    "A1B2C3D4E5F668",
    "ZZZZZZZZZZZZ62",
    "AAAAAAAAAAAA45",
    "0ABCDEFG000117",
    "RV8X5L2P000105"
  ])("accepts %s §cnpj-letters", (text) => {
    expect(Result.getOrThrow(parseCnpj(text))).toBe(text)
  })

  it("reads the printed form in any case", () => {
    expect(Result.getOrThrow(parseCnpj("12.abc.345/01de-35"))).toBe("12ABC34501DE35")
  })

  it.each([
    ["12ABC34501DE36", "checkDigits"],
    ["11222333000182", "checkDigits"],
    ["00000000000000", "repeated"],
    ["1122233300018", "length"],
    ["12ABC34501DEA5", "characters"],
    ["12ÁBC34501DE35", "characters"]
  ])("refuses %s: %s", (text, reason) => {
    expect(Result.getOrThrow(Result.flip(parseCnpj(text)))).toEqual({ reason })
  })
})

describe("either", () => {
  it("tells them apart", () => {
    expect(taxIdKind(Result.getOrThrow(parseTaxId("529.982.247-25")))).toBe("CPF")
    expect(taxIdKind(Result.getOrThrow(parseTaxId("11.222.333/0001-81")))).toBe("CNPJ")
    expect(Result.getOrThrow(Result.flip(parseTaxId("1234")))).toEqual({ reason: "length" })
  })

  it("masks a CPF and shows a CNPJ whole", () => {
    expect(maskTaxId(Result.getOrThrow(parseTaxId("12345678909")))).toBe("***.456.789-**")
    expect(maskTaxId(Result.getOrThrow(parseTaxId("12ABC34501DE35")))).toBe("12ABC34501DE35")
  })

  it("decodes only the normal form", () => {
    expect(Schema.is(Cpf)("52998224725")).toBe(true)
    expect(Schema.is(Cpf)("529.982.247-25")).toBe(false)
    expect(Schema.is(Cnpj)("12ABC34501DE35")).toBe(true)
    expect(Schema.is(Cnpj)("12abc34501de35")).toBe(false)
    expect(Schema.is(TaxId)("11222333000181")).toBe(true)
    expect(Schema.is(TaxId)("11222333000182")).toBe(false)
  })
})
