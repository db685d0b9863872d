// Reading BR Codes: the published codes, then each refusal with its field and place.
import { getPixPayloadInfo, isValidPixPayload } from "@brazilian-utils/brazilian-utils"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseBrCode } from "../../../../core/standards/pix/parse-br-code.ts"
import { crc16, printBrCode } from "../../../../core/standards/pix/br-code.ts"
import { accepted, refused } from "../../../vectors/br-code/br-code.ts"

/** A code from its fields before the CRC, so that a test can break one field and keep the CRC right. */
const sealed = (body: string) => `${body}6304${crc16(`${body}6304`)}`
const read = (body: string) => Result.getOrThrow(parseBrCode(sealed(body)))
const refusal = (code: string) => Result.getOrThrow(Result.flip(parseBrCode(code)))

const head = "000201"
const account = "26330014br.gov.bcb.pix011152998224725"
const middle = "520400005303986"
const tail = "5802BR5906Fulano6008BRASILIA"

describe("crc16", () => {
  it("gives the published check value", () => {
    expect(crc16("123456789")).toBe("29B1")
    expect(crc16("")).toBe("FFFF")
  })

  it("counts bytes, not characters", () => {
    expect(crc16("é")).toBe("7ACB")
  })

  it("pads to four digits", () => {
    const short = Array.from({ length: 200 }, (_, i) => crc16(String(i)))
    expect(short.every((crc) => /^[0-9A-F]{4}$/.test(crc))).toBe(true)
    expect(short.some((crc) => crc.startsWith("0"))).toBe(true)
  })
})

describe("published codes", () => {
  it.each(accepted)("reads $name", ({ code, record }) => {
    expect(Result.getOrThrow(parseBrCode(code))).toEqual(record)
  })

  it.each(accepted)("prints $name again", ({ canonical, code, record }) => {
    expect(Result.getOrThrow(printBrCode(record)) === code).toBe(canonical)
  })

  it.each(refused)("refuses $name", ({ code, error }) => {
    expect(refusal(code)).toEqual(error)
  })

  it.each(accepted.filter(({ record }) => record.kind !== "recurrence"))("agrees with another library on $name", ({
    code,
    record
  }) => {
    const info = getPixPayloadInfo(code)
    expect(info?.merchantName).toBe(record.merchantName)
    expect(info?.merchantCity).toBe(record.merchantCity)
    expect(info?.key).toBe(record.kind === "static" ? record.key : undefined)
    expect(info?.url).toBe(record.kind === "dynamic" ? record.location : undefined)
  })

  it.each(refused)("refuses with another library $name", ({ code }) => {
    expect(isValidPixPayload(code)).toBe(false)
  })
})

describe("reading", () => {
  it("finds the account under another id and passes over other schemes", () => {
    const other = "26200016com.example.loja"
    const code = read(`${head}${other}51${account.slice(2)}${middle}${tail}62070503***`)
    expect(code).toMatchObject({ kind: "static", key: "52998224725" })
  })

  it("takes an amount of zero as left to the payer", () => {
    expect(read(`${head}${account}${middle}54040.00${tail}`).amount).toBeUndefined()
  })

  it("takes field 62 as optional and knows single use", () => {
    expect(read(`${head}010212${account}${middle}${tail}`)).toMatchObject({ singleUse: true, txid: undefined })
    expect(read(`${head}010211${account}${middle}${tail}`)).toMatchObject({ singleUse: false })
  })

  it("counts characters, so an accent in a name is one", () => {
    expect(read(`${head}${account}${middle}5802BR5904José6008BRASILIA`).merchantName).toBe("José")
  })

  it("reads Pix Saque and the postal code", () => {
    const cash = "26450014br.gov.bcb.pix0111529982247250308A2345678"
    expect(read(`${head}${cash}${middle}${tail}610870074900`)).toMatchObject({
      withdrawalIspb: "A2345678",
      postalCode: "70074900"
    })
  })
})

describe("refusing", () => {
  it("refuses a CRC in lower case", () => {
    const code = sealed(head + account + middle + tail)
    expect(code.slice(-4)).toMatch(/[A-F]/)
    expect(refusal(code.slice(0, -4) + code.slice(-4).toLowerCase()))
      .toEqual({ reason: "crcMismatch", field: "63", offset: code.length - 4 })
  })

  it("names the field where both it and the CRC are wrong", () => {
    expect(refusal(`${head}${account}${middle}54055O.00${tail}6304ABCD`))
      .toEqual({ reason: "badValue", field: "54", offset: 62 })
  })

  it.each([
    ["nothing", "", { reason: "empty", field: "", offset: 0 }],
    ["a lone surrogate", "00020\ud800", { reason: "encoding", field: "", offset: 0 }],
    ["a code beyond its cap", "0".repeat(513), { reason: "tooLong", field: "", offset: 512 }],
    ["a text that is no code", "hello", { reason: "badId", field: "", offset: 0 }],
    ["a length that is no number", "00XX01", { reason: "badLength", field: "00", offset: 2 }],
    ["an empty field", "0000", { reason: "badLength", field: "00", offset: 2 }],
    ["a value cut short", "00020", { reason: "truncated", field: "00", offset: 4 }],
    ["a repeated field", "000201000201", { reason: "duplicate", field: "00", offset: 6 }],
    ["another first field", "010212000201", { reason: "order", field: "00", offset: 0 }],
    ["no CRC", "000201", { reason: "missing", field: "63", offset: 6 }],
    ["a field after the CRC", "00020163041D3D5802BR", { reason: "order", field: "63", offset: 10 }]
  ])("refuses %s", (_, code, error) => {
    expect(refusal(code)).toEqual(error)
  })

  it.each([
    ["another format", `000202${account}${middle}${tail}`, { reason: "badValue", field: "00", offset: 4 }],
    ["an unknown initiation", `${head}010213${account}${middle}${tail}`, {
      reason: "badValue",
      field: "01",
      offset: 10
    }],
    ["no account", `${head}${middle}${tail}`, { reason: "unknownScheme", field: "", offset: 0 }],
    ["an account that is no template", `${head}2605pix!!${middle}${tail}`, {
      reason: "badId",
      field: "26",
      offset: 10
    }],
    ["an account cut inside", `${head}26220014br.gov.bcb.pix0111${middle}${tail}`, {
      reason: "truncated",
      field: "26.01",
      offset: 32
    }],
    ["an account without key and location", `${head}26180014br.gov.bcb.pix${middle}${tail}`, {
      reason: "missing",
      field: "26.01",
      offset: 28
    }],
    ["two PIX accounts", `${head}${account}27${account.slice(2)}${middle}${tail}`, {
      reason: "conflict",
      field: "27",
      offset: 51
    }],
    ["a key and a location", `${head}26480014br.gov.bcb.pix0111529982247252511example.com${middle}${tail}`, {
      reason: "conflict",
      field: "26.25",
      offset: 47
    }],
    ["a location with a scheme", `${head}26410014br.gov.bcb.pix2519https://example.com${middle}${tail}`, {
      reason: "badValue",
      field: "26.25",
      offset: 32
    }],
    ["another currency", `${head}${account}520400005303840${tail}`, { reason: "badValue", field: "53", offset: 55 }],
    ["another country", `${head}${account}${middle}5802US5906Fulano6008BRASILIA`, {
      reason: "badValue",
      field: "58",
      offset: 62
    }],
    ["no category", `${head}${account}5303986${tail}`, { reason: "missing", field: "52", offset: 86 }],
    ["three decimals", `${head}${account}${middle}54051.000${tail}`, { reason: "badValue", field: "54", offset: 62 }],
    ["a negative amount", `${head}${account}${middle}5405-1.00${tail}`, {
      reason: "badValue",
      field: "54",
      offset: 62
    }],
    ["a point without decimals", `${head}${account}${middle}540310.${tail}`, {
      reason: "badValue",
      field: "54",
      offset: 62
    }],
    ["leading zeros", `${head}${account}${middle}540501.00${tail}`, { reason: "badValue", field: "54", offset: 62 }],
    ["a name beyond its cap", `${head}${account}${middle}5802BR5926${"N".repeat(26)}6008BRASILIA`, {
      reason: "badValue",
      field: "59",
      offset: 68
    }],
    ["no city", `${head}${account}${middle}5802BR5906Fulano`, { reason: "missing", field: "60", offset: 82 }],
    ["a label that is no label", `${head}${account}${middle}${tail}62070503a-b`, {
      reason: "badValue",
      field: "62.05",
      offset: 94
    }]
  ])("refuses %s", (_, body, error) => {
    expect(refusal(sealed(body))).toEqual(error)
  })
})
