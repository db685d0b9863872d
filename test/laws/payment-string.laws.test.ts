// Laws of reading payment strings: total over any text, canonical forms are read as the same thing, one changed character of
// a form with a checksum is found, and the place that is named is that of the change.
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodePaymentString } from "../../core/decode/payment-string/decode.ts"
import { readBrCodeFields } from "../../core/decode/payment-string/br-code-fields.ts"
import type { PaymentStringKind } from "../../core/decode/payment-string/reading.ts"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import { printBrCode } from "../../core/standards/pix/br-code.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import * as bitcoin from "../vectors/address/bitcoin.ts"
import * as encode from "../vectors/address/encode.ts"
import * as lightning from "../vectors/address/lightning.ts"
import * as liquid from "../vectors/address/liquid.ts"
import * as other from "../vectors/address/other.ts"

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const key = fc.tuple(fc.constantFrom(2, 3), bytes(32)).map(([sign, x]) => [sign, ...x])
const program = fc.constantFrom(20, 32).chain((length) => fc.tuple(fc.constant(0), bytes(length)))

const brCode = fc.record({
  name: fc.stringMatching(/^[A-Za-z]{1,25}$/),
  city: fc.stringMatching(/^[A-Za-z]{1,15}$/),
  amount: fc.bigInt({ min: 0n, max: 999_999_99n }),
  txid: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
  singleUse: fc.boolean()
}).map(({ amount, city, name, singleUse, txid }) =>
  Result.getOrThrow(printBrCode({
    kind: "static",
    key: "52998224725",
    merchantName: name,
    merchantCity: city,
    categoryCode: "0000",
    amount: unitsUnsafe("BRL", amount),
    txid,
    singleUse
  }))
)

type Form = readonly [kind: PaymentStringKind, texts: fc.Arbitrary<string>, alphabet: string]

const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join("")

/** Forms with a checksum, and the characters that a change may put in. */
const checksummed: ReadonlyArray<Form> = [
  [
    "bitcoin",
    fc.oneof(
      fc.constantFrom(...bitcoin.validSegwit).map((text) => text.toLowerCase()),
      program.map(([version, payload]) => encode.segwit("bc", version, payload))
    ),
    bech32
  ],
  [
    "spark",
    key.map((point) => encode.bech32Encode("spark", encode.toWords([0x0a, 0x21, ...point]), "modified")),
    bech32
  ],
  [
    "liquid",
    fc.tuple(program, key).map(([[version, payload], point]) => encode.confidential(version, [...point, ...payload])),
    bech32
  ],
  ["bolt11", fc.constantFrom(...lightning.valid.map(({ text }) => text.toLowerCase())), bech32],
  ["lnurl", fc.constant(lightning.lnurlVector.text.toLowerCase()), bech32],
  ["brCode", brCode, printable]
]

const isRead = (kind: PaymentStringKind, text: string): boolean =>
  decodePaymentString(text).readings.some((reading) => reading.kind === kind)

/** A text and the same with one other character somewhere. */
const changed = ([, texts, alphabet]: Form) =>
  fc.tuple(texts, fc.nat(), fc.nat()).map(([text, place, other]) => {
    const at = place % text.length
    const choices = alphabet.replace(text.charAt(at), "")
    const by = choices.charAt(other % choices.length)
    return { text, at, changed: text.slice(0, at) + by + text.slice(at + 1) }
  })

describe.each(checksummed)("§cli-decode-laws %s", (...form) => {
  const [kind, texts] = form

  it("is read, and its canonical form is the same thing", () => {
    fc.assert(fc.property(texts, (text) => {
      const reading = decodePaymentString(text).readings.find((each) => each.kind === kind)
      expect(reading).toBeDefined()
      expect(isRead(kind, reading?.canonical ?? "")).toBe(true)
    }))
  })

  it("is refused with one character changed, whichever it is", () => {
    fc.assert(fc.property(changed(form), ({ changed: text }) => {
      expect(isRead(kind, text)).toBe(false)
    }))
  })
})

describe("the place of the one wrong character", () => {
  const located = checksummed.filter(([kind]) => kind !== "brCode")

  it.each(located)("is the one that was changed, or none is named: %s", (...form) => {
    const [kind] = form
    fc.assert(fc.property(changed(form), ({ at, changed: text }) => {
      const found = decodePaymentString(text).faults.find((fault) => fault.kind === kind && fault.reason === "checksum")
      // A change of the prefix or the separator makes it another thing, of which no place can be told.
      if (found?.at !== undefined) expect(found.at).toBe(at)
    }))
  })
})

// Every place of a few addresses: what is searched by trying costs too much for thousands of cases.
it.each(["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"])(
  "§cli-decode-laws every single wrong character of %s is found",
  (text) => {
    for (let at = 1; at < text.length; at++) {
      const by = text.charAt(at) === "z" ? "y" : "z"
      const [fault] = decodePaymentString(text.slice(0, at) + by + text.slice(at + 1)).faults
      expect(fault).toMatchObject({ reason: "checksum", at })
    }
  }
)

describe("any text", () => {
  const validText = fc.oneof(
    ...checksummed.map(([, texts]) => texts),
    fc.constantFrom(...liquid.valid, ...other.solana, "maria@example.com", "+5511987654321")
  )
  const damaged = fc.tuple(validText, fc.nat(), fc.nat(4), fc.string({ unit: "binary", maxLength: 6 })).map(
    ([text, place, removed, added]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + added + text.slice(at + removed)
    }
  )

  it("is read or refused with a message and a place in it, and makes nothing throw", () => {
    fc.assert(fc.property(fc.oneof(damaged, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
      const { faults, readings } = decodePaymentString(text)
      expect(readings.length === 0 || faults.length === 0).toBe(true)
      for (const { at = 0, message } of faults) {
        expect(message).toMatch(/\.$/)
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(text.length)
      }
    }))
  })
})

describe("the fields of a BR Code", () => {
  const cut = fc.tuple(brCode, fc.nat(), fc.nat(3), fc.stringMatching(/^[0-9A-Z]{0,4}$/)).map(
    ([text, place, removed, added]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + added + text.slice(at + removed)
    }
  )

  it("cover the whole code where it can be read, and never disagree with its meaning", () => {
    fc.assert(fc.property(fc.oneof(brCode, cut), (code) => {
      const { broken, crc, fields } = readBrCodeFields(code)
      const read = parseBrCode(code)
      if (Result.isSuccess(read)) {
        expect(broken).toBeUndefined()
        expect(crc?.found).toBe(crc?.expected)
      }
      const whole = fields.map(({ path, value }) => `${path}${String(value.length).padStart(2, "0")}${value}`).join("")
      expect(code.startsWith(whole)).toBe(true)
      if (broken === undefined) expect(whole).toBe(code)
    }))
  })
})
