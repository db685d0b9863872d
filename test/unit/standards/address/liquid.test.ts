// Liquid addresses: published ones of every kind, the checksum lists of blech32, and confidential payloads gone wrong.
import { describe, expect, it } from "vitest"
import { decodeBlech32 } from "../../../../core/standards/address/blech32.ts"
import { parseLiquidAddress } from "../../../../core/standards/address/liquid.ts"
import { base58CheckEncode, blech32Encode, confidential, segwit } from "../../../vectors/address/encode.ts"
import { invalid, valid, validBlech32, validBlech32m } from "../../../vectors/address/liquid.ts"
import { problem, reason, value } from "./outcome.ts"

const key = (first: number) => [first, ...new Uint8Array(32).fill(7)]
const zeros = (length: number) => [...new Uint8Array(length)]

describe("a blech32 text", () => {
  it.each(validBlech32)(
    "%s has the original checksum",
    (text) => expect(value(decodeBlech32(text, text.lastIndexOf("1")))?.variant).toBe("original")
  )

  it.each(validBlech32m)(
    "%s has the modified checksum",
    (text) => expect(value(decodeBlech32(text, text.lastIndexOf("1")))?.variant).toBe("modified")
  )
})

describe("a Liquid address", () => {
  it.each(valid)("%s is accepted unchanged", (text) => expect(value(parseLiquidAddress(text))).toBe(text))

  it.each(valid.filter((text) => /^(ex|lq)1/.test(text)))(
    "%s is accepted in upper case",
    (text) => expect(value(parseLiquidAddress(text.toUpperCase()))).toBe(text)
  )

  it.each(invalid)("%s is refused for its %s", (text, wanted) => expect(reason(parseLiquidAddress(text))).toBe(wanted))

  it.each([[0, 20], [0, 32], [1, 2], [1, 32], [1, 40]])("may hide %i:%i", (version, length) => {
    const text = confidential(version, [...key(3), ...zeros(length)])
    expect(value(parseLiquidAddress(text))).toBe(text)
    expect(value(parseLiquidAddress(segwit("ex", version, zeros(length))))).toBeDefined()
  })

  it.each([[0, 19], [0, 33], [1, 0], [1, 1], [1, 41]])("may not hide %i:%i", (version, length) => {
    const hidden = reason(parseLiquidAddress(confidential(version, [...key(3), ...zeros(length)])))
    expect(hidden).toBe(length > 40 ? "length" : "payload")
    expect(reason(parseLiquidAddress(segwit("ex", version, zeros(length))))).toBe("payload")
  })

  it("needs a compressed blinding key", () => {
    expect(reason(parseLiquidAddress(confidential(0, [...key(4), ...zeros(20)])))).toBe("payload")
    expect(reason(parseLiquidAddress(confidential(1, key(2).slice(0, 20))))).toBe("payload")
    expect(reason(parseLiquidAddress(base58CheckEncode([12, 57], key(4), zeros(20))))).toBe("payload")
  })

  it("has the checksum of its witness version", () => {
    expect(reason(parseLiquidAddress(confidential(0, [...key(2), ...zeros(20)], "modified")))).toBe("checksum")
    expect(reason(parseLiquidAddress(confidential(1, [...key(2), ...zeros(32)], "original")))).toBe("checksum")
    expect(reason(parseLiquidAddress(segwit("ex", 1, zeros(32), "original")))).toBe("checksum")
    expect(reason(parseLiquidAddress(segwit("lq", 0, zeros(20))))).toBe("checksum")
    expect(reason(parseLiquidAddress(blech32Encode("ex", [0, ...zeros(32)], "original")))).toBe("checksum")
  })

  it("of base58check holds what its version says", () => {
    expect(value(parseLiquidAddress(base58CheckEncode([12, 39], key(2), zeros(20))))).toBeDefined()
    expect(reason(parseLiquidAddress(base58CheckEncode([12, 40], key(2), zeros(20))))).toBe("version")
    expect(reason(parseLiquidAddress(base58CheckEncode([12, 39], key(2), zeros(19))))).toBe("length")
    expect(reason(parseLiquidAddress(base58CheckEncode([57], zeros(21))))).toBe("length")
    expect(reason(parseLiquidAddress(base58CheckEncode([])))).toBe("version")
  })

  it("is bounded in length and has no room for spaces", () => {
    expect(reason(parseLiquidAddress(`lq1${"q".repeat(131)}`))).toBe("length")
    expect(reason(parseLiquidAddress(`ex1${"q".repeat(88)}`))).toBe("length")
    expect(reason(parseLiquidAddress("V".repeat(83)))).toBe("length")
    expect(problem(parseLiquidAddress(`${valid[0]} `))).toMatchObject({ reason: "character", at: 34 })
  })
})
