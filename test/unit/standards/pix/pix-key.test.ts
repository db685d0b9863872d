// PIX keys by example: normal forms, refusals, and digits that may be a CPF or a phone.
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type PixKeyError, type PixKeyType, parsePixKey } from "../../../../core/standards/pix/pix-key.ts"

describe("a key with its type", () => {
  it.each(
    [
      ["CPF", "529.982.247-25", "52998224725"],
      ["CPF", " 52998224725 ", "52998224725"],
      ["CNPJ", "12.abc.345/01de-35", "12ABC34501DE35"],
      ["CNPJ", "11222333000181", "11222333000181"],
      ["PHONE", "+5511943214321", "+5511943214321"],
      ["PHONE", "11943214321", "+5511943214321"],
      ["PHONE", "(11) 94321-4321", "+5511943214321"],
      ["PHONE", "1133334444", "+551133334444"],
      ["PHONE", "5511943214321", "+5511943214321"],
      ["PHONE", "+55 11 94321-4321", "+5511943214321"],
      ["PHONE", "+14155550123", "+14155550123"],
      ["EMAIL", " Fulano@Example.COM ", "fulano@example.com"],
      ["EMAIL", "o'neil+pix@example.com.br", "o'neil+pix@example.com.br"],
      ["RANDOM", "123E4567-E12B-12D1-A456-426655440000", "123e4567-e12b-12d1-a456-426655440000"]
    ] as const
  )("reads %s %s §pix-key-types", (type, text, value) => {
    expect(Result.getOrThrow(parsePixKey(text, type))).toEqual({ type, value })
  })

  it("trusts the type where eleven digits are a valid CPF and a phone number", () => {
    expect(Result.getOrThrow(parsePixKey("52998224725", "PHONE"))).toEqual({ type: "PHONE", value: "+5552998224725" })
  })

  const refusals: ReadonlyArray<readonly [PixKeyType, string, PixKeyError["reason"]]> = [
    ["CPF", "52998224724", "checkDigits"],
    ["CPF", "11111111111", "repeated"],
    ["CPF", "111.111.111-11", "repeated"],
    ["CNPJ", "00.000.000/0000-00", "repeated"],
    ["CPF", "fulano@example.com", "format"],
    ["CNPJ", "12ABC34501DE36", "checkDigits"],
    ["CNPJ", "52998224725", "format"],
    ["PHONE", "12345", "format"],
    ["PHONE", "+0123456789", "format"],
    ["PHONE", "+5511943214321x", "format"],
    ["EMAIL", "fulano", "format"],
    ["EMAIL", "fulano@-example.com", "format"],
    ["EMAIL", "fulano @example.com", "format"],
    ["EMAIL", `${"a".repeat(66)}@example.com`, "tooLong"],
    ["RANDOM", "123e4567e12b12d1a456426655440000", "format"],
    ["RANDOM", "", "empty"]
  ]

  it.each(refusals)("refuses %s %j: %s §pix-key-types", (type, text, reason) => {
    expect(Result.getOrThrow(Result.flip(parsePixKey(text, type)))).toEqual({ reason })
  })
})

describe("a key without its type", () => {
  it.each([
    ["fulano@example.com", "EMAIL"],
    ["+5511943214321", "PHONE"],
    ["123e4567-e12b-12d1-a456-426655440000", "RANDOM"],
    ["52998224725", "CPF"],
    ["529.982.247-25", "CPF"],
    ["11222333000181", "CNPJ"],
    ["12.ABC.345/01DE-35", "CNPJ"]
  ])("recognises %s as %s", (text, type) => {
    expect(Result.getOrThrow(parsePixKey(text)).type).toBe(type)
  })

  it.each([
    ["11943214321", "typeRequired"],
    // A right CPF that is also a mobile number of São Paulo.
    ["11900000083", "typeRequired"],
    ["52998224724", "checkDigits"],
    ["11222333000182", "checkDigits"],
    ["1133334444", "unknownType"],
    ["fulano", "unknownType"],
    ["  ", "empty"]
  ])("refuses %j: %s", (text, reason) => {
    expect(Result.getOrThrow(Result.flip(parsePixKey(text)))).toEqual({ reason })
  })

  it("takes the ambiguous digits once the type is given", () => {
    expect(Result.getOrThrow(parsePixKey("11900000083", "CPF")).value).toBe("11900000083")
    expect(Result.getOrThrow(parsePixKey("11900000083", "PHONE")).value).toBe("+5511900000083")
  })
})
