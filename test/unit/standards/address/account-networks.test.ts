// TRON, Solana and Spark addresses: published ones, other versions and networks, other lengths.
import { describe, expect, it } from "vitest"
import { parseSolanaAddress } from "../../../../core/standards/address/solana.ts"
import { parseSparkAddress } from "../../../../core/standards/address/spark.ts"
import { parseTronAddress } from "../../../../core/standards/address/tron.ts"
import { base58CheckEncode, base58Encode, bech32Encode, toWords } from "../../../vectors/address/encode.ts"
import { solana, solanaNull, spark, sparkTestNetworks, tron, tronNull } from "../../../vectors/address/other.ts"
import { problem, reason, value } from "./outcome.ts"

describe("a TRON address", () => {
  it.each(tron)("%s is accepted unchanged", (text) => expect(value(parseTronAddress(text))).toBe(text))

  it("is refused with another version, length, checksum or form", () => {
    expect(reason(parseTronAddress(base58CheckEncode([0xa0], new Uint8Array(20))))).toBe("version")
    expect(reason(parseTronAddress(base58CheckEncode([0x41], new Uint8Array(19))))).toBe("length")
    expect(reason(parseTronAddress("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"))).toBe("checksum")
    expect(reason(parseTronAddress("41a614f803b6fd780986a42c78ec9c7f77e6ded13c"))).toBe("length")
    expect(reason(parseTronAddress(""))).toBe("empty")
    expect(problem(parseTronAddress(" TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"))).toMatchObject({
      reason: "character",
      at: 0
    })
    expect(problem(parseTronAddress("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60"))).toMatchObject({
      reason: "character",
      at: 33
    })
  })
})

it("an address of zeros is refused on TRON and Solana as on EVM networks", () => {
  expect(reason(parseTronAddress(tronNull))).toBe("payload")
  expect(reason(parseSolanaAddress(solanaNull))).toBe("payload")
})

describe("a Solana address", () => {
  it.each(solana)("%s is accepted unchanged", (text) => expect(value(parseSolanaAddress(text))).toBe(text))

  it.each([0, 31, 33])(
    "is refused with %i bytes",
    (length) =>
      expect(reason(parseSolanaAddress(base58Encode(new Uint8Array(length).fill(1))))).toBe(
        length === 0 ? "empty" : "length"
      )
  )

  it("is refused with a character outside base58, a space or too many characters", () => {
    expect(problem(parseSolanaAddress("OPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"))).toMatchObject({ at: 0 })
    expect(problem(parseSolanaAddress("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1 "))).toMatchObject({ at: 43 })
    expect(reason(parseSolanaAddress("1".repeat(45)))).toBe("length")
  })
})

describe("a Spark address", () => {
  const identity = [0x0a, 0x21, 2, ...new Uint8Array(32).fill(9)]
  const encode = (bytes: ReadonlyArray<number>) => bech32Encode("spark", toWords(bytes), "modified")

  it.each(spark)("%s is accepted, in upper case too", (text) => {
    expect(value(parseSparkAddress(text))).toBe(text)
    expect(value(parseSparkAddress(text.toUpperCase()))).toBe(text)
  })

  it.each(sparkTestNetworks)(
    "%s is of another network",
    (text) => expect(reason(parseSparkAddress(text))).toBe("network")
  )

  it("holds one compressed identity key and nothing more", () => {
    expect(value(parseSparkAddress(encode(identity)))).toBeDefined()
    expect(reason(parseSparkAddress(encode([...identity, 0x12, 0])))).toBe("payload")
    expect(reason(parseSparkAddress(encode(identity.slice(0, -1))))).toBe("payload")
    expect(reason(parseSparkAddress(encode(identity.with(0, 0x12))))).toBe("payload")
    expect(reason(parseSparkAddress(encode(identity.with(1, 0x20))))).toBe("payload")
    expect(reason(parseSparkAddress(encode(identity.with(2, 4))))).toBe("payload")
  })

  it("is bech32m under its own prefix", () => {
    expect(reason(parseSparkAddress(bech32Encode("spark", toWords(identity), "original")))).toBe("checksum")
    expect(reason(parseSparkAddress("user@domain.com"))).toBe("form")
    expect(reason(parseSparkAddress(""))).toBe("empty")
    expect(reason(parseSparkAddress(`${spark[0]} `))).toBe("character")
  })
})
