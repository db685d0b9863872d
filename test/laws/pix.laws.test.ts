// Laws of BR Codes, tax ids and PIX keys, with two public libraries as a second opinion.
import { isValidCnpj, isValidCpf, isValidPixPayload } from "@brazilian-utils/brazilian-utils"
import { cnpj, cpf } from "cpf-cnpj-validator"
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Cents, unitsUnsafe } from "../../core/base/money/units.ts"
import { type BrCode, crc16, foldAscii, printBrCode } from "../../core/standards/pix/br-code.ts"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import { PixKeyType, parsePixKey } from "../../core/standards/pix/pix-key.ts"
import { parseCnpj, parseCpf, parseTaxId } from "../../core/standards/pix/tax-id.ts"
import { accepted } from "../vectors/br-code/br-code.ts"

const chars = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength })
const digits = "0123456789"
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const label = `${digits}${upper}abcdefghijklmnopqrstuvwxyz`

const pairs = Array.from({ length: 100 }, (_, i) => i.toString().padStart(2, "0"))
const withCheckDigits = (isValid: (text: string) => boolean) => (body: string) =>
  body + (pairs.find((pair) => isValid(body + pair)) ?? "00")
const validCpf = chars(digits, 9, 9).map(withCheckDigits((text) => cpf.isValid(text)))
const validCnpj = chars(digits + upper, 12, 12).map(withCheckDigits((text) => cnpj.isValid(text)))

const name = (max: number) => chars(`${label} .'-`, 1, max).filter((text) => text === foldAscii(text))
const common = {
  merchantName: name(25),
  merchantCity: name(15),
  categoryCode: chars(digits, 4, 4),
  postalCode: fc.option(chars(digits, 8, 8), { nil: undefined }),
  amount: fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }).map((value) => unitsUnsafe("BRL", value)), {
    nil: undefined
  }),
  txid: fc.option(chars(label, 1, 25), { nil: undefined }),
  singleUse: fc.boolean()
}
const address = chars(`${label}/.-_:`, 1, 77).filter((text) => !text.includes("://"))
const recurrence = fc.option(address, { nil: undefined })
const brCode: fc.Arbitrary<BrCode> = fc.oneof(
  fc.record({
    kind: fc.constant("static" as const),
    ...common,
    key: chars(`${label}@.+-`, 1, 36),
    additionalInfo: fc.option(name(25), { nil: undefined }),
    withdrawalIspb: fc.option(chars(digits + upper, 8, 8), { nil: undefined }),
    recurrence
  }),
  fc.record({ kind: fc.constant("dynamic" as const), ...common, location: address, recurrence }),
  fc.record({ kind: fc.constant("recurrence" as const), ...common, recurrence: address }),
  fc.record({ kind: fc.constant("sandbox" as const), ...common, chargeId: address })
)

/** Records that no one checked: amounts below zero, labels and addresses of any characters. */
const anyRecord: fc.Arbitrary<BrCode> = fc.tuple(
  brCode,
  fc.option(fc.bigInt({ min: -1000n, max: 10n ** 14n }).map((value) => value as Cents), { nil: undefined }),
  fc.option(fc.oneof(fc.constantFrom("***", "", " ", "a b", "*"), chars(`${label}*é `, 1, 26)), { nil: undefined }),
  fc.string({ unit: "binary", maxLength: 30 })
).map(([code, amount, txid, text]) => ({ ...code, amount, txid, merchantName: text, merchantCity: `${text}x` }))

const withoutNames = (code: BrCode) => {
  const { amount: _amount, merchantCity: _city, merchantName: _name, txid: _txid, ...rest } = code
  return rest
}

const printed = brCode.map((code) => Result.getOrThrow(printBrCode(code)))
const published = fc.constantFrom(...accepted.map(({ code }) => code))

describe("BR Code", () => {
  it("parse of print is the record", () => {
    fc.assert(fc.property(brCode, (code) => {
      expect(Result.getOrThrow(parseBrCode(Result.getOrThrow(printBrCode(code))))).toEqual(code)
    }))
  })

  it("what is printed from any record reads as the record, with names as they can be printed", () => {
    fc.assert(
      fc.property(anyRecord, (code) => {
        const printedCode = printBrCode(code)
        if (Result.isFailure(printedCode)) return
        const { amount, merchantCity, merchantName, txid, ...rest } = Result.getOrThrow(
          parseBrCode(printedCode.success)
        )
        expect([amount ?? 0n, txid, rest.categoryCode]).toEqual([code.amount ?? 0n, code.txid, code.categoryCode])
        expect(merchantName).toBe(foldAscii(code.merchantName).slice(0, 25).trimEnd())
        expect(merchantCity).toBe(foldAscii(code.merchantCity).slice(0, 15).trimEnd())
        expect(rest).toEqual(withoutNames(code))
      }),
      { numRuns: 500 }
    )
  })

  it("print of parse is the code", () => {
    fc.assert(
      fc.property(printed, (code) => Result.getOrThrow(printBrCode(Result.getOrThrow(parseBrCode(code)))) === code)
    )
  })

  it("is accepted by another library where it pays a key or a location", () => {
    const paying = fc.record({ ...common, txid: fc.constant(undefined), key: chars(label, 1, 36) })
      .map((code): BrCode => ({ kind: "static", ...code }))
    fc.assert(fc.property(paying, (code) => isValidPixPayload(Result.getOrThrow(printBrCode(code)))))
  })

  it("one changed character fails the CRC", () => {
    const changed = fc.oneof(printed, published).chain((code) =>
      fc.tuple(fc.constant(code), fc.nat({ max: code.length - 1 }), fc.integer({ min: 0x20, max: 0x7e }))
    ).filter(([code, at, replacement]) => code.charCodeAt(at) !== replacement)
    fc.assert(fc.property(changed, ([code, at, replacement]) => {
      const broken = code.slice(0, at) + String.fromCharCode(replacement) + code.slice(at + 1)
      return crc16(broken.slice(0, -4)) !== broken.slice(-4) && Result.isFailure(parseBrCode(broken))
    }))
  })

  it("any text is read or refused with a place inside it, never thrown", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      chars(digits, 0, 60),
      fc.tuple(printed, fc.nat()).map(([code, at]) => code.slice(0, at % code.length))
    )
    fc.assert(fc.property(text, (code) => {
      const parsed = parseBrCode(code)
      return Result.isFailure(parsed) && parsed.failure.offset >= 0 && parsed.failure.offset <= code.length
    }))
  })

  it("folding is idempotent and gives printable ASCII", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      const folded = foldAscii(text)
      return foldAscii(folded) === folded && /^[\x20-\x7e]*$/.test(folded)
    }))
  })
})

describe("tax ids", () => {
  const cpfs = fc.oneof(chars(digits, 11, 11), validCpf)
  const cnpjs = fc.oneof(
    chars(digits, 14, 14),
    fc.tuple(chars(digits + upper, 12, 12), chars(digits, 2, 2)).map(([body, check]) => body + check),
    validCnpj
  )
  const printedForm = (text: string) =>
    text.length === 11
      ? text.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4")
      : text.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5")

  it("CPF: the same verdict as two other implementations", () => {
    // One of them also refuses 12345678909, a number with right check digits that examples use.
    fc.assert(fc.property(cpfs.filter((text) => text !== "12345678909"), (text) => {
      const ours = Result.isSuccess(parseCpf(text))
      return ours === cpf.isValid(text) && ours === isValidCpf(text)
    }))
  })

  it("CNPJ, letters included: the same verdict as two other implementations §cnpj-letters", () => {
    fc.assert(fc.property(cnpjs, (text) => {
      const ours = Result.isSuccess(parseCnpj(text))
      return ours === cnpj.isValid(text) && ours === isValidCnpj(text, { version: 2 })
    }))
  })

  it("exactly one pair of check digits fits a body", () => {
    const body = fc.oneof(chars(digits, 9, 9), chars(digits + upper, 12, 12))
      .filter((text) => text !== text.charAt(0).repeat(text.length))
    fc.assert(
      fc.property(body, (text) => pairs.filter((pair) => Result.isSuccess(parseTaxId(text + pair))).length === 1)
    )
  })

  it("normalisation is idempotent and forgets punctuation and case", () => {
    fc.assert(fc.property(fc.oneof(cpfs, cnpjs), (text) => {
      const once = parseTaxId(printedForm(text).toLowerCase())
      if (Result.isFailure(once)) return Result.isFailure(parseTaxId(text))
      return once.success === text && Result.getOrThrow(parseTaxId(once.success)) === once.success
    }))
  })
})

describe("PIX keys", () => {
  const type = fc.constantFrom(...PixKeyType.literals)
  const text = fc.oneof(
    fc.emailAddress(),
    fc.uuid().map((id) => id.toUpperCase()),
    chars(digits, 8, 14),
    chars(digits, 10, 13).map((number) => `+${number}`),
    validCpf.map((text) => cpf.format(text)),
    validCnpj.map((text) => cnpj.format(text)),
    fc.string()
  )

  it("normalisation is idempotent under the same type", () => {
    fc.assert(fc.property(text, type, (key, as) => {
      const once = parsePixKey(key, as)
      if (Result.isFailure(once)) return true
      expect(Result.getOrThrow(parsePixKey(once.success.value, as))).toEqual(once.success)
      return once.success.value.length <= 77
    }))
  })

  it("a key recognised without its type is the same key with it", () => {
    fc.assert(fc.property(text, (key) => {
      const detected = parsePixKey(key)
      if (Result.isFailure(detected)) return true
      expect(parsePixKey(key, detected.success.type)).toEqual(detected)
      return true
    }))
  })
})
