// What is said of texts that are nearly right: the kind that was meant, the cause and its place; and of those that are right,
// what is worth knowing before they are paid.
import { describe, expect, it } from "vitest"
import { decodePaymentString } from "../../../../core/decode/payment-string/decode.ts"
import { crc16, writeField } from "../../../../core/standards/pix/br-code.ts"
import * as lightning from "../../../vectors/address/lightning.ts"
import { solanaNull, tronNull } from "../../../vectors/address/other.ts"

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const sealed = (body: string) => `${body}6304${crc16(`${body}6304`)}`
const gui = writeField("00", "br.gov.bcb.pix")
const middle = "520400005303986"
const names = "5802BR5906Fulano6008BRASILIA"
const codeOf = (inside: string, after = names) => sealed(`000201${writeField("26", gui + inside)}${middle}${after}`)
const paying = (key: string, after?: string) => codeOf(writeField("01", key), after)

const read = (text: string) => decodePaymentString(text)
const remarks = (text: string, now?: number) =>
  decodePaymentString(text, { now }).readings.flatMap((each) => each.remarks)
const amount = (text: string) => read(text).readings[0]?.facts.find(({ name }) => name === "amount")?.value

describe("the kind that was meant", () => {
  it.each([
    ["maria@@example.com", "pixKey", 6],
    ["maria@exa mple.com", "pixKey", 9],
    ["maria@exa\nmple.com", "lightningAddress", 9],
    ["52998\n224725", "pixKey", 5],
    ["123e4567e12b12d1a456426655440000", "pixKey", 8],
    ["123e4567-e12b-12d1-a456-42665544000g", "pixKey", 35],
    ["123e4567-e12b-12d1-a456-42665544000", "pixKey", 35],
    ["123e4567-e12b-12d1-a456-4266554400001", "pixKey", 36],
    ["EPjFWdd50ufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "solana", 8],
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na", "bitcoin", 31]
  ])("%j: %s at %d", (text, kind, at) => {
    expect(read(text).readings).toEqual([])
    expect(read(text).faults).toContainEqual(expect.objectContaining({ kind, at }))
  })

  it("a phone number has an area code that no one has", () => {
    expect(read("+5500987654321").readings[0]?.remarks).toEqual([{ message: "Brazil has no area code 00." }])
    expect(read("+5511987654321").readings[0]?.remarks).toEqual([])
  })

  it("the cause is a space or a line break that came in by copying", () => {
    expect(read("52998\n224725").faults[0]?.message).toBe("PIX key, CPF, but for a line break in it.")
  })

  it("a tax number of one digit all the way has no wrong check digits", () => {
    for (const text of ["111.111.111-11", "00.000.000/0000-00"]) {
      expect(read(text).faults).toMatchObject([{
        reason: "repeated",
        message: matching(/all its digits are the same/)
      }])
    }
  })

  it("an address that belongs to no one is refused on every network", () => {
    for (const text of [solanaNull, tronNull, `0x${"0".repeat(40)}`]) {
      expect(read(text).faults).toMatchObject([{ reason: "payload", message: matching(/belongs to no one/) }])
    }
  })
})

describe("an LNURL under a scheme", () => {
  it.each([
    ["lnurlp://example.com/a?x=1", "LNURL (LUD-17), to pay", "https://example.com/a?x=1"],
    ["LNURLW://example.com/a", "LNURL (LUD-17), to withdraw: it pays whoever asks", "https://example.com/a"],
    ["keyauth://abc.onion/a", "LNURL (LUD-17), to log in: it pays nothing", "http://abc.onion/a"]
  ])("%s", (text, what, link) => {
    const [reading] = read(text).readings
    expect(reading).toMatchObject({ kind: "lnurl", what, facts: [{ name: "link", value: link }] })
    expect(read(reading?.canonical ?? "").readings).toEqual([reading])
  })

  it("is refused where no public host stands in it", () => {
    expect(read("lnurlp://localhost/a").faults).toMatchObject([{ kind: "lnurl", reason: "payload", at: 9 }])
  })
})

describe("an invoice", () => {
  const [first] = lightning.valid
  const expiresAt = Date.parse(first?.expiresAt ?? "")

  it("that has expired is remarked, where the time is known", () => {
    expect(remarks(first?.text ?? "", expiresAt)).toMatchObject([{ message: matching(/^It expired at 2017-06-01/) }])
    expect(remarks(first?.text ?? "", expiresAt - 1)).toEqual([])
    expect(remarks(first?.text ?? "")).toEqual([])
  })

  it("of a test network says so first, right or wrong, and shows what could be read", () => {
    const text = lightning.invalid.find(([why]) => why === "testnet")?.[1] ?? ""
    const [reading] = read(text).readings
    expect(reading?.what).toBe("testnet: Lightning invoice (BOLT11)")
    expect(reading?.remarks[0]?.message).toMatch(/^It is of testnet/)
    const [fault] = read(`${text.slice(0, -1)}q`).faults
    expect(fault?.message).toMatch(/^Of testnet/)
    expect(fault?.facts).toContainEqual({ name: "network", value: "testnet" })
  })
})

describe("a BR Code that is read", () => {
  it("says who decides the amount", () => {
    const location = writeField("25", "pix.example.com/1")
    expect(amount(paying("52998224725"))).toBe("the payer types it")
    expect(amount(codeOf(location))).toBe("the charge behind the location decides")
    expect(amount(codeOf(location, `540510.00${names}`))).toBe(
      "BRL 10.00, but the charge behind the location decides"
    )
  })

  it.each([
    ["52998224724", /check digits, the last two, are wrong/],
    ["11111111111", /all its digits are the same/],
    ["529.982.247-25", /as the directory holds it, which is 52998224725/],
    ["***.982.247-**", /Digits of it are hidden/],
    ["11987654321", /A phone number is written with \+/],
    ["5511987654321", /A phone number is written with \+/],
    ["1133334444", /A phone number is written with \+/],
    ["Maria@Example.com", /which is maria@example\.com/],
    ["maria@@example.com", /of type EMAIL/]
  ])("remarks what is wrong with the key %s", (key, message) => {
    const [remark, ...more] = remarks(paying(key))
    expect(more).toEqual([])
    expect(remark?.message).toMatch(message)
    expect(paying(key).slice(remark?.at, (remark?.at ?? 0) + key.length)).toBe(key)
  })

  it.each(["52998224725", "+5511987654321", "maria@example.com", "123e4567-e12b-12d1-a456-426655440000"])(
    "says nothing of the right key %s",
    (key) => expect(remarks(paying(key))).toEqual([])
  )
})

describe("a BR Code that is not", () => {
  const faultOf = (text: string) => read(text).faults[0]

  it("names the field first, the values that it can have, and the check beside it", () => {
    const country = paying("52998224725", names.replace("BR5", "US5"))
    expect(faultOf(country)).toMatchObject({
      reason: "badValue",
      at: 62,
      message: matching(/\(field 58\); it can be BR\.$/)
    })
    const both = faultOf(`${paying("52998224725", `54055O.00${names}`).slice(0, -4)}ABCD`)
    expect(both).toMatchObject({ reason: "badValue", at: 62 })
    expect(both?.message).toMatch(/field 54.*reais.*The check does not match either: it is ABCD and should be/)
  })

  it("asks for upper case where only the case of the check is wrong", () => {
    const code = paying("52998224725")
    const lower = code.slice(0, -4) + code.slice(-4).toLowerCase()
    expect(lower).not.toBe(code)
    expect(faultOf(lower)).toMatchObject({
      reason: "crcCase",
      message: matching(/upper case is wanted: [0-9A-F]{4}\.$/)
    })
  })

  it("names a length that was counted in bytes", () => {
    const code = paying("52998224725", "5802BR5905João6008BRASILIA")
    expect(faultOf(code)).toMatchObject({
      reason: "byteLength",
      message: matching(/field 59.*"João" has 4 characters/)
    })
    expect(code.slice(faultOf(code)?.at).slice(0, 6)).toBe("05João")
    expect(faultOf(paying("52998224725", "5802BR5906João!6010São Paulo"))).toMatchObject({
      message: matching(/field 59/)
    })
    const twice = paying("52998224725", "5802BR5906Fulano6010São Paulo")
    expect(twice.slice(faultOf(twice)?.at).slice(0, 4)).toBe("10Sã")
  })
})
