// Ids of PIX payments and returns, and participant codes, by example.
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { EndToEndId, ReturnId, compareKey, endToEndLayout } from "../../../../core/standards/pix/end-to-end-id.ts"
import { Ispb, parseIspb } from "../../../../core/standards/pix/ispb.ts"

const id = Schema.decodeSync(EndToEndId)

describe("end-to-end id", () => {
  it("reads the documented layout", () => {
    expect(endToEndLayout(id("E1234567820260305143012345678901"))).toEqual({
      kind: "payment",
      ispb: "12345678",
      minute: "2026-03-05T14:30Z",
      suffix: "12345678901"
    })
  })

  it("reads a return and a participant code with letters, in any case", () => {
    expect(endToEndLayout(Schema.decodeSync(ReturnId)("d12abc345202603051430aBcDeFgHiJk"))).toEqual({
      kind: "return",
      ispb: "12ABC345",
      minute: "2026-03-05T14:30Z",
      suffix: "aBcDeFgHiJk"
    })
  })

  it("accepts an id that breaks the layout, without reading it", () => {
    expect(endToEndLayout(id("E3524a995bb3f4ac3b2a6a30bcb1f62b"))).toBeUndefined()
    expect(endToEndLayout(id("E1234567820261305143012345678901"))).toBeUndefined()
  })

  it("compares without regard to case §end-to-end-case", () => {
    const [upper, lower] = [id("E12345678202603051430ABCDEFGHIJK"), id("e12345678202603051430abcdefghijk")]
    expect(compareKey(upper)).toBe(compareKey(lower))
    expect(compareKey(upper)).not.toBe(compareKey(id("E12345678202603051430ABCDEFGHIJL")))
  })

  it.each([
    "",
    "E123",
    "E123456782026030514301234567890",
    "E12345678202603051430123456789012",
    "E1234567820260305143012345678-01"
  ])(
    "refuses %j",
    (text) => {
      expect(Schema.is(EndToEndId)(text)).toBe(false)
      expect(Schema.is(ReturnId)(text)).toBe(false)
    }
  )
})

describe("ISPB", () => {
  it("takes digits and letters", () => {
    expect(parseIspb("00000000")).toBe("00000000")
    expect(parseIspb("12abc345")).toBe("12ABC345")
    expect(Schema.is(Ispb)("12abc345")).toBe(false)
  })

  it.each(["", "1234567", "123456789", "1234-678"])("refuses %j", (text) => {
    expect(parseIspb(text)).toBeUndefined()
  })
})
