// Printing BR Codes: caps, folding, the sandbox charge, agreement with another library.
import { generatePixPayload, isValidPixPayload } from "@brazilian-utils/brazilian-utils"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Cents, unitsUnsafe } from "../../../../core/base/money/units.ts"
import {
  type BrCode,
  foldAscii,
  pixGui,
  printBrCode,
  printCharge,
  sandboxGui
} from "../../../../core/standards/pix/br-code.ts"
import { parseBrCode } from "../../../../core/standards/pix/parse-br-code.ts"

const merchant = { merchantName: "Fulano de Tal", merchantCity: "Brasília", categoryCode: "0000", singleUse: false }
const key = "123e4567-e12b-12d1-a456-426655440000"
const refusal = (code: BrCode) => Result.getOrThrow(Result.flip(printBrCode(code)))

describe("foldAscii", () => {
  it.each([
    ["São Paulo", "Sao Paulo"],
    ["AÇAÍ & Cia.", "ACAI & Cia."],
    [" two  spaces ", "two spaces"],
    ["***", ""],
    ["北京", ""],
    ["a\u0000b\nc", "abc"]
  ])("folds %j to %j", (text, folded) => {
    expect(foldAscii(text)).toBe(folded)
  })
})

describe("static codes", () => {
  it("prints what another library prints", () => {
    const printed = Result.getOrThrow(
      printBrCode({ kind: "static", ...merchant, key, amount: unitsUnsafe("BRL", 12345n), txid: "pedido42" })
    )
    expect(printed).toBe(generatePixPayload({ ...merchant, key, amount: 123.45, txid: "pedido42" }))
    expect(isValidPixPayload(printed)).toBe(true)
  })

  it("cuts names to their caps", () => {
    const printed = Result.getOrThrow(
      printBrCode({
        kind: "static",
        ...merchant,
        key,
        merchantName: "N".repeat(40),
        merchantCity: "São José dos Campos"
      })
    )
    expect(Result.getOrThrow(parseBrCode(printed))).toMatchObject({
      merchantName: "N".repeat(25),
      merchantCity: "Sao Jose dos Ca"
    })
  })

  it("leaves no space where it cut", () => {
    const printed = Result.getOrThrow(
      printBrCode({ kind: "static", ...merchant, key, merchantName: `${"N".repeat(24)} e Filhos` })
    )
    expect(Result.getOrThrow(parseBrCode(printed)).merchantName).toBe("N".repeat(24))
  })

  it("never cuts a key or overfills the account field", () => {
    expect(refusal({ kind: "static", ...merchant, key: "k".repeat(78) })).toEqual({ reason: "tooLong", field: "26.01" })
    expect(refusal({ kind: "static", ...merchant, key: "k".repeat(77), additionalInfo: "x" }))
      .toEqual({ reason: "tooLong", field: "26" })
    expect(refusal({ kind: "static", ...merchant, key: "" })).toEqual({ reason: "empty", field: "26.01" })
    expect(refusal({ kind: "static", ...merchant, key: "josé@example.com" }))
      .toEqual({ reason: "badValue", field: "26.01" })
  })

  it("refuses labels, amounts and names that cannot be carried", () => {
    const code = { kind: "static" as const, ...merchant, key }
    expect(refusal({ ...code, txid: "a-b" })).toEqual({ reason: "badValue", field: "62.05" })
    expect(refusal({ ...code, txid: "x".repeat(26) })).toEqual({ reason: "tooLong", field: "62.05" })
    expect(refusal({ ...code, amount: unitsUnsafe("BRL", 10n ** 15n) })).toEqual({ reason: "tooLong", field: "54" })
    expect(refusal({ ...code, amount: -5n as Cents })).toEqual({ reason: "badValue", field: "54" })
    expect(refusal({ ...code, merchantName: "北京" })).toEqual({ reason: "empty", field: "59" })
    expect(refusal({ ...code, categoryCode: "12" })).toEqual({ reason: "badValue", field: "52" })
    expect(refusal({ ...code, withdrawalIspb: "1234" })).toEqual({ reason: "badValue", field: "26.03" })
    expect(refusal({ ...code, recurrence: "https://x" })).toEqual({ reason: "badValue", field: "80.25" })
  })
})

it("refuses the label that says there is none, which would read back as none", () => {
  const dynamic = { kind: "dynamic" as const, ...merchant, location: "pix.example.com/1" }
  expect(refusal({ ...dynamic, txid: "***" })).toEqual({ reason: "badValue", field: "62.05" })
  expect(Result.isSuccess(printBrCode({ ...dynamic, txid: "****" }))).toBe(true)
})

describe("charges", () => {
  const charge = {
    amount: unitsUnsafe("BRL", 5000n),
    merchantName: "Pontepay",
    merchantCity: "São Paulo"
  }

  it("prints a sandbox charge under its own GUI, which PIX readers refuse §deposit-sandbox-br-code", () => {
    const printed = Result.getOrThrow(printCharge({ ...charge, gui: sandboxGui, location: "dep_0190f1" }))
    expect(printed).toBe(
      "00020101021226340016sandbox.pontepay2510dep_0190f1520400005303986540550.005802BR5908Pontepay6009Sao Paulo62070503***6304" +
        printed.slice(-4)
    )
    expect(Result.getOrThrow(parseBrCode(printed))).toMatchObject({
      kind: "sandbox",
      chargeId: "dep_0190f1",
      amount: 5000n,
      singleUse: true
    })
    expect(isValidPixPayload(printed)).toBe(false)
  })

  it("prints a charge at a PIX provider as a dynamic code", () => {
    const printed = Result.getOrThrow(printCharge({ ...charge, gui: pixGui, location: "pix.example.com/qr/v2/1" }))
    expect(Result.getOrThrow(parseBrCode(printed))).toMatchObject({
      kind: "dynamic",
      location: "pix.example.com/qr/v2/1",
      amount: 5000n
    })
    expect(isValidPixPayload(printed)).toBe(true)
  })

  it("refuses a location that is too long or has a scheme", () => {
    const refused = (location: string) =>
      Result.getOrThrow(Result.flip(printCharge({ ...charge, gui: pixGui, location })))
    expect(refused("x".repeat(78))).toEqual({ reason: "tooLong", field: "26.25" })
    expect(refused("https://pix.example.com/1")).toEqual({ reason: "badValue", field: "26.25" })
    expect(refused("")).toEqual({ reason: "empty", field: "26.25" })
  })
})
